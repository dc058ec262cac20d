"""Finished games, loaded after a check of the caller's permission."""

from dataclasses import dataclass
from uuid import UUID

from engine.events import GameDealt, Log
from engine.fold import fold
from engine.proof.chain import Link
from engine.score import Result
from service.core.people.tokens import Caller
from service.core.tables import deck_knowledge, lookup
from service.core.tables.lookup import GameRequest
from service.core.tables.stored_game import Player, Stored
from service.platform.refusal import Refusal


class GameNotFinished(Refusal):
    """The game is open or running, so it has no replay."""

    code = "game-not-finished"


@dataclass(frozen=True, slots=True, repr=False)
class FinishedGame:
    """A finished game that the caller may read.

    Only `load` constructs it, after checking the permission. So a function with a FinishedGame as parameter does not
    need to check it again.
    """

    stored: Stored
    log: Log

    @property
    def game_id(self) -> UUID:
        """The id of the game."""
        return self.stored.game_id

    @property
    def deal(self) -> GameDealt:
        """Event 0, the deal."""
        return self.log.deal

    @property
    def players(self) -> tuple[Player, ...]:
        """The players by seat, as they sat down."""
        return self.stored.players

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple([seat.name for seat in self.stored.taken])

    def result(self) -> Result:
        """Return the outcome, the reason and the score of the game."""
        result = fold(self.log).result
        assert result is not None
        return result

    def heads(self) -> list[bytes]:
        """Return the hash of each event, by version."""
        return [link.hash for link in self.links()]

    def links(self) -> list[Link]:
        """Return the links of the hash chain, by version."""
        return self.stored.links()

    def until(self, version: int) -> Log:
        """Return the log up to and including a version."""
        return self.log.until(version)

    def require_seat(self, seat: int | None, member: str = "seat") -> None:
        """Raise NoSuchSeat if the game does not have this seat.

        None is allowed; it stands for no seat. `member` is its name in the request.
        """
        lookup.require_seat(seat, self.stored.seats, member)


def load(game_id: UUID, caller: Caller | None, found: Stored | None = None, *, is_read: bool = True) -> FinishedGame:
    """Return a finished game that the caller may read, and note that the caller does (`deck_knowledge`).

    `found` is the game if it was loaded before. With `is_read=False`, the caller is shown nothing that tells the deck.

    Raises NotFound for an unknown game or a private game of others, WrongGame for a token that is bound to another
    game, and GameNotFinished for an open or running game.
    """
    stored = lookup.load_visible(GameRequest(game_id, caller, found))
    if stored.log is None or stored.finished_at is None:
        raise GameNotFinished
    if is_read:
        deck_knowledge.note(game_id, caller)
    return FinishedGame(stored, stored.log)
