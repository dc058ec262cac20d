"""Lists of games and replays: filters, an order, and pages that go on from the last row seen, never by offset."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from service.database.pool import connection
from service.identity.tokens import Caller

__all__ = [
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


class Position(NamedTuple):
    """The last row of a page: the value that the list is ordered by, and the game."""

    value: datetime | int
    game_id: UUID


class GameFilter(NamedTuple):
    """Which games a list shows; None is no condition."""

    status: str | None
    seats: int | None
    edition: str | None
    multicolor: str | None
    after: Position | None
    limit: int


class MyGamesFilter(NamedTuple):
    """Which of the caller's games a list shows."""

    status: str | None
    my_turn: bool
    after: Position | None
    limit: int


class FinishedFilter(NamedTuple):
    """Which finished games; None is no condition."""

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
    """Which finished games a list shows, in which order."""

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


# Names are looked up one by one: to read all accounts at once seems cheaper to the planner, as long as they are few.
_COLUMNS: Final = """
    g.game_id, g.status, g.seats, g.rules, g.sandbox, g.private, g.source is not null,
    (select json_agg(json_build_object('seat', s.seat, 'name',
                     coalesce(s.name, (select a.name from account a where a.account_id = s.account_id)), 'bot', s.bot)
                     order by s.seat)
       from seat s where s.game_id = g.game_id),
    g.version, g.turn, g.to_move, g.outcome, g.reason, g.score, g.created_at, g.started_at, g.finished_at
"""

_LISTED: Final = ("g.status = 'ended'", "not g.sandbox", "not g.private")
"""What makes a game one of the finished public ones."""

# By sort: the value that orders, the direction, and what stands behind the last row seen.
_ORDERS: Final[dict[Sort, tuple[str, str, str]]] = {
    "finished": ("g.finished_at", "asc", ">"),
    "-finished": ("g.finished_at", "desc", "<"),
    "score": ("coalesce(g.score, -1)", "asc", ">"),
    "-score": ("coalesce(g.score, -1)", "desc", "<"),
}

# The same values beside a settled seat.
_SETTLED_AS: Final[dict[Sort, str]] = {
    "finished": "game_finished_at",
    "-finished": "game_finished_at",
    "score": "game_score",
    "-score": "game_score",
}


def games(wanted: GameFilter) -> list[ListedGame]:
    """Return public games, newest first; one more than the limit if there are more."""
    conditions = ["not g.sandbox", "not g.private", "g.source is null"]
    values: dict[str, Any] = {}
    _add(conditions, values, "g.status", "=", wanted.status)
    _add(conditions, values, "g.seats", "=", wanted.seats)
    _add(conditions, values, "g.rules ->> 'edition'", "=", wanted.edition)
    _add(conditions, values, "g.rules ->> 'multicolor'", "=", wanted.multicolor)
    return _page("game g", conditions, values, "g.created_at", _Window("desc", "<", wanted.after, wanted.limit))


def games_of(caller: Caller, wanted: MyGamesFilter) -> list[ListedGame]:
    """Return the games in which the caller has a seat, newest first; sandbox and private ones too."""
    values: dict[str, Any] = {"account_id": caller.account_id}
    window = _Window("desc", "<", wanted.after, wanted.limit)
    fresh: list[str] = []
    _add(fresh, values, "g.status", "=", wanted.status)
    if wanted.my_turn:
        fresh.append("g.status = 'running' and g.to_move = mine.seat")
    parts = [_fresh("g.created_at", fresh, window)]
    if not wanted.my_turn and wanted.status in (None, "ended"):  # a settled seat is one of a game that has ended
        parts.append(_settled("game_created_at", ["game_created_at is not null"], [], window))
    return _merged(parts, values, window)


def replays(wanted: ReplayFilter) -> list[ListedGame]:
    """Return finished public games in the order asked for; one more than the limit if there are more."""
    which = wanted.which
    values: dict[str, Any] = {}
    order, direction, beyond = _ORDERS[wanted.sort]
    window = _Window(direction, beyond, wanted.after, wanted.limit)
    period: list[str] = []
    _add(period, values, "finished_at", ">", which.finished_after)
    _add(period, values, "finished_at", "<", which.finished_before)
    conditions = _conditions_of(which, values)
    ended = [*_LISTED, *[f"g.{one}" for one in period], *conditions]
    if which.player is None:
        return _page("game g", ended, values, order, window)
    values["account_id"] = which.player
    settled = ["game_finished_at is not null", *[f"game_{one}" for one in period]]
    parts = [_fresh(order, ended, window), _settled(_SETTLED_AS[wanted.sort], settled, conditions, window)]
    return _merged(parts, values, window)


def count() -> int:
    """Return how many finished public games there are."""
    with connection() as db:
        row = db.execute(f"select count(*) from game g where {' and '.join(_LISTED)}".encode()).fetchone()
    return row[0] if row else 0


def position(game_id: UUID, sort: Sort) -> Position | None:
    """Return the place of a finished public game in a list of this order; None for any other game."""
    # As above, what is put into the statement is a constant of this module.
    statement = f"select {_ORDERS[sort][0]} from game g where g.game_id = %s and {' and '.join(_LISTED)}"
    with connection() as db:
        row = db.execute(statement.encode(), (game_id,)).fetchone()
    return None if row is None else Position(row[0], game_id)


