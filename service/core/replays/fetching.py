"""Exports that the service fetches from hanab.live, if the operator allows it.

A request leads to the host of the setting alone: its path has a number or names of players, and redirects are not
followed.
"""

from collections.abc import Hashable, Iterator, Sequence
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import orjson

from engine.wording import N_
from service.core.replays.import_checks import Refused
from service.platform import exact_json
from service.platform.outgoing.addresses import Policy
from service.platform.outgoing.door import Answer, Door, Failed
from service.platform.refusal import Refusal
from service.platform.settings import Settings

MOST_GAMES: Final = 10
"""The games that a request with many games fetches."""
_MAX_BYTES: Final = 512 * 1024
"""As of an import. The largest exports, with notes of all players, have about 100 kB, and a page of a list, 40 kB."""
_PAGE: Final = 100
"""The most games that hanab.live lists at a time."""

_door: Final = Door(4, total_s=8.0, name="hanabi-imports/1")


class Site(NamedTuple):
    """Where exports are fetched."""

    origin: str
    policy: Policy

    @classmethod
    def of(cls, settings: Settings) -> "Site | None":
        """Return the site of the settings; None if the operator allows none."""
        if settings.hanab_live is None:
            return None
        return cls(settings.hanab_live, Policy.of(settings)._replace(http=True))


class NoAnswer(Refusal):
    """hanab.live has not answered, or not with what it should."""

    code = "service-unavailable"
    retry_after_s = 30


def numbers(site: Site, players: Sequence[str], asker: Hashable) -> Iterator[int]:
    """Yield the numbers of the games that all these players were in, newest first. Raises NoAnswer."""
    names = "/".join([quote(name, safe="") for name in players])
    page, size = 0, _PAGE
    while size == _PAGE:
        answer = _get(site, f"/api/v1/history/{names}?size={_PAGE}&page={page}", asker)
        rows = _listed(answer.body) if answer.status == HTTPStatus.OK else None
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


def export(site: Site, number: int, asker: Hashable) -> Any:
    """Return the export of a game with this number, as parsed JSON. Raises Refused or NoAnswer."""
    answer = _get(site, f"/export/{number}", asker)
    if answer.status == HTTPStatus.NOT_FOUND:
        raise Refused(N_("hanab.live has no game with the number {number}", number=number), pointer="#/link")
    if answer.status != HTTPStatus.OK:
        raise NoAnswer
    try:
        document = exact_json.loads(answer.body)
    except (orjson.JSONDecodeError, RecursionError):
        raise NoAnswer from None
    if not isinstance(document, dict) or document.get("id") != number:
        raise NoAnswer
    return document


def _get(site: Site, path: str, asker: Hashable) -> Answer:
    """Return the answer at a path. Raises NoAnswer."""
    try:
        return _door.get(f"{site.origin}{path}", site.policy, asker=asker, max_bytes=_MAX_BYTES)
    except Failed:
        raise NoAnswer from None
