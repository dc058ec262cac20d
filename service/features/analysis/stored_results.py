"""Stored results of jobs, and how often a job for each began.

The tables share the columns `solver`, `attempts`, `packed`, `seconds` and `made_at`
(`service.features.analysis.tables`). A change of one row is a statement without a transaction around it: a process with
the lowest priority may get no CPU for seconds, and Postgres ends a transaction that waits for its client.
"""

from contextlib import ExitStack
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Executable, and_, case, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from service.core import feature
from service.features.analysis.solving import CONVENTIONS, FINDER, HINDSIGHT, SOLVER, VERDICTS
from service.features.analysis.tables import (
    ConventionSearch,
    Hindsight,
    PuzzleSearch,
    Solution,
    SolvedPosition,
    Verdict,
)
from service.platform.database.pool import fetch, transaction

T = TypeVar("T")
Results = (
    type[Solution]
    | type[Hindsight]
    | type[SolvedPosition]
    | type[PuzzleSearch]
    | type[ConventionSearch]
    | type[Verdict]
)

Status = Literal["solved", "failed", "unsolved"]

ATTEMPTS: Final = 3
"""How often a job may begin. After that it has failed, until there is a newer solver."""


class Answer(NamedTuple, Generic[T]):
    """A result, or why there is none."""

    status: Status
    result: T | None = None


def stored(table: Results, key: Any) -> Answer[bytes]:
    """Return the result of the present solver."""
    rows = fetch(select(table.packed, table.attempts).where(*_row(table, key), table.solver == _code(table)))
    if not rows:
        return Answer("unsolved")
    if rows[0].packed is not None:
        return Answer("solved", rows[0].packed)
    return Answer("failed" if rows[0].attempts > ATTEMPTS else "unsolved")


def is_done(table: Results) -> ColumnElement[bool]:
    """Return the condition for rows that need no job: the present code has a result, or has failed."""
    return and_(table.solver == _code(table), or_(table.packed.is_not(None), table.attempts > ATTEMPTS))


def begin(table: Results, key: Any, **others: Any) -> bool:
    """Count an attempt. Return False if there is nothing to do: a result is there, or too many attempts were made.

    `others` contains the values of other columns of a new row. Returns False too if the game was deleted meanwhile.
    """
    values = {**_keys(table, key), "solver": _code(table), "attempts": 1, "made_at": func.now(), **others}
    new = insert(table).values(values)
    is_old = table.solver != _code(table)
    row = new.on_conflict_do_update(
        index_elements=[*_keys(table, key)],
        set_={
            "solver": _code(table),
            "attempts": case((is_old, 1), else_=func.least(table.attempts + 1, ATTEMPTS + 1)),
            "packed": case((is_old, None), else_=table.packed),
            "made_at": new.excluded.made_at,  # Citus allows no now() here
        },
    ).returning(table.attempts, table.packed.is_not(None))
    try:
        ((attempts, is_there),) = map(tuple, fetch(row))
    except IntegrityError:  # the game was deleted
        return False
    return not is_there and attempts <= ATTEMPTS


def give_back(table: Results, key: Any) -> None:
    """Take back the last attempt: the worker stops, and the job begins again later."""
    fetch(_update(table, key, attempts=table.attempts - 1))


def fail(table: Results, key: Any) -> bool:
    """Return True if the attempt that has just failed was the last one, and remember that."""
    is_last = table.attempts >= ATTEMPTS
    found = fetch(_update(table, key, attempts=case((is_last, ATTEMPTS + 1), else_=table.attempts)))
    return any(attempts > ATTEMPTS for (attempts,) in found)


def store(table: Results, key: Any, packed: bytes, seconds: float, **others: Any) -> None:
    """Store a result, and count that of a game in the statistics.

    `others` contains the values of other columns. Does nothing if the row was deleted meanwhile.
    """
    with transaction() as changes, ExitStack() as counted:
        if table in (Solution, Hindsight):
            for recounted in feature.given(lambda hooks: hooks.recounted):
                counted.enter_context(recounted(changes, key))
        changes.execute(_update(table, key, packed=packed, seconds=seconds, made_at=func.now(), **others))


def _update(table: Results, key: Any, **values: Any) -> Executable:
    changed = update(table).where(*_row(table, key), table.solver == literal(_code(table))).values(values)
    return changed.returning(table.attempts).execution_options(synchronize_session=False)


def _row(table: Results, key: Any) -> list[ColumnElement[bool]]:
    """Return the condition for the row of a key."""
    return [getattr(table, name) == value for name, value in _keys(table, key).items()]


def _keys(table: Results, key: Any) -> dict[str, Any]:
    """Return the columns of a key: the digest of a position, a game, or a game and the version of a turn."""
    if table is Verdict:
        return dict(zip(("game_id", "version"), key, strict=True))
    return {"digest" if table is SolvedPosition else "game_id": key}


def _code(table: Results) -> int:
    """Return the version of the code that makes these results."""
    versions: dict[Results, int] = {
        PuzzleSearch: FINDER,
        ConventionSearch: CONVENTIONS,
        Hindsight: HINDSIGHT,
        Verdict: VERDICTS,
    }
    return versions.get(table, SOLVER)
