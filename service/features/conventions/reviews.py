"""Finished games in the light of the H-group's conventions."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from engine.conventions.levels import LEVELS
from engine.conventions.review import Review, Share, best_fit, reviewed
from engine.conventions.table import reads
from engine.events import Log
from engine.rules import Palette
from service.core.replays.finished_game import FinishedGame
from service.features.conventions.training import MOST_SEATS
from service.features.lines import lines
from service.features.lines.lines import Line
from service.platform import yielding


class GameConventions(NamedTuple):
    """What conventions say about a finished game, or a line of it."""

    game_id: UUID
    log: Log
    names: tuple[str, ...]
    palette: Palette
    seat: int | None
    """The seat as which it is read, None for all of them."""
    review: Review | None
    """None if the conventions are not for these cards or so many seats."""
    shares: Sequence[Share]
    """How well the levels explain the game that were tried."""

    @property
    def fronts(self) -> dict[int, int]:
        """The codes of the cards."""
        return {card: self.palette.codes[front] for card, front in enumerate(self.log.cards)}


def read(game: FinishedGame, level: int | None, seat: int | None, line: Line | None = None) -> GameConventions:
    """Return what the conventions of a level say about a game, or a line of it; None for the level that fits best.

    With a seat, as this seat reads it. Raises NoSuchSeat, and what a line raises.
    """
    game.require_seat(seat)
    log = game.log if line is None else lines.log(game, line)
    palette = game.stored.rules.palette
    review, found = None, []
    if reads(palette) and game.stored.seats <= MOST_SEATS:
        levels = LEVELS if level is None else (level,)
        reviews = [reviewed(log, one, yielding.steps) for one in levels]
        found = [one.share for one in reviews]
        review = best_fit(reviews)
    return GameConventions(game.game_id, log, game.names, palette, seat, review, found)
