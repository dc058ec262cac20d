"""Lists of games and replays: filters, orders, and keyset pages, which continue after the last row seen."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, select, tuple_
from sqlalchemy.dialects.postgresql import aggregate_order_by

from service.database.pool import fetch
from service.database.schema import FINISHED_PUBLIC, PUBLIC_HERE, Account, Game, Seat
from service.identity.tokens import Caller

__all__ = [
    "EDITION",
    "MULTICOLOR",
    "SCORE",
    "FinishedFilter",
    "GameFilter",
    "ListedGame",
    "MyGamesFilter",
    "Position",
    "ReplayFilter",
    "Sort",
    "count",
    "games",
    "games_of",
    "position",
    "replays",
]

Sort = Literal["finished", "-finished", "score", "-score"]

# As text, without parameters, so that they match the indexes.
EDITION: Final = sa.literal_column("(game.rules ->> 'edition')", sa.Text)
MULTICOLOR: Final = sa.literal_column("(game.rules ->> 'multicolor')", sa.Text)
SCORE: Final = sa.literal_column("coalesce(game.score, -1)", sa.SmallInteger)
"""The score of a game; -1 for a game without one."""


class Position(NamedTuple):
    """The last row of a page: the value by which the list is ordered, and the game."""

    value: datetime | int
    game_id: UUID


class GameFilter(NamedTuple):
    """Conditions of a list of games; None is no condition."""

    status: str | None
    seats: int | None
    edition: str | None
    multicolor: str | None
    after: Position | None
    limit: int


class MyGamesFilter(NamedTuple):
    """Conditions of a list of the caller's games."""

    status: str | None
    my_turn: bool
    after: Position | None
    limit: int


class FinishedFilter(NamedTuple):
    """Conditions for finished games; None is no condition."""

    player: UUID | None = None
    edition: str | None = None
    multicolor: str | None = None
    seats: int | None = None
    score_gte: int | None = None
    score_lte: int | None = None
    outcome: str | None = None
    finished_after: datetime | None = None
    finished_before: datetime | None = None


class ReplayFilter(NamedTuple):
    """Conditions and order of a list of finished games."""

    which: FinishedFilter
    sort: Sort
    after: Position | None
    limit: int


class ListedGame(NamedTuple):
    """A row of a list: the summary of a game."""

    game_id: UUID
    status: str
    seats: int
    rules: dict[str, Any]
    sandbox: bool
    private: bool
    imported: bool
    names: list[dict[str, Any]]
    """By taken seat: `seat`, `name` and `bot`."""
    version: int
    turn: int
    to_move: int | None
    outcome: str | None
    reason: str | None
    score: int | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    position: Position


class _Page(NamedTuple):
    """A part of an ordered list."""

    descending: bool
    after: Position | None
    limit: int

    def of(self, which: Select[Any], place: Any, game_id: Any) -> Select[Any]:
        """Return the rows of the page, and one more if there are more."""
        order = (place, game_id)
        if self.after is not None:
            last = tuple_(*order) < tuple(self.after) if self.descending else tuple_(*order) > tuple(self.after)
            which = which.where(last)
        return which.order_by(*[one.desc() if self.descending else one for one in order]).limit(self.limit + 1)


# Each name is a subquery of its own: a join would read all accounts, which the planner takes for cheaper.
_NAME: Final = select(Account.name).where(Account.account_id == Seat.account_id).scalar_subquery()
_SEAT: Final = sa.func.json_build_object(
    *(sa.literal_column("'seat'"), Seat.seat),
    *(sa.literal_column("'name'"), sa.func.coalesce(Seat.name, _NAME)),
    *(sa.literal_column("'bot'"), Seat.bot),
)
_NAMES: Final = select(sa.func.json_agg(aggregate_order_by(_SEAT, Seat.seat))).where(Seat.game_id == Game.game_id)
_COLUMNS: Final = (
    Game.game_id,
    Game.status,
    Game.seats,
    Game.rules,
    Game.sandbox,
    Game.private,
    Game.source.is_not(None).label("imported"),
    _NAMES.correlate(Game).scalar_subquery().label("names"),
    Game.version,
    Game.turn,
    Game.to_move,
    Game.outcome,
    Game.reason,
    Game.score,
    Game.created_at,
    Game.started_at,
    Game.finished_at,
)


def games(wanted: GameFilter) -> list[ListedGame]:
    """Return public games, newest first; one more than the limit if there are more."""
    conditions = _equal(
        (Game.status, wanted.status),
        (Game.seats, wanted.seats),
        (EDITION, wanted.edition),
        (MULTICOLOR, wanted.multicolor),
    )
    found = select(*_COLUMNS, Game.created_at.label("place")).where(PUBLIC_HERE, *conditions)
    return _listed(_Page(True, wanted.after, wanted.limit).of(found, Game.created_at, Game.game_id))


def games_of(caller: Caller, wanted: MyGamesFilter) -> list[ListedGame]:
    """Return the games in which the caller has a seat, newest first, sandbox and private ones included.

    One more than the limit if there are more.
    """
    page = _Page(True, wanted.after, wanted.limit)
    mine = _fresh_seats(caller.account_id)
    conditions: list[Any] = [] if wanted.status is None else [Game.status == wanted.status]
    if wanted.my_turn:
        conditions += [Game.status == "running", Game.to_move == mine.c.seat]
    parts = [_of_fresh_seats(mine, Game.created_at, conditions, page)]
    if not wanted.my_turn and wanted.status in (None, "ended"):  # The game of a settled seat has ended.
        settled = [Seat.game_created_at.is_not(None)]
        parts.append(_of_settled_seats(caller.account_id, Seat.game_created_at, settled, [], page))
    return _merged(parts, page)


