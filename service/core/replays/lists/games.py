"""Lists of games, and of the games of an account."""

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import select

from engine.pace import DAY_S
from service.core.people.tokens import Caller
from service.core.replays.lists.filters import EDITION, MULTICOLOR, VARIANT, GameFilter, MyGamesFilter, equal
from service.core.replays.lists.of_players import fresh_seats, merged, of_fresh_seats, of_settled_seats
from service.core.replays.lists.rows import COLUMNS, ListedGame, listed
from service.core.tables import advancing
from service.core.tables.lobby.absent_creators import HOST_IS_AWAY
from service.core.tables.lobby.open_game import IS_OPEN, IS_PRESENT
from service.core.tables.tables import PUBLIC_NOT_IMPORTED, Game, Seat
from service.platform.database.list_position import Page

_LISTED: Final = sa.or_(Game.status != sa.literal_column("'open'"), HOST_IS_AWAY.is_not(sa.true()))
"""The condition for games in the public list: it omits open games of suspended and deleted accounts."""

_TURN_S: Final = sa.func.coalesce(Game.pace["turn_s"].as_integer(), 0)
_OF_PACE: Final[Mapping[str, list[sa.ColumnElement[bool]]]] = {
    "none": [Game.pace.is_(None)],
    "short": [Game.pace.is_not(None), _TURN_S < DAY_S],
    "days": [Game.pace.is_not(None), _TURN_S >= DAY_S],
}


def public_games(query: GameFilter) -> list[ListedGame]:
    """Return up to `limit` + 1 public games, newest first. Open games of suspended accounts are omitted."""
    advancing.end_times()
    conditions = equal(
        (Game.status, query.status),
        (Game.seats, query.seats),
        (EDITION, query.edition),
        (MULTICOLOR, query.multicolor),
        (VARIANT, query.variant),
    )
    if query.is_watchable:
        conditions += [*equal((Game.status, "running")), Game.watching != "nobody"]
    if query.pace is not None:
        conditions += _OF_PACE[query.pace]
    found = select(*COLUMNS, Game.created_at.label("place")).where(
        PUBLIC_NOT_IMPORTED, IS_PRESENT, _LISTED, *conditions
    )
    return listed(Page(query.after, query.limit).of(found, Game.created_at, Game.game_id))


def open_tables(limit: int) -> list[ListedGame]:
    """Return the newest public games that have a free seat, of creators who are not suspended or deleted."""
    found = select(*COLUMNS, Game.created_at.label("place")).where(
        PUBLIC_NOT_IMPORTED, IS_OPEN, Game.reveal_until.is_(None), _LISTED
    )
    return listed(found.order_by(Game.created_at.desc(), Game.game_id.desc()).limit(limit))


def games_of(caller: Caller, query: MyGamesFilter) -> list[ListedGame]:
    """Return up to `limit` + 1 games of the caller, newest first.

    These are the games in which the caller has a seat, including sandbox and private games.
    """
    advancing.end_times()
    page = Page(query.after, query.limit)
    mine = fresh_seats(caller.account_id)
    conditions: list[Any] = [IS_PRESENT] if query.status is None else [IS_PRESENT, Game.status == query.status]
    if query.my_turn:
        conditions += [Game.status == "running", Game.to_move == mine.c.seat]
    parts = [of_fresh_seats(mine, Game.created_at, conditions, page)]
    if not query.my_turn and query.status in (None, "ended"):  # the game of a settled seat has ended
        settled = [Seat.game_created_at.is_not(None)]
        parts.append(of_settled_seats(caller.account_id, Seat.game_created_at, settled, [], page))
    return merged(parts, page)
