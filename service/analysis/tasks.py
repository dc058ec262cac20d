"""The jobs of the analysis, which a worker runs."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from procrastinate import JobContext
from procrastinate.exceptions import JobAborted

from engine.formats.notation.positions import read_position
from service.analysis import answers, positions, solutions
from service.analysis.answers import Results
from service.analysis.solving import solved_game, solved_position
from service.database.pool import Database
from service.database.schema import Solution, SolvedPosition
from service.games import event_store
from service.jobs import queue

__all__ = ["QUEUE", "solve_game", "solve_position", "sweep"]

QUEUE: Final = "analysis"

_SWEPT_AT_ONCE: Final = 100

_log = logging.getLogger(__name__)
_swept_until: datetime | None = None


@queue.app.task(name=solutions.TASK, queue=QUEUE, pass_context=True, retry=queue.Retries())
def solve_game(context: JobContext, game_id: str) -> None:
    """Solve a finished game."""
    database, key = _database(context), UUID(game_id)
    with database.bind():
        if not solutions.is_finished(key) or not answers.begin(Solution, key):
            return
    with _attempt(context, Solution, key) as clock:
        with database.bind():
            game = event_store.load(key)
        if game is None or game.log is None:  # it was deleted
            return
        result = solved_game(game.log, clock)
        seconds = clock()
        with database.bind():
            deal = result.curve[0]
            answers.store(Solution, key, result.packed(), seconds, deal_lower=deal.lower, deal_upper=deal.upper)
    _log.info("solved the game g_%s in %.1f s", key.hex, seconds)


@queue.app.task(name=positions.TASK, queue=QUEUE, pass_context=True, retry=queue.Retries())
def solve_position(context: JobContext, digest: str) -> None:
    """Solve a position that somebody asked about."""
    database, key = _database(context), bytes.fromhex(digest)
    with database.bind():
        question = positions.text_of(key)
        if question is None or not answers.begin(SolvedPosition, key, question=question):
            return
    with _attempt(context, SolvedPosition, key) as clock:
        result = solved_position(read_position(question), clock)
        seconds = clock()
        with database.bind():
            answers.store(SolvedPosition, key, result.packed(), seconds)
    _log.info("solved a position in %.1f s", seconds)


@queue.app.periodic(cron="* * * * *")
@queue.app.task(
    name="sweep_games",
    queue=QUEUE,
    pass_context=True,
    priority=queue.URGENT,
    queueing_lock="sweep_games",
    retry=False,
)
def sweep(context: JobContext, timestamp: int) -> None:
    """Request some of the finished games without a solution, once a minute."""
    global _swept_until
    with _database(context).bind():
        _, _swept_until = solutions.sweep(_SWEPT_AT_ONCE, _swept_until)


@contextmanager
def _attempt(context: JobContext, table: Results, key: Any) -> Iterator[Callable[[], float]]:
    """Yield the clock of an attempt: the CPU seconds since its start.

    Reading the clock raises JobAborted when the worker stops. The attempt then does not count. Raises GivenUp in place
    of an error in the last attempt.
    """
    began = time.thread_time()

    def clock() -> float:
        if context.should_abort():
            raise JobAborted
        return time.thread_time() - began

    try:
        yield clock
    except JobAborted:
        with _database(context).bind():
            answers.give_back(table, key)
        raise
    except Exception as error:
        with _database(context).bind():
            if answers.fail(table, key):
                raise queue.GivenUp from error
        raise


def _database(context: JobContext) -> Database:
    database = context.additional_context["database"]
    assert isinstance(database, Database)
    return database