def replays(wanted: ReplayFilter) -> list[ListedGame]:
    """Return finished public games in the wanted order; one more than the limit if there are more."""
    which = wanted.which
    page = _Page(wanted.sort.startswith("-"), wanted.after, wanted.limit)
    place = _place(wanted.sort)
    conditions = _conditions(which)
    ended: list[Any] = [FINISHED_PUBLIC, *_within(Game.finished_at, which), *conditions]
    if which.player is None:
        return _listed(page.of(select(*_COLUMNS, place.label("place")).where(*ended), place, Game.game_id))
    settled_place = Seat.game_score if "score" in wanted.sort else Seat.game_finished_at
    settled = [Seat.game_finished_at.is_not(None), *_within(Seat.game_finished_at, which)]
    return _merged(
        [
            _of_fresh_seats(_fresh_seats(which.player), place, ended, page),
            _of_settled_seats(which.player, settled_place, settled, conditions, page),
        ],
        page,
    )


def count() -> int:
    """Return the number of finished public games."""
    ((number,),) = fetch(select(sa.func.count()).select_from(Game).where(FINISHED_PUBLIC))
    return int(number)


def position(game_id: UUID, sort: Sort) -> Position | None:
    """Return the position of a finished public game in this order; None for any other game."""
    found = fetch(select(_place(sort)).where(Game.game_id == game_id, FINISHED_PUBLIC))
    return Position(found[0][0], game_id) if found else None


def _place(sort: Sort) -> Any:
    return SCORE if "score" in sort else Game.finished_at


def _planned_for(value: Any) -> Any:
    """Return a value as a constant of the statement, so that the planner sees if few games have it."""
    return sa.bindparam(None, value, literal_execute=True)


def _equal(*pairs: tuple[Any, Any]) -> list[ColumnElement[bool]]:
    return [column == _planned_for(value) for column, value in pairs if value is not None]


def _within(moment: Any, which: FinishedFilter) -> list[ColumnElement[bool]]:
    conditions = []
    if which.finished_after is not None:
        conditions.append(moment > _planned_for(which.finished_after))
    if which.finished_before is not None:
        conditions.append(moment < _planned_for(which.finished_before))
    return conditions


def _conditions(which: FinishedFilter) -> list[ColumnElement[bool]]:
    """Return the conditions on the game, without player and time.

    A game without a score, -1, is below every `score_gte`, and is not within any `score_lte`.
    """
    conditions = _equal(
        (EDITION, which.edition),
        (MULTICOLOR, which.multicolor),
        (Game.seats, which.seats),
        (Game.outcome, which.outcome),
    )
    if which.score_gte is not None:
        conditions.append(_planned_for(which.score_gte) <= SCORE)
    if which.score_lte is not None:
        conditions.append(SCORE.between(sa.literal_column("0"), _planned_for(which.score_lte)))
    return conditions


def _listed(rows: Select[Any]) -> list[ListedGame]:
    return [ListedGame._make((*row[:-1], Position(row.place, row.game_id))) for row in fetch(rows)]


# A player's games. `service.statistics.rollup` settles a seat some time after its game has ended, and an index has an
# account's settled seats in order. Fresh seats, all others, are few, and are sorted. OFFSET 0 has the seats read first:
# the planner might read all games in their order instead, until enough of them are this player's.


def _fresh_seats(account_id: UUID) -> Any:
    mine = select(Seat.game_id, Seat.seat).where(Seat.account_id == account_id, Seat.game_created_at.is_(None))
    return mine.offset(0).subquery()


def _of_fresh_seats(mine: Any, place: Any, conditions: Sequence[Any], page: _Page) -> Select[Any]:
    found = select(Game.game_id, place.label("place")).join(mine, mine.c.game_id == Game.game_id).where(*conditions)
    fresh = found.offset(0).subquery()
    return page.of(select(fresh.c.game_id, fresh.c.place), fresh.c.place, fresh.c.game_id)


def _of_settled_seats(
    account_id: UUID, place: Any, within: Sequence[Any], conditions: Sequence[Any], page: _Page
) -> Select[Any]:
    seats = select(Seat.game_id, place.label("place")).where(Seat.account_id == account_id, *within)
    if not conditions:
        return page.of(seats, place, Seat.game_id)
    # The seats are read in order until enough of their games meet the conditions.
    mine = page.of(seats, place, Seat.game_id).limit(None).offset(0).subquery()
    found = select(mine.c.game_id, mine.c.place).join(Game, Game.game_id == mine.c.game_id).where(*conditions)
    return page._replace(after=None).of(found, mine.c.place, mine.c.game_id)


def _merged(parts: Sequence[Select[Any]], page: _Page) -> list[ListedGame]:
    first = page._replace(after=None)
    either = sa.union_all(*parts).subquery()
    found = first.of(select(either.c.game_id, either.c.place), either.c.place, either.c.game_id).subquery()
    rows = select(*_COLUMNS, found.c.place).join(found, found.c.game_id == Game.game_id)
    return _listed(first.of(rows, found.c.place, Game.game_id))
