"""Lists of games and replays, with filters, sort orders and keyset pagination."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, func, select, tuple_
from sqlalchemy.dialects.postgresql import aggregate_order_by

from service.database.pool import fetch
from service.database.position import Position
from service.database.schema import FINISHED_PUBLIC, PUBLIC_NOT_IMPORTED, Account, Game, Seat
from service.games.lobby.open_game import IS_PRESENT
from service.identity import accounts
from service.identity.tokens import Caller
from service.replays.visibility import LISTED

__all__ = [
    "EDITION",
    "IMPORTED",
    "LICENSE",
    "MULTICOLOR",
    "SCORE",
    "VARIANT",
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
    "within",
]

Sort = Literal["finished", "-finished", "score", "-score"]

# Literal SQL without parameters, so that the expressions match those of the indexes.
EDITION: Final = sa.literal_column("(game.rules ->> 'edition')", sa.Text)
MULTICOLOR: Final = sa.literal_column("(game.rules ->> 'multicolor')", sa.Text)
VARIANT: Final = sa.literal_column("(game.rules ->> 'variant')", sa.Text)
SCORE: Final = sa.literal_column("coalesce(game.score, -1)", sa.SmallInteger)
"""The score of a game; -1 for a game without one."""
IMPORTED: Final = sa.literal_column("((game.source is not null)::int)", sa.SmallInteger)
"""1 for an imported game, else 0."""


LICENSE: Final = "https://creativecommons.org/publicdomain/zero/1.0/"
"""The license of dumps of games: CC0."""


class GameFilter(NamedTuple):
    """Conditions on a list of public games; None for no condition."""

    status: str | None
    seats: int | None
    edition: str | None
    multicolor: str | None
    variant: str | None
    after: Position | None
    limit: int


class MyGamesFilter(NamedTuple):
    """Conditions on a list of the caller's games; None for no condition."""

    status: str | None
    my_turn: bool
    after: Position | None
    limit: int


class FinishedFilter(NamedTuple):
    """Conditions on finished games; None for no condition."""

    player: UUID | None = None
    edition: str | None = None
    multicolor: str | None = None
    variant: str | None = None
    """The name of a variant. Games without a variant have only `multicolor`."""
    seats: int | None = None
    score_gte: int | None = None
    score_lte: int | None = None
    outcome: str | None = None
    finished_after: datetime | None = None
    finished_before: datetime | None = None
    imported: bool | None = False
    """False for games that were played here, True for imported games, None for both."""


class ReplayFilter(NamedTuple):
    """Conditions and sort order of a list of replays."""

    filters: FinishedFilter
    sort: Sort
    after: Position | None
    limit: int
    name: str | None = None
    """A player's name. It is that of an account, or, for imported games, what they state."""


class ListedGame(NamedTuple):
    """The summary of a game in a list."""

    game_id: UUID
    status: str
    seats: int
    rules: dict[str, Any]
    sandbox: bool
    private: bool
    imported: bool
    claimed: dict[str, Any] | None
    """The times that an imported record states, by name."""
    names: list[dict[str, Any]]
    """For each taken seat, its `seat`, `name`, `account` and `bot`. The account is None if it is deleted."""
    awaiting_reveals: list[int] | None
    """The seats that have to reveal their contributions before the deal; None for no seat."""
    reveal_until: datetime | None
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
    """A page of an ordered list."""

    descending: bool
    after: Position | None
    limit: int

    def of(self, rows: Select[Any], place: Any, game_id: Any) -> Select[Any]:
        """Restrict a query to the page and one more row. That row shows that there is another page."""
        order = (place, game_id)
        if self.after is not None:
            last = tuple_(*order) < tuple(self.after) if self.descending else tuple_(*order) > tuple(self.after)
            rows = rows.where(last)
        return rows.order_by(*[column.desc() if self.descending else column for column in order]).limit(self.limit + 1)


