"""The games of one player, in the order of a list."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Select, select

from service.core.replays.lists.rows import COLUMNS, ListedGame, listed
from service.core.tables.tables import Game, Seat
from service.platform.database.list_position import Page

# A player's games. The rollup settles a seat some time after the end of its game, and an index has the
# settled seats of an account in order. The other seats are fresh; they are few, and are sorted. OFFSET 0 makes the
# planner read the seats first. Otherwise it might read all games in order until it has enough of this player's.


def fresh_seats(account_id: UUID) -> Any:
    mine = select(Seat.game_id, Seat.seat).where(Seat.account_id == account_id, Seat.game_created_at.is_(None))
    return mine.offset(0).subquery()


def of_fresh_seats(mine: Any, place: Any, conditions: Sequence[Any], page: Page) -> Select[Any]:
    found = select(Game.game_id, place.label("place")).join(mine, mine.c.game_id == Game.game_id).where(*conditions)
    fresh = found.offset(0).subquery()
    return page.of(select(fresh.c.game_id, fresh.c.place), fresh.c.place, fresh.c.game_id)


def of_settled_seats(
    account_id: UUID, place: Any, within: Sequence[Any], conditions: Sequence[Any], page: Page
) -> Select[Any]:
    seats = select(Seat.game_id, place.label("place")).where(Seat.account_id == account_id, *within)
    if not conditions:
        return page.of(seats, place, Seat.game_id)
    # Seats are read in order until enough of their games meet the conditions.
    mine = page.of(seats, place, Seat.game_id).limit(None).offset(0).subquery()
    found = select(mine.c.game_id, mine.c.place).join(Game, Game.game_id == mine.c.game_id).where(*conditions)
    return page._replace(after=None).of(found, mine.c.place, mine.c.game_id)


def merged(parts: Sequence[Select[Any]], page: Page) -> list[ListedGame]:
    first = page._replace(after=None)
    union = sa.union_all(*parts).subquery()
    found = first.of(select(union.c.game_id, union.c.place), union.c.place, union.c.game_id).subquery()
    rows = select(*COLUMNS, found.c.place).join(found, found.c.game_id == Game.game_id)
    return listed(first.of(rows, found.c.place, Game.game_id))
