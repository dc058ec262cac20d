"""What a puzzle by convention shows, and the result of an answer to it."""

from typing import Final, NamedTuple

from engine.bots.convention_puzzles import Shown, shown
from engine.events import Log
from engine.rules import Palette
from service.core.replays import finished_game
from service.core.tables.setting import TableSetting
from service.core.tables.stored_game import FREE, Player
from service.core.tables.views import FeedEntry, Frames
from service.features.analysis import shipped_puzzles
from service.features.analysis.shipped_puzzles import StoredPuzzle

__all__ = ["ConventionTable", "table"]

_IDLE_LIMIT_S: Final = 86400
"""A frame has one. The game is over, so it says nothing."""


class ConventionTable(NamedTuple):
    """What a puzzle shows, and what explains its answer."""

    stored: StoredPuzzle
    frame: Frames
    """The table as the seat saw it."""
    entries: list[FeedEntry]
    """The events after the deal, as the seat saw them, without times and hashes."""
    shown: Shown
    players: tuple[Player, ...]
    palette: Palette
    is_shipped: bool
    """Whether the game has no replay, since it comes with the service."""

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players' names, by seat."""
        return tuple([player.name for player in self.players])

    @property
    def answer(self) -> int:
        """The number of the right choice."""
        return self.shown.choices.index(self.stored.puzzle.answer)


def table(stored: StoredPuzzle) -> ConventionTable:
    """Return what a puzzle shows. Raises NotFound if its game is not public any more."""
    shipped = shipped_puzzles.game_of(stored.game_id)
    if shipped is None:
        game = finished_game.load(stored.game_id, None)
        return _table(stored, game.log, game.players)
    log, names = shipped.read()
    players = tuple([FREE._replace(name=name, bot=shipped.bot) for name in names])
    return _table(stored, log, players, is_shipped=True)


def _table(
    stored: StoredPuzzle,
    log: Log,
    players: tuple[Player, ...],
    *,
    is_shipped: bool = False,
) -> ConventionTable:
    found, palette = shown(log, stored.level, stored.puzzle), log.deal.rules.palette
    setting = TableSetting(stored.seats, log.deal.rules, idle_limit_s=_IDLE_LIMIT_S)
    # Without hashes, which depend on the deck.
    frame = Frames(stored.game_id, setting, False, None, [None], [found.view])
    entries = [FeedEntry(item, None, None, None, palette) for item in found.items[1:]]
    return ConventionTable(stored, frame, entries, found, players, palette, is_shipped)
