"""Exports that the service fetches from hanab.live, if the operator allows it.

A request leads to the host of the setting alone: its path has a number or names of players, redirects are not followed,
and proxies of the environment are not used.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote

import httpx
import orjson

from engine.wording import N_
from service.refusal import Refusal
from service.replays.import_checks import Refused

__all__ = ["MOST_GAMES", "NoAnswer", "export", "numbers"]

MOST_GAMES: Final = 10
"""The games that a request with many games fetches."""
_MAX_BYTES: Final = 512 * 1024
"""As of an import. The largest exports, with notes of all players, have about 100 kB, and a page of a list, 40 kB."""
_PAGE: Final = 100
"""The most games that hanab.live lists at a time."""
_READ_S: Final = 3.0
_TOTAL_S: Final = 8.0


class NoAnswer(Refusal):
    """hanab.live has not answered, or not with what it should."""

    code = "service-unavailable"
    retry_after_s = 30


def numbers(site: str, players: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the games that all these players were in, newest first. Raises NoAnswer."""
    names = "/".join([quote(name, safe="") for name in players])
    page, size = 0, _PAGE
    while size == _PAGE:
        status, body = _get(f"{site}/api/v1/history/{names}?size={_PAGE}&page={page}")
        rows = _listed(body) if status == httpx.codes.OK else None
        if rows is None:
            raise NoAnswer
        yield from rows
        page, size = page + 1, len(rows)


def _listed(body: bytes) -> list[int] | None:
    """Return the numbers in a page of a list, which is null if it is empty. None for anything else."""
    try:
        rows = orjson.loads(body)["rows"] or []
        found = [row["id"] for row in rows]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return None
    return found if all(type(one) is int and 0 <= one < 10**18 for one in found) else None


def export(site: str, number: int) -> Any:
    """Return the export of a game with this number, as parsed JSON. Raises Refused or NoAnswer."""
    status, body = _get(f"{site}/export/{number}")
    if status == httpx.codes.NOT_FOUND:
        raise Refused(N_("hanab.live has no game with the number {number}", number=number), pointer="#/link")
    if status != httpx.codes.OK:
        raise NoAnswer
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise NoAnswer from None
    if not isinstance(document, dict) or document.get("id") != number:
        raise NoAnswer
    return document


def _get(address: str) -> tuple[int, bytes]:
    """Return the status and the body of a response. Raises NoAnswer."""
    until = time.monotonic() + _TOTAL_S
    content = b""
    try:
        with (
            httpx.Client(timeout=_READ_S, trust_env=False) as client,
            client.stream("GET", address, headers={"Accept": "application/json"}) as response,
        ):
            for piece in response.iter_bytes():
                content += piece
                if len(content) > _MAX_BYTES or time.monotonic() > until:
                    raise NoAnswer
    except httpx.HTTPError:
        raise NoAnswer from None
    return response.status_code, content
