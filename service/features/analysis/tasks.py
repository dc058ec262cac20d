"""The jobs of the analysis, which a worker runs."""

import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final
from uuid import UUID

from procrastinate import JobContext
from procrastinate.exceptions import JobAborted
from sqlalchemy.exc import OperationalError

from engine.events import Log
from engine.formats.notation.positions import read_position
from service.core.tables import event_store
from service.features.analysis import (
    convention_puzzles,
    hindsights,
    positions,
    puzzles,
    solutions,
    stored_results,
    sweeping,
    verdicts,
)
from service.features.analysis.packed_results import SolvedGame
from service.features.analysis.solving import (
    Clock,
    game_convention_puzzles,
    game_decisions,
    game_hindsight,
    game_puzzles,
    judged_turn,
    solved_game,
    solved_position,
)
from service.features.analysis.stored_results import Results
from service.features.analysis.sweeping import Swept
from service.features.analysis.tables import (
    ConventionSearch,
    Hindsight,
    PuzzleSearch,
    Solution,
    SolvedPosition,
    Verdict,
)
from service.platform.database.pool import Database
from service.platform.jobs import pausing, queue

_MOST_SOLUTIONS: Final = 100
_MOST_HINDSIGHTS: Final = 10
_MOST_PUZZLES: Final = 10
"""How many games of a sweep may wait. Hindsight takes up to a minute."""
_SWEEPS: Final = (
    (
        Solution,
        partial(solutions.request, priority=queue.SWEPT, at_most=_MOST_SOLUTIONS),
        _MOST_SOLUTIONS,
    ),
    (
        Hindsight,  # its job adds that of the solution, if need be
        partial(hindsights.request, priority=queue.LONG, at_most=_MOST_HINDSIGHTS),
        _MOST_HINDSIGHTS,
    ),
    (PuzzleSearch, partial(puzzles.request, at_most=_MOST_PUZZLES), _MOST_PUZZLES),
    (ConventionSearch, partial(convention_puzzles.request, at_most=_MOST_PUZZLES), _MOST_PUZZLES),
)
_LOOK_S: Final = 1.0
"""The interval at which a job that nobody waits for looks whether somebody waits for another one."""

_log = logging.getLogger(__name__)
_swept: dict[object, Swept | None] = {}


@queue.app.task(name=solutions.TASK, pass_context=True, retry=queue.Retries())
def solve_game(context: JobContext, game_id: str, asker: str = "") -> None:
    """Solve a finished game. The queue counts the jobs of each `asker`."""
    database, key = _database(context), UUID(game_id)
    with database.bind():
        if not solutions.is_finished(key) or not stored_results.begin(Solution, key):
            return
    with _attempt(context, Solution, key) as clock:
        log = _log_of(database, key)
        result = solved_game(log, clock)
        seconds, deal = clock(), result.curve[0]
        columns = {
            "deal_lower": deal.lower,
            "deal_upper": deal.upper,
            "highest": log.deal.rules.palette.max_score,
        }
        with database.bind():
            stored_results.store(Solution, key, result.packed(), seconds, **columns)
            with suppress(queue.QueueFull):  # the sweep adds it later
                puzzles.request(key, at_most=_MOST_SOLUTIONS)
                convention_puzzles.request(key, at_most=_MOST_SOLUTIONS)
    _log.info("solved the game g_%s in %.1f s", key.hex, seconds)


@queue.app.task(name=hindsights.TASK, queue=queue.LONG_JOBS, pass_context=True, retry=queue.Retries())
def look_back(context: JobContext, game_id: str, asker: str = "") -> None:
    """Compute the hindsight of a finished game. It needs the solution, so it may wait for that."""
    database, key = _database(context), UUID(game_id)
    with database.bind():
        solution = _solution(context, key, asker)
        if solution is None or not stored_results.begin(Hindsight, key):
            return
    with _attempt(context, Hindsight, key) as clock:
        result = game_hindsight(_log_of(database, key), _losing(solution), random.Random(game_id).randrange, clock)
        seconds, lost = clock(), result.open_hands
        columns = {
            "lost_by_deal": lost.deal.mean,
            "lost_by_draws": lost.draws.mean,
            "lost_by_choice": lost.end.mean + sum([seat.mean for seat in lost.seats]),
        }
        with database.bind():
            stored_results.store(Hindsight, key, result.packed(), seconds, **columns)
    _log.info("looked back at the game g_%s in %.1f s", key.hex, seconds)


@queue.app.task(name=verdicts.TASK, queue=queue.LONG_JOBS, pass_context=True, retry=queue.Retries())
def judge_turn(context: JobContext, game_id: str, version: str, asker: str = "") -> None:
    """Judge a turn of a finished game, or choose the turns that are judged. The latter needs the solution."""
    database, key, number = _database(context), UUID(game_id), int(version)
    with database.bind():
        chosen, solution = verdicts.decisions(key), None
        if number == verdicts.CHOICE:
            solution = _solution(context, key, asker)
        elif chosen.result is None:
            if chosen.status == "unsolved" and solutions.is_finished(key):
                verdicts.request(key, verdicts.CHOICE, **_in_turn(context, asker))
                raise queue.NotYet
            return
        elif chosen.result.level is None:
            return
        if (number == verdicts.CHOICE and solution is None) or not stored_results.begin(Verdict, (key, number)):
            return
    with _attempt(context, Verdict, (key, number)) as clock:
        log = _log_of(database, key)

        def dices(name: str) -> Callable[[int], int]:
            return random.Random(f"{game_id} {version} {name}").randrange

        if solution is not None:
            found = game_decisions(log, _losing(solution), dices, clock)
            packed, versions = found.packed(), found.versions
        else:
            assert chosen.result is not None and chosen.result.level is not None
            verdict = judged_turn(log, number, chosen.result.level, dices, clock)
            packed, versions = b"" if verdict is None else verdict.packed(), ()
        seconds = clock()
        with database.bind():
            stored_results.store(Verdict, (key, number), packed, seconds)
            for one in versions:
                verdicts.request(key, one, **_in_turn(context, asker))
    _log.info("judged the turn %d of the game g_%s in %.1f s", number, key.hex, seconds)


