"""Finished public games of the same deck, rules and seats."""

from sqlalchemy import select

from service.core.replays.lists.filters import SCORE
from service.core.replays.lists.rows import COLUMNS, ListedGame, Page, listed
from service.core.tables.tables import FINISHED_PUBLIC, Game
from service.platform.database.list_position import Position

__all__ = ["games_of_deck"]


def games_of_deck(key: bytes, after: Position | None, limit: int) -> list[ListedGame]:
    """Return up to `limit` + 1 finished public games with a `deck_key`, the highest score first."""
    games = select(*COLUMNS, SCORE.label("place")).where(FINISHED_PUBLIC, Game.deck_key == key)
    return listed(Page(True, after, limit).of(games, SCORE, Game.game_id))
