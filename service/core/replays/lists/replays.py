"""Lists of finished games, with filters, sort orders and keyset pagination."""

from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, func, select

from service.core import feature
from service.core.people import accounts
from service.core.replays.lists.filters import (
    EDITION,
    IMPORTED,
    MULTICOLOR,
    SCORE,
    VARIANT,
    FinishedFilter,
    ReplayFilter,
    Sort,
    equal,
    planned_for,
    within,
)
from service.core.replays.lists.of_players import fresh_seats, merged, of_fresh_seats, of_settled_seats
from service.core.replays.lists.rows import COLUMNS, ListedGame, listed
from service.core.tables import advancing
from service.core.tables.tables import FINISHED_PUBLIC, Game, Seat
from service.platform.database.list_position import Page, Position
from service.platform.database.pool import fetch

LICENSE: Final = "https://creativecommons.org/publicdomain/zero/1.0/"
"""The license of dumps of games: CC0."""


def finished_games(query: ReplayFilter) -> list[ListedGame]:
    """Return up to `limit` + 1 finished public games, ordered by `sort`."""
    advancing.end_times()
    filters = query.filters
    if query.name is not None and not filters.imported:
        account = accounts.public(query.name)
        if account is None or filters.player not in (None, account.account_id):
            return []
        filters = filters._replace(player=account.account_id)
    page = Page(query.after, query.limit, query.sort.startswith("-"))
    place = _place(query.sort)
    conditions = _conditions(filters)
    if query.name is not None and filters.imported:
        conditions.append(Game.game_id.in_(_stated(query.name)))
    if query.tag is not None:
        conditions += [Game.game_id.in_(tagged(query.tag)) for tagged in feature.given(lambda hooks: hooks.tagged)]
    ended: list[Any] = [FINISHED_PUBLIC, *within(Game.finished_at, filters), *conditions]
    if filters.player is None:
        return listed(page.of(select(*COLUMNS, place.label("place")).where(*ended), place, Game.game_id))
    settled_place = Seat.game_score if "score" in query.sort else Seat.game_finished_at
    settled = [Seat.game_finished_at.is_not(None), *within(Seat.game_finished_at, filters)]
    return merged(
        [
            of_fresh_seats(fresh_seats(filters.player), place, ended, page),
            of_settled_seats(filters.player, settled_place, settled, conditions, page),
        ],
        page,
    )


def _stated(name: str) -> Select[Any]:
    """Return the games in which a seat without an account and without a bot has this name.

    The case of A to Z does not matter; the database's locale decides about that of other letters.
    """
    return select(Seat.game_id).where(
        func.lower(Seat.name) == func.lower(name), Seat.account_id.is_(None), Seat.bot.is_(None)
    )


def number_of_finished_games() -> int:
    """Return the number of finished public games."""
    ((number,),) = fetch(select(sa.func.count()).select_from(Game).where(FINISHED_PUBLIC))
    return int(number)


def position_of_replay(game_id: UUID, sort: Sort) -> Position | None:
    """Return the position of a finished public game in a list. Return None for other games."""
    found = fetch(select(_place(sort)).where(Game.game_id == game_id, FINISHED_PUBLIC))
    return Position(found[0][0], game_id) if found else None


def _place(sort: Sort) -> Any:
    return SCORE if "score" in sort else Game.finished_at


def _conditions(filters: FinishedFilter) -> list[ColumnElement[bool]]:
    """Return the conditions on the game itself. Player and time are not among them.

    A game without a score (-1) meets no `score_gte` and no `score_lte`.
    """
    imported = None if filters.imported is None else int(filters.imported)
    conditions = equal(
        (IMPORTED, imported),
        (EDITION, filters.edition),
        (MULTICOLOR, filters.multicolor),
        (VARIANT, filters.variant),
        (Game.seats, filters.seats),
        (Game.outcome, filters.outcome),
    )
    if filters.score_gte is not None:
        conditions.append(planned_for(filters.score_gte) <= SCORE)
    if filters.score_lte is not None:
        conditions.append(SCORE.between(sa.literal_column("0"), planned_for(filters.score_lte)))
    return conditions
