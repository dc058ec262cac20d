"""Lists of games and replays: filters, orders, and keyset pages, which continue after the last row seen."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Select,
    SmallInteger,
    Text,
    bindparam,
    func,
    literal_column,
    select,
    tuple_,
    union_all,
)
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
EDITION: Final = literal_column("(game.rules ->> 'edition')", Text)
MULTICOLOR: Final = literal_column("(game.rules ->> 'multicolor')", Text)
SCORE: Final = literal_column("coalesce(game.score, -1)", SmallInteger)
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

    def of(self, which: Select[Any], place: ColumnElement[Any], game_id: ColumnElement[UUID]) -> Select[Any]:
        """Return the rows of the page, and one more if there are more."""
        order = (place, game_id)
        if self.after is not None:
            last = tuple_(*order) < tuple(self.after) if self.descending else tuple_(*order) > tuple(self.after)
            which = which.where(last)
        return which.order_by(*[one.desc() if self.descending else one for one in order]).limit(self.limit + 1)


# Each name is a subquery of its own: a join would read all accounts, which the planner takes for cheaper.
_NAME: Final = select(Account.name).where(Account.account_id == Seat.account_id).scalar_subquery()
_SEAT: Final = func.json_build_object(
    *(literal_column("'seat'"), Seat.seat),
    *(literal_column("'name'"), func.coalesce(Seat.name, _NAME)),
    *(literal_column("'bot'"), Seat.bot),
)
_NAMES: Final = select(func.json_agg(aggregate_order_by(_SEAT, Seat.seat))).where(Seat.game_id == Game.game_id)
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
_FINISHED_AT: Final = Game.__table__.c.finished_at
_CREATED_AT: Final = Game.__table__.c.created_at


def games(wanted: GameFilter) -> list[ListedGame]:
    """Return public games, newest first; one more than the limit if there are more."""
    conditions = [
        column == _planned_for(value)
        for column, value in (
            (Game.status, wanted.status),
            (Game.seats, wanted.seats),
            (EDITION, wanted.edition),
            (MULTICOLOR, wanted.multicolor),
        )
        if value is not None
    ]
    found = select(*_COLUMNS, _CREATED_AT.label("place")).where(PUBLIC_HERE, *conditions)
    return _listed(_Page(True, wanted.after, wanted.limit).of(found, _CREATED_AT, _GAME_ID))


def games_of(caller: Caller, wanted: MyGamesFilter) -> list[ListedGame]:
    """Return the games in which the caller has a seat, newest first, sandbox and private ones included.

    One more than the limit if there are more.
    """
    page = _Page(True, wanted.after, wanted.limit)
    mine = _fresh_seats(caller.account_id)
    conditions: list[Any] = [] if wanted.status is None else [Game.status == wanted.status]
    if wanted.my_turn:
        conditions += [Game.status == "running", Game.to_move == mine.c.seat]
    parts = [_of_fresh_seats(mine, _CREATED_AT, conditions, page)]
    if not wanted.my_turn and wanted.status in (None, "ended"):  # The game of a settled seat has ended.
        parts.append(_of_settled_seats(caller.account_id, _SEAT_CREATED_AT, [_SEAT_CREATED_AT.is_not(None)], [], page))
    return _merged(parts, page)


def replays(wanted: ReplayFilter) -> list[ListedGame]:
    """Return finished public games in the wanted order; one more than the limit if there are more."""
    which = wanted.which
    page = _Page(wanted.sort.startswith("-"), wanted.after, wanted.limit)
    place = _place(wanted.sort)
    conditions = _conditions(which)
    ended: list[Any] = [FINISHED_PUBLIC, *_within(_FINISHED_AT, which), *conditions]
    if which.player is None:
        return _listed(page.of(select(*_COLUMNS, place.label("place")).where(*ended), place, _GAME_ID))
    settled_place = _SEAT_SCORE if "score" in wanted.sort else _SEAT_FINISHED_AT
    settled = [_SEAT_FINISHED_AT.is_not(None), *_within(_SEAT_FINISHED_AT, which)]
    return _merged(
        [
            _of_fresh_seats(_fresh_seats(which.player), place, ended, page),
            _of_settled_seats(which.player, settled_place, settled, conditions, page),
        ],
        page,
    )


def count() -> int:
    """Return the number of finished public games."""
    ((number,),) = fetch(select(func.count()).select_from(Game).where(FINISHED_PUBLIC))
    return int(number)


def position(game_id: UUID, sort: Sort) -> Position | None:
    """Return the position of a finished public game in this order; None for any other game."""
    found = fetch(select(_place(sort)).where(Game.game_id == game_id, FINISHED_PUBLIC))
    return Position(found[0][0], game_id) if found else None


_GAME_ID: Final = Game.__table__.c.game_id
_SEAT_CREATED_AT: Final = Seat.__table__.c.game_created_at
_SEAT_FINISHED_AT: Final = Seat.__table__.c.game_finished_at
_SEAT_SCORE: Final = Seat.__table__.c.game_score


def _place(sort: Sort) -> ColumnElement[Any]:
    return SCORE if "score" in sort else _FINISHED_AT


def _planned_for(value: Any) -> Any:
    """Return a value as a constant of the statement, so that the planner sees if few games have it."""
    return bindparam(None, value, literal_execute=True)


def _within(moment: ColumnElement[datetime], which: FinishedFilter) -> list[ColumnElement[bool]]:
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
    columns: dict[str, Any] = {
        "edition": EDITION,
        "multicolor": MULTICOLOR,
        "seats": Game.seats,
        "outcome": Game.outcome,
    }
    wanted = {name: getattr(which, name) for name in columns}
    conditions = [columns[name] == _planned_for(value) for name, value in wanted.items() if value is not None]
    if which.score_gte is not None:
        conditions.append(_planned_for(which.score_gte) <= SCORE)
    if which.score_lte is not None:
        conditions.append(SCORE.between(literal_column("0"), _planned_for(which.score_lte)))
    return conditions


def _listed(rows: Select[Any]) -> list[ListedGame]:
    return [ListedGame._make((*row[:-1], Position(row.place, row.game_id))) for row in fetch(rows)]


# A player's games. `service.statistics.rollup` settles a seat some time after its game has ended, and an index has an
# account's settled seats in order. Fresh seats, all others, are few, and are sorted. OFFSET 0 has the seats read first:
# the planner might read all games in their order instead, until enough of them are this player's.


def _fresh_seats(account_id: UUID) -> Any:
    mine = select(Seat.game_id, Seat.seat).where(Seat.account_id == account_id, Seat.game_created_at.is_(None))
    return mine.offset(0).subquery()


def _of_fresh_seats(mine: Any, place: ColumnElement[Any], conditions: Sequence[Any], page: _Page) -> Select[Any]:
    found = select(_GAME_ID, place.label("place")).join(mine, mine.c.game_id == Game.game_id).where(*conditions)
    fresh = found.offset(0).subquery()
    return page.of(select(fresh.c.game_id, fresh.c.place), fresh.c.place, fresh.c.game_id)


def _of_settled_seats(
    account_id: UUID, place: ColumnElement[Any], within: Sequence[Any], conditions: Sequence[Any], page: _Page
) -> Select[Any]:
    game_id = Seat.__table__.c.game_id
    seats = select(game_id, place.label("place")).where(Seat.account_id == account_id, *within)
    if not conditions:
        return page.of(seats, place, game_id)
    # The seats are read in order until enough of their games meet the conditions.
    mine = page.of(seats, place, game_id).limit(None).offset(0).subquery()
    found = select(mine.c.game_id, mine.c.place).join(Game, Game.game_id == mine.c.game_id).where(*conditions)
    return page._replace(after=None).of(found, mine.c.place, mine.c.game_id)


def _merged(parts: Sequence[Select[Any]], page: _Page) -> list[ListedGame]:
    first = page._replace(after=None)
    either = union_all(*parts).subquery()
    found = first.of(select(either.c.game_id, either.c.place), either.c.place, either.c.game_id).subquery()
    rows = select(*_COLUMNS, found.c.place).join(found, found.c.game_id == Game.game_id)
    return _listed(first.of(rows, found.c.place, _GAME_ID))
