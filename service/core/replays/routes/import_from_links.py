"""Games that an import fetches from hanab.live (`HANAB_LIVE`), for links that contain no game."""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from engine.formats.hanab_live import links
from service.core.replays import fetching, importing
from service.core.replays.fetching import NoAnswer, Site
from service.core.replays.importing import Imported, Refused
from service.platform.limits import gates
from service.platform.limits.load_shedding import Client, FairSlots, Wait
from service.platform.requests import exchange
from service.platform.wire.problems import Problem

T = TypeVar("T")

_places: Final = FairSlots(2, each=1)
"""Requests to hanab.live that a worker sends at a time. Each client has one."""

_PATIENCE_S: Final = 10.0
_TOTAL_S: Final = 20.0
"""The time after which it fetches no more."""


class Fetched(NamedTuple):
    """A game of hanab.live, fetched or stored before."""

    number: int
    document: Any
    """The export as parsed JSON; None for a game that was stored before."""

    def store(self, owner: UUID) -> Imported:
        """Import the game for an account, unless that was done before. Raises Refused."""
        known = importing.fetched(self.number)
        return importing.import_fetched(owner, self.number, self.document) if known is None else known


def game(site: Site, document: object) -> Fetched | None:
    """Return the game that a body stands for; None if it is not a link to one. Raises Refused or NoAnswer."""
    number = links.stored_number(_link(document))
    return None if number is None else _fetched(site, number)


class ManyLinks:
    """What the links of a request with many games stand for, within its limits."""

    def __init__(self, site: Site) -> None:
        self._site: Final = site
        self._left = fetching.MOST_GAMES
        self._until: Final = time.monotonic() + _TOTAL_S

    def games(self, document: object) -> list[Fetched | Refused | NoAnswer | Problem] | None:
        """Return the games that a line stands for; None if it is not a link to games that hanab.live stores.

        For the list of the games of players, these are the newest that were not fetched before.
        """
        number, players = links.stored_number(_link(document)), links.players_of_history(_link(document))
        if number is not None:
            return [self._game(number)]
        if not players:
            return None
        try:
            self._check()
            numbers = _in_turn(lambda asker: list(islice(self._unknown(players, asker), self._left)))
        except NoAnswer as error:
            return [error]
        return [self._game(number) for number in numbers]

    def _unknown(self, players: tuple[str, ...], asker: Client) -> Iterator[int]:
        for number in fetching.numbers(self._site, players, asker):
            self._check()
            if not importing.was_fetched(number):
                yield number

    def _game(self, number: int) -> Fetched | Refused | NoAnswer | Problem:
        try:
            if not importing.was_fetched(number):
                self._check()
                self._left -= 1
            return _fetched(self._site, number)
        except (Refused, NoAnswer, Problem) as error:  # a Problem: the token has no units left
            return error

    def _check(self) -> None:
        """Raise NoAnswer if the request may fetch no more."""
        if self._left == 0 or time.monotonic() > self._until:
            raise NoAnswer


def _link(document: object) -> str:
    """Return the link that a body or a line is, or nothing."""
    link = document.get("link") if isinstance(document, dict) and len(document) == 1 else None
    return link if isinstance(link, str) else ""


def _fetched(site: Site, number: int) -> Fetched:
    if importing.was_fetched(number):
        return Fetched(number, None)
    exchange.charge_units(gates.FETCHED)
    return Fetched(number, _in_turn(lambda asker: fetching.export(site, number, asker)))


def _in_turn(get: Callable[[Client], T]) -> T:
    """Get something from hanab.live when it is the client's turn, without a slot. Raises NoAnswer."""
    client = exchange.client()
    with exchange.outside():
        if not _places.acquire(client, Wait(_PATIENCE_S)):
            raise NoAnswer
        try:
            return get(client)
        finally:
            _places.release(client)