@queue.app.task(name=puzzles.TASK, queue=queue.PUZZLES, pass_context=True, retry=queue.Retries())
def find_puzzles(context: JobContext, game_id: str) -> None:
    """Find the puzzles of a finished public game, and replace those that an older version found."""
    database, key = _database(context), UUID(game_id)
    with database.bind():
        if not puzzles.may_be_searched(key) or not stored_results.begin(PuzzleSearch, key):
            return
    with _attempt(context, PuzzleSearch, key) as clock:
        found = game_puzzles(_log_of(database, key), clock)
        seconds = clock()
        with database.bind():
            puzzles.store(key, found, seconds)
    _log.info("found %d puzzles in the game g_%s in %.1f s", len(found), key.hex, seconds)


@queue.app.task(name=convention_puzzles.TASK, queue=queue.LONG_JOBS, pass_context=True, retry=queue.Retries())
def find_convention_puzzles(context: JobContext, game_id: str) -> None:
    """Find the puzzles by convention of a finished public game, and replace those that an older version found."""
    database, key = _database(context), UUID(game_id)
    with database.bind():
        if not puzzles.may_be_searched(key) or not stored_results.begin(ConventionSearch, key):
            return
    with _attempt(context, ConventionSearch, key) as clock:
        level, found = game_convention_puzzles(_log_of(database, key), clock)
        seconds = clock()
        with database.bind():
            convention_puzzles.store(key, level, found, seconds)
    _log.info("found %d puzzles by convention in the game g_%s in %.1f s", len(found), key.hex, seconds)


@queue.app.task(name=positions.TASK, pass_context=True, retry=queue.Retries())
def solve_position(context: JobContext, digest: str, asker: str = "") -> None:
    """Solve a position that somebody asked about."""
    database, key = _database(context), bytes.fromhex(digest)
    with database.bind():
        question = positions.text_of(key)
        if question is None or not stored_results.begin(SolvedPosition, key, question=question):
            return
    with _attempt(context, SolvedPosition, key) as clock:
        result = solved_position(read_position(question), clock)
        seconds = clock()
        with database.bind():
            stored_results.store(SolvedPosition, key, result.packed(), seconds)
    _log.info("solved a position in %.1f s", seconds)


@queue.app.periodic(cron=queue.EVERY_15_S)
@queue.app.task(name="sweep_games", pass_context=True, priority=queue.URGENT, queueing_lock="sweep_games", retry=False)
def sweep(context: JobContext, timestamp: int) -> None:
    """Request some of the finished games without results."""
    with _database(context).bind(), suppress(OperationalError):  # the next sweep comes soon
        for table, request, most in _SWEEPS:
            _swept[table] = sweeping.sweep(table, request, most, _swept.get(table))


def _in_turn(context: JobContext, asker: str) -> dict[str, Any]:
    """Return when a job runs that this one adds: in the turn of its asker, or else like this one."""
    return {"priority": queue.ASKED, "asker": asker} if asker else {"priority": context.job.priority}


def _solution(context: JobContext, key: UUID, asker: str) -> SolvedGame | None:
    """Return the solution that a job needs, None if there will be none. Raises NotYet, and asks for it."""
    status, solution = solutions.of_game(key)
    if status == "unsolved" and solutions.is_finished(key):
        solutions.request(key, **_in_turn(context, asker))
        raise queue.NotYet
    return solution


def _losing(solution: SolvedGame) -> list[int]:
    return [loss.version for loss in solution.losses if loss.kind == "turn"]


@contextmanager
def _attempt(context: JobContext, table: Results, key: Any) -> Iterator[Clock]:
    """Yield the clock of an attempt: the CPU seconds since its start.

    Reading the clock pauses while a more urgent job runs. It raises JobAborted when the worker stops, and GaveWay when
    somebody waits for another job of the queue but not for this one. The attempt then does not count. Raises GivenUp in
    place of an error in the last attempt.
    """
    database, began, looked_at = _database(context), time.thread_time(), time.monotonic()

    def clock() -> float:
        nonlocal looked_at
        if context.should_abort():
            raise JobAborted
        pausing.pause(context)
        if context.job.priority < queue.ASKED and time.monotonic() - looked_at > _LOOK_S:
            looked_at = time.monotonic()
            with database.bind():
                if queue.somebody_waits(context.job.queue):
                    raise queue.GaveWay
        return time.thread_time() - began

    try:
        yield clock
    except (JobAborted, queue.GaveWay):
        with database.bind():
            stored_results.give_back(table, key)
        raise
    except Exception as error:
        with database.bind():
            if stored_results.fail(table, key):
                raise queue.GivenUp from error
        raise


def _log_of(database: Database, game_id: UUID) -> Log:
    with database.bind():
        game = event_store.load(game_id)
    if game is None or game.log is None:
        raise LookupError("the game was deleted meanwhile")
    return game.log


def _database(context: JobContext) -> Database:
    database = context.additional_context["database"]
    assert isinstance(database, Database)
    return database