def _seat(name: Any, account_id: Any) -> Any:
    return sa.func.json_build_object(
        *(sa.literal_column("'seat'"), Seat.seat),
        *(sa.literal_column("'name'"), name),
        *(sa.literal_column("'account'"), account_id),
        *(sa.literal_column("'bot'"), Seat.bot),
    )


# The account is a subquery, because the planner might read all accounts for a join.
_SHOWN: Final = sa.case((Account.deleted_at.is_(None), Account.account_id))
_PLAYER: Final = select(_seat(Account.name, _SHOWN)).where(Account.account_id == Seat.account_id).correlate(Seat)
_SEAT: Final = sa.func.coalesce(_PLAYER.scalar_subquery(), _seat(Seat.name, sa.literal_column("null::uuid")))
_NAMES: Final = select(sa.func.json_agg(aggregate_order_by(_SEAT, Seat.seat))).where(Seat.game_id == Game.game_id)
_UNREVEALED: Final = (
    select(sa.func.json_agg(aggregate_order_by(Seat.seat, Seat.seat)))
    .where(Seat.game_id == Game.game_id, Seat.entropy_commitment.is_not(None), Seat.reveal.is_(None))
    .correlate(Game)
    .scalar_subquery()
)
_COLUMNS: Final = (
    Game.game_id,
    Game.status,
    Game.seats,
    Game.rules,
    Game.sandbox,
    Game.private,
    Game.source.is_not(None).label("imported"),
    Game.source["claimed"].label("claimed"),
    _NAMES.correlate(Game).scalar_subquery().label("names"),
    sa.case((Game.reveal_until.is_not(None), _UNREVEALED)).label("awaiting_reveals"),
    Game.reveal_until,
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


def games(query: GameFilter) -> list[ListedGame]:
    """Return up to `limit` + 1 public games, newest first. Open games of suspended accounts are omitted."""
    conditions = _equal(
        (Game.status, query.status),
        (Game.seats, query.seats),
        (EDITION, query.edition),
        (MULTICOLOR, query.multicolor),
        (VARIANT, query.variant),
    )
    found = select(*_COLUMNS, Game.created_at.label("place")).where(
        PUBLIC_NOT_IMPORTED, IS_PRESENT, LISTED, *conditions
    )
    return _listed(_Page(True, query.after, query.limit).of(found, Game.created_at, Game.game_id))


def games_of(caller: Caller, query: MyGamesFilter) -> list[ListedGame]:
    """Return up to `limit` + 1 games of the caller, newest first.

    These are the games in which the caller has a seat, including sandbox and private games.
    """
    page = _Page(True, query.after, query.limit)
    mine = _fresh_seats(caller.account_id)
    conditions: list[Any] = [IS_PRESENT] if query.status is None else [IS_PRESENT, Game.status == query.status]
    if query.my_turn:
        conditions += [Game.status == "running", Game.to_move == mine.c.seat]
    parts = [_of_fresh_seats(mine, Game.created_at, conditions, page)]
    if not query.my_turn and query.status in (None, "ended"):  # the game of a settled seat has ended
        settled = [Seat.game_created_at.is_not(None)]
        parts.append(_of_settled_seats(caller.account_id, Seat.game_created_at, settled, [], page))
    return _merged(parts, page)


def replays(query: ReplayFilter) -> list[ListedGame]:
    """Return up to `limit` + 1 finished public games, ordered by `sort`."""
    filters = query.filters
    if query.name is not None and not filters.imported:
        account = accounts.public(query.name)
        if account is None or filters.player not in (None, account.account_id):
            return []
        filters = filters._replace(player=account.account_id)
    page = _Page(query.sort.startswith("-"), query.after, query.limit)
    place = _place(query.sort)
    conditions = _conditions(filters)
    if query.name is not None and filters.imported:
        conditions.append(Game.game_id.in_(_stated(query.name)))
    ended: list[Any] = [FINISHED_PUBLIC, *within(Game.finished_at, filters), *conditions]
    if filters.player is None:
        return _listed(page.of(select(*_COLUMNS, place.label("place")).where(*ended), place, Game.game_id))
    settled_place = Seat.game_score if "score" in query.sort else Seat.game_finished_at
    settled = [Seat.game_finished_at.is_not(None), *within(Seat.game_finished_at, filters)]
    return _merged(
        [
            _of_fresh_seats(_fresh_seats(filters.player), place, ended, page),
            _of_settled_seats(filters.player, settled_place, settled, conditions, page),
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


def count() -> int:
    """Return the number of finished public games."""
    ((number,),) = fetch(select(sa.func.count()).select_from(Game).where(FINISHED_PUBLIC))
    return int(number)


def position(game_id: UUID, sort: Sort) -> Position | None:
    """Return the position of a finished public game in a list. Return None for other games."""
    found = fetch(select(_place(sort)).where(Game.game_id == game_id, FINISHED_PUBLIC))
    return Position(found[0][0], game_id) if found else None


def _place(sort: Sort) -> Any:
    return SCORE if "score" in sort else Game.finished_at


def _planned_for(value: Any) -> Any:
    """Return a value as an SQL literal. The planner can then estimate the number of its rows."""
    return sa.bindparam(None, value, literal_execute=True)


def _equal(*pairs: tuple[Any, Any]) -> list[ColumnElement[bool]]:
    return [column == _planned_for(value) for column, value in pairs if value is not None]


def within(moment: Any, filters: FinishedFilter) -> list[ColumnElement[bool]]:
    """Return the conditions on the time of the end."""
    conditions = []
    if filters.finished_after is not None:
        conditions.append(moment > _planned_for(filters.finished_after))
    if filters.finished_before is not None:
        conditions.append(moment < _planned_for(filters.finished_before))
    return conditions


def _conditions(filters: FinishedFilter) -> list[ColumnElement[bool]]:
    """Return the conditions on the game itself. Player and time are not among them.

    A game without a score (-1) meets no `score_gte` and no `score_lte`.
    """
    imported = None if filters.imported is None else int(filters.imported)
    conditions = _equal(
        (IMPORTED, imported),
        (EDITION, filters.edition),
        (MULTICOLOR, filters.multicolor),
        (VARIANT, filters.variant),
        (Game.seats, filters.seats),
        (Game.outcome, filters.outcome),
    )
    if filters.score_gte is not None:
        conditions.append(_planned_for(filters.score_gte) <= SCORE)
    if filters.score_lte is not None:
        conditions.append(SCORE.between(sa.literal_column("0"), _planned_for(filters.score_lte)))
    return conditions


def _listed(rows: Select[Any]) -> list[ListedGame]:
    return [ListedGame._make((*row[:-1], Position(row.place, row.game_id))) for row in fetch(rows)]


# A player's games. `service.statistics.rollup` settles a seat some time after the end of its game, and an index has the
# settled seats of an account in order. The other seats are fresh; they are few, and are sorted. OFFSET 0 makes the
# planner read the seats first. Otherwise it might read all games in order until it has enough of this player's.


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
    # Seats are read in order until enough of their games meet the conditions.
    mine = page.of(seats, place, Seat.game_id).limit(None).offset(0).subquery()
    found = select(mine.c.game_id, mine.c.place).join(Game, Game.game_id == mine.c.game_id).where(*conditions)
    return page._replace(after=None).of(found, mine.c.place, mine.c.game_id)


def _merged(parts: Sequence[Select[Any]], page: _Page) -> list[ListedGame]:
    first = page._replace(after=None)
    union = sa.union_all(*parts).subquery()
    found = first.of(select(union.c.game_id, union.c.place), union.c.place, union.c.game_id).subquery()
    rows = select(*_COLUMNS, found.c.place).join(found, found.c.game_id == Game.game_id)
    return _listed(first.of(rows, found.c.place, Game.game_id))