_OF_GAMES: Final = {
    "edition": "g.rules ->> 'edition'",
    "multicolor": "g.rules ->> 'multicolor'",
    "seats": "g.seats",
    "score": "coalesce(g.score, -1)",
    "outcome": "g.outcome",
}


def _conditions_of(which: FinishedFilter, values: dict[str, Any]) -> list[str]:
    """Return what a filter asks of a game, but for the player and the time; values go into `values`.

    The score of a game without one is -1: below all that are asked for by `score_gte`, and not at most any.
    """
    conditions: list[str] = []
    for name in ("edition", "multicolor", "seats", "outcome"):
        _add(conditions, values, _OF_GAMES[name], "=", getattr(which, name))
    _add(conditions, values, _OF_GAMES["score"], ">=", which.score_gte)
    _add(conditions, values, _OF_GAMES["score"], "<=", which.score_lte)
    if which.score_lte is not None:
        conditions.append(f"{_OF_GAMES['score']} >= 0")
    return conditions


def _add(conditions: list[str], values: dict[str, Any], column: str, comparison: str, value: object) -> None:
    if value is not None:
        name = f"v{len(values)}"
        conditions.append(f"{column} {comparison} %({name})s")
        values[name] = value


class _Window(NamedTuple):
    """Which part of an ordered list a page is."""

    direction: str
    beyond: str
    after: Position | None
    limit: int

    def after_it(self, order: str, game_id: str) -> list[str]:
        """Return what stands behind the last row seen."""
        return [] if self.after is None else [f"({order}, {game_id}) {self.beyond} (%(after_value)s, %(after_id)s)"]

    def ordered(self, order: str, game_id: str) -> str:
        """Return the order."""
        return f"order by {order} {self.direction}, {game_id} {self.direction}"


def _page(
    tables: str, conditions: Sequence[str], values: dict[str, Any], order: str, window: _Window
) -> list[ListedGame]:
    asked = " and ".join([*conditions, *window.after_it(order, "g.game_id")])
    # Where few games fit another way to them is the right one than where many do: so the plan is made for these values.
    rows = f"select {_COLUMNS}, {order} from {tables} where {asked}"
    return _listed(rows, order, values, window, prepare=False if values else None)


def _listed(
    rows: str, order: str, values: dict[str, Any], window: _Window, *, prepare: bool | None = None
) -> list[ListedGame]:
    if window.after is not None:
        values = {**values, "after_value": window.after.value, "after_id": window.after.game_id}
    # Every piece of this statement is a constant of this module; what callers send goes in as values.
    statement = f"{rows} {window.ordered(order, 'g.game_id')} limit {window.limit + 1:d}"
    with connection() as db:
        found = db.execute(statement.encode(), values, prepare=prepare).fetchall()
    return [ListedGame._make((*row[:-1], Position(row[-1], row[0]))) for row in found]


# A player's games. `service.statistics.rollup` settles a seat some time after its game has ended: it copies the end of
# the game into the seat, so that an index by account has the seats in order. All other seats are few, and are sorted.


def _fresh(order: str, conditions: Sequence[str], window: _Window) -> str:
    # By `offset 0` these seats are read first, and their games looked up: else the planner may walk all games in their
    # order, and wait for enough of them to be this player's.
    seats = "select game_id, seat from seat where account_id = %(account_id)s and game_created_at is null offset 0"
    asked = " and ".join(["true", *conditions, *window.after_it(order, "g.game_id")])
    return f"""
        select * from (
            select g.game_id, {order} as place from ({seats}) mine join game g on g.game_id = mine.game_id
             where {asked} offset 0) fresh
         {window.ordered("place", "game_id")} limit {window.limit + 1:d}
    """


def _settled(order: str, within: Sequence[str], conditions: Sequence[str], window: _Window) -> str:
    asked = ["account_id = %(account_id)s", *within, *window.after_it(order, "game_id")]
    seats = f"""
        select game_id, {order} as place from seat where {" and ".join(asked)} {window.ordered(order, "game_id")}
    """
    if not conditions:
        return f"{seats} limit {window.limit + 1:d}"
    # By `offset 0` they are looked at in this order until enough of their games fit.
    return f"""
        select g.game_id, place from ({seats} offset 0) mine join game g on g.game_id = mine.game_id
         where {" and ".join(conditions)} {window.ordered("place", "g.game_id")} limit {window.limit + 1:d}
    """


def _merged(parts: Sequence[str], values: dict[str, Any], window: _Window) -> list[ListedGame]:
    games = " union all ".join([f"({part})" for part in parts])
    page = f"select * from ({games}) either {window.ordered('place', 'game_id')} limit {window.limit + 1:d}"
    # Of what a subquery says the planner knows nothing: so one plan does for whatever is asked, and is made once.
    page = re.sub(r"%\(\w+\)s", r"(select \g<0>)", page)
    return _listed(f"select {_COLUMNS}, place from ({page}) page join game g using (game_id)", "place", values, window)
