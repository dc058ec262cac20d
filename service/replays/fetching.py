"""Exports that the service fetches from hanab.live, if the operator allows it.

A request leads to the host of the setting alone: its path has a number, redirects are not followed, and proxies of the
environment are not used.
"""

import time
from typing import Any, Final

import httpx
import orjson

from engine.wording import N_
from service.refusal import Refusal
from service.replays.import_checks import Refused

__all__ = ["NoAnswer", "export"]

_MAX_BYTES: Final = 512 * 1024
"""As of an import. The largest exports, with notes of all players, have about 100 kB."""
_READ_S: Final = 3.0
_TOTAL_S: Final = 8.0


class NoAnswer(Refusal):
    """hanab.live has not answered, or not with what it should."""

    code = "service-unavailable"
    retry_after_s = 30


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
