"""Lists of games and replays: filters, an order, and pages that go on from the last row seen, never by offset."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from service.db import connection
from service.tokens import Caller

__all__ = [
    "Finished",
    "GameFilter",
    "Listed",
    "MyGamesFilter",
    "Position",
    "ReplayFilter",
    "Sort",
    "conditions_of",
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


class Finished(NamedTuple):
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

    which: Finished
    sort: Sort
    after: Position | None
    limit: int


class Listed(NamedTuple):
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


_COLUMNS: Final = """
    g.game_id, g.status, g.seats, g.rules, g.sandbox, g.private, g.source is not null,
    (select json_agg(json_build_object('seat', s.seat, 'name', coalesce(s.name, a.name), 'bot', s.bot) order by s.seat)
       from seat s left join account a on a.account_id = s.account_id where s.game_id = g.game_id),
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


def games(wanted: GameFilter) -> list[Listed]:
    """Return public games, newest first; one more than the limit if there are more."""
    conditions = ["not g.sandbox", "not g.private", "g.source is null"]
    values: dict[str, Any] = {}
    _add(conditions, values, "g.status", "=", wanted.status)
    _add(conditions, values, "g.seats", "=", wanted.seats)
    _add(conditions, values, "g.rules ->> 'edition'", "=", wanted.edition)
    _add(conditions, values, "g.rules ->> 'multicolor'", "=", wanted.multicolor)
    return _page("game g", conditions, values, "g.created_at", "desc", "<", wanted.after, wanted.limit)


def games_of(caller: Caller, wanted: MyGamesFilter) -> list[Listed]:
    """Return the games in which the caller has a seat, newest first; sandbox and private ones too."""
    conditions = ["mine.account_id = %(account_id)s"]
    values: dict[str, Any] = {"account_id": caller.account_id}
    _add(conditions, values, "g.status", "=", wanted.status)
    if wanted.my_turn:
        conditions.append("g.status = 'running' and g.to_move = mine.seat")
    tables = "seat mine join game g on g.game_id = mine.game_id"
    return _page(tables, conditions, values, "g.created_at", "desc", "<", wanted.after, wanted.limit)


def replays(wanted: ReplayFilter) -> list[Listed]:
    """Return finished public games in the order asked for; one more than the limit if there are more."""
    conditions = list(_LISTED)
    values: dict[str, Any] = {}
    tables = "game g"
    if wanted.which.player is not None:
        # By `offset 0` a player's seats are read first. Where few of a player's games fit, the planner may otherwise
        # walk all games in their order, and wait for enough of them to be this player's.
        values["player"] = wanted.which.player
        seats = "select game_id from seat where account_id = %(player)s offset 0"
        tables = f"({seats}) mine join game g on g.game_id = mine.game_id"
    _add(conditions, values, "g.finished_at", ">", wanted.which.finished_after)
    _add(conditions, values, "g.finished_at", "<", wanted.which.finished_before)
    conditions += conditions_of(wanted.which, _OF_GAMES, values)
    return _page(tables, conditions, values, *_ORDERS[wanted.sort], wanted.after, wanted.limit)


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


def conditions_of(which: Finished, columns: Mapping[str, str], values: dict[str, Any]) -> list[str]:
    """Return what a filter asks of these columns, but for the player and the time; values go into `values`.

    The score of a game without one is -1: below all that are asked for by `score_gte`, and not at most any.
    """
    conditions: list[str] = []
    for name in ("edition", "multicolor", "seats", "outcome"):
        _add(conditions, values, columns[name], "=", getattr(which, name))
    _add(conditions, values, columns["score"], ">=", which.score_gte)
    _add(conditions, values, columns["score"], "<=", which.score_lte)
    if which.score_lte is not None:
        conditions.append(f"{columns['score']} >= 0")
    return conditions


def _add(conditions: list[str], values: dict[str, Any], column: str, comparison: str, value: object) -> None:
    if value is not None:
        name = f"v{len(values)}"
        conditions.append(f"{column} {comparison} %({name})s")
        values[name] = value


def _page(
    tables: str,
    conditions: Sequence[str],
    values: dict[str, Any],
    order: str,
    direction: str,
    beyond: str,
    after: Position | None,
    limit: int,
) -> list[Listed]:
    conditions = list(conditions)
    if after is not None:
        conditions.append(f"({order}, g.game_id) {beyond} (%(after_value)s, %(after_id)s)")
        values = {**values, "after_value": after.value, "after_id": after.game_id}
    # Every piece of this statement is a constant of this module; what callers send goes in as values.
    statement = f"""
        select {_COLUMNS}, {order} from {tables} where {" and ".join(conditions)}
         order by {order} {direction}, g.game_id {direction} limit {limit + 1:d}
    """
    with connection() as db:
        rows = db.execute(statement.encode(), values).fetchall()
    return [Listed._make((*row[:-1], Position(row[-1], row[0]))) for row in rows]
