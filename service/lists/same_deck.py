"""Finished public games of the same deck, rules and seats."""

from sqlalchemy import select

from service.database.list_position import Position
from service.database.schema import FINISHED_PUBLIC, Game
from service.lists.filters import SCORE
from service.lists.rows import COLUMNS, ListedGame, Page, listed

__all__ = ["games_of_deck"]


def games_of_deck(key: bytes, after: Position | None, limit: int) -> list[ListedGame]:
    """Return up to `limit` + 1 finished public games with a `deck_key`, the highest score first."""
    games = select(*COLUMNS, SCORE.label("place")).where(FINISHED_PUBLIC, Game.deck_key == key)
    return listed(Page(True, after, limit).of(games, SCORE, Game.game_id))
