"""Finished games, loaded for a caller who may read them."""

from dataclasses import dataclass
from uuid import UUID

from engine.events import GameDealt, Log
from engine.fold import fold
from engine.proof.chain import Link
from engine.score import Result
from service.games import lookup
from service.games.stored_game import Stored
from service.identity.tokens import Caller

__all__ = ["FinishedGame", "GameNotFinished", "load"]


class GameNotFinished(Exception):
    """The game is open or running, so it has no replay."""


@dataclass(frozen=True, slots=True, repr=False)
class FinishedGame:
    """A finished game that its reader may see.

    Only `load` constructs it, after the check, so a function that takes a FinishedGame needs no check of its own.
    """

    stored: Stored
    log: Log

    @property
    def game_id(self) -> UUID:
        """The id of the game."""
        return self.stored.game_id

    @property
    def deal(self) -> GameDealt:
        """Event 0."""
        return self.log.deal

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple([player.name for player in self.stored.players])

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The id of the bot in each seat; None for a person."""
        return tuple([player.bot for player in self.stored.players])

    def result(self) -> Result:
        """Return the outcome, the reason and the score."""
        result = fold(self.log).result
        assert result is not None
        return result

    def heads(self) -> list[bytes]:
        """Return the hash of each event, by version."""
        return [link.hash for link in self.links()]

    def links(self) -> list[Link]:
        """Return the hash chain, by version."""
        return self.stored.links()

    def until(self, version: int) -> Log:
        """Return the log up to a version, that event included."""
        return self.log.until(version)

    def require_seat(self, seat: int | None) -> None:
        """Raise NoSuchSeat for a number above the last seat; None is no seat, and is allowed."""
        lookup.require_seat(seat, self.stored.seats)


def load(game_id: UUID, caller: Caller | None, found: Stored | None = None) -> FinishedGame:
    """Load a finished game that the caller may read, or check `found`, which was loaded before.

    Raises NotFound for an unknown game and for another's private one, WrongGame for a token bound to another game, and
    GameNotFinished for a game that is open or running.
    """
    stored = lookup.load_visible(game_id, caller, found)
    if stored.log is None or stored.finished_at is None:
        raise GameNotFinished
    return FinishedGame(stored, stored.log)
