"""Answers about positions that somebody asked about, such as those of lines."""

import hashlib
from typing import Final, NamedTuple

from sqlalchemy import delete, func, select, text
from sqlalchemy.dialects.postgresql import insert

from engine.formats.notation.positions import write_position
from engine.state import State
from service.features.analysis.packed_results import PositionResult
from service.features.analysis.solving import SOLVER
from service.features.analysis.stored_results import Answer, stored
from service.features.analysis.tables import SolvedPosition
from service.platform.database.pool import apply, fetch
from service.platform.jobs import queue

TASK: Final = "solve_position"

_MOST_WAITING: Final = 200
_KEPT_DAYS: Final = 14


class Question(NamedTuple):
    """A position."""

    digest: bytes
    text: str
    """The position in notation, with the deck."""


def question_of(state: State) -> Question:
    """Return the question what can be reached in a position."""
    written = write_position(state)
    return Question(hashlib.sha256(written.encode()).digest(), written)


def of_position(question: Question) -> Answer[PositionResult]:
    """Return what was found out about a position."""
    status, packed = stored(SolvedPosition, question.digest)
    return Answer(status, None if packed is None else PositionResult.of(packed))


def is_pending(question: Question) -> bool:
    """Return True if a job for this position waits or runs."""
    return queue.is_pending(_key(question))


def request(question: Question, *, asker: str | None = None) -> int:
    """Add a job that solves a position, unless one waits or runs. Do not call it in a transaction.

    Returns what `queue.add` does. Raises queue.QueueFull if many positions wait.
    """
    queue.refuse_if_full(TASK, _key(question), _MOST_WAITING)
    row = insert(SolvedPosition).values(digest=question.digest, question=question.text, solver=SOLVER, attempts=0)
    apply(row.on_conflict_do_nothing())  # before the job, which reads the row
    arguments, key = {"digest": question.digest.hex()}, _key(question)
    return queue.add(TASK, key, priority=queue.QUICK, arguments=arguments, asker=asker, at_most=_MOST_WAITING)


def _key(question: Question) -> str:
    return f"position {question.digest.hex()}"


def text_of(digest: bytes) -> str | None:
    """Return the position of a job, None if it was deleted."""
    rows = fetch(select(SolvedPosition.question).where(SolvedPosition.digest == digest))
    return str(rows[0][0]) if rows else None


def delete_old() -> int:
    """Delete positions that were answered some days ago. Return their number."""
    age = text(f"interval '{_KEPT_DAYS} days'")
    return apply(delete(SolvedPosition).where(SolvedPosition.made_at < func.now() - age))
