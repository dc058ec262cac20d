"""The training aid: what conventions say about a game to one of its seats, also while it runs."""

from typing import Final, NamedTuple
from uuid import UUID

from engine.conventions.review import Reader, Step
from engine.conventions.table import reads
from engine.decide import GameNotRunning
from engine.reading.feed import feed, seat_viewpoint
from engine.rules import Palette
from service.core.tables.lookup import PlayerSeat
from service.platform import yielding
from service.platform.refusal import Refusal

MOST_SEATS: Final = 5
"""The most seats that the conventions are for."""
USUAL_LEVEL: Final = 3
"""The level of the conventions if a request does not name one."""


class TrainingOff(Refusal):
    """The creator of the game has not allowed the training aid."""

    code = "training-off"


class ReadTurn(NamedTuple):
    """The deal or a turn, as a seat reads it, and who is to move after it."""

    step: Step
    to_move: int | None


class SeatReading(NamedTuple):
    """A game as one of its seats reads it by conventions.

    It follows from the feed of the seat, so it says nothing that the seat cannot conclude.
    """

    game_id: UUID
    names: tuple[str | None, ...]
    palette: Palette
    seat: int
    turns: tuple[ReadTurn, ...]
    """The deal and all turns; empty if the conventions are not for these cards or so many seats."""
    fronts: dict[int, int]
    """The codes of the cards that the seat has seen."""


def read(player: PlayerSeat, level: int) -> SeatReading:
    """Return how a seat reads its game. Raises TrainingOff, and GameNotRunning before the deal."""
    stored, seat = player
    if not stored.setting.training:
        raise TrainingOff
    if stored.log is None:
        raise GameNotRunning
    palette = stored.rules.palette
    turns: list[ReadTurn] = []
    fronts: dict[int, int] = {}
    if reads(palette) and stored.seats <= MOST_SEATS:
        reader = Reader(palette, stored.seats, seat, level)
        for item in yielding.steps(feed(stored.log, seat_viewpoint(seat, stored.seats))):
            step = reader.follow(item)
            if step is not None:
                turns.append(ReadTurn(step, item.after.to_move))
        fronts = reader.fronts
    return SeatReading(stored.game_id, stored.names, palette, seat, tuple(turns), fronts)
