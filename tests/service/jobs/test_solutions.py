"""Tests of the jobs that solve finished games and positions."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from procrastinate.jobs import Job
from psycopg_pool import PoolTimeout

from engine.decide import decide
from engine.fold import evolve, fold
from engine.state import State
from service.core.tables import event_store
from service.features.analysis import hindsights, positions, solutions, solving
from service.features.analysis.packed_results import Line
from service.features.analysis.solving import SOLVER
from service.features.analysis.stored_results import ATTEMPTS, Answer
from service.platform.jobs import queue, runner
from tests.rows import slow_unless
from tests.service.factories import NewGame
from tests.service.jobs.conftest import Play
from tests.service.jobs.working import work_until_idle, worker
from tests.waiting import await_until

pytestmark = pytest.mark.usefixtures("database")


def rows(url: str, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Execute a statement, and return its rows."""
    with psycopg.connect(url, autocommit=True) as db:
        cursor = db.execute(statement.encode(), values)
        return cursor.fetchall() if cursor.description else []


def jobs_of(url: str, game_id: UUID) -> list[tuple[int, str]]:
    """Return the priority and the state of each job about a game."""
    return rows(
        url, "select priority, status::text from procrastinate_jobs where args ->> 'game_id' = %s", str(game_id)
    )


def states_of(game_id: UUID) -> list[State]:
    """Return the states of a game, by version."""
    stored = event_store.load(game_id)
    assert stored is not None and stored.log is not None
    return [fold(stored.log.until(version)) for version in range(len(stored.log.events))]


def check(line: Line, state: State) -> None:
    """Play a line by the rules, and compare its score."""
    for turn in line.turns:
        assert state.to_move is not None
        state = evolve(state, decide(state, state.to_move, turn))
    assert state.table_points == line.score


@pytest.mark.parametrize("body", slow_unless(bool, [{}, {"private": True}]), ids=["sandbox", "private"])
def test_a_game_is_solved_when_asked(finished: Play, url: str, body: dict[str, Any]) -> None:
    """Its lines follow the rules, and reach their scores."""
    game_id = finished(**body).id
    assert solutions.of_game(game_id) == Answer("unsolved")
    solutions.request(game_id)
    work_until_idle(url)
    status, solution = solutions.of_game(game_id)
    states = states_of(game_id)
    assert status == "solved" and solution is not None and solution.bot is not None
    assert len(solution.curve) == len(states) and solution.curve[-1].exact
    assert sum(loss.points for loss in solution.losses) == 25 - solution.curve[-1].lower
    assert [turn.version for turn in solution.bot] == list(range(1, len(states)))
    assert any(loss.saving for loss in solution.losses)
    for loss in solution.losses:
        for line in loss.saving:
            assert loss.since is not None and line.turns and line.score >= solution.curve[loss.since].lower
            check(line, states[loss.since])
    ((lower, upper),) = rows(url, "select deal_lower, deal_upper from solution where game_id = %s", game_id)
    assert (lower, upper) == solution.curve[0]


def test_asking_twice_makes_one_job(finished: Play, url: str) -> None:
    """Who asks raises the priority of a job that waits, and never lowers it."""
    game_id = finished().id
    solutions.request(game_id, priority=queue.SWEPT)
    solutions.request(game_id)
    solutions.request(game_id, priority=queue.SWEPT)
    assert jobs_of(url, game_id) == [(queue.ASKED, "todo")]
    work_until_idle(url)
    assert jobs_of(url, game_id) == []


def test_a_job_that_somebody_waits_for_runs_first(finished: Play, url: str) -> None:
    """Although it was added last."""
    first, second = finished().id, finished().id
    solutions.request(first, priority=queue.SWEPT)
    solutions.request(second)
    work_until_idle(url)
    order = rows(url, "select game_id from solution where game_id = any(%s) order by made_at", [first, second])
    assert order == [(second,), (first,)]


def test_askers_come_in_turn(finished: Play, url: str) -> None:
    """Also if one of them has asked for much before. What nobody asked for comes last."""
    games = [finished().id for _ in range(5)]
    for game_id in games[:3]:
        solutions.request(game_id, asker="a stranger")
    solutions.request(games[3], priority=queue.SWEPT)
    solutions.request(games[4], asker="somebody")
    solutions.request(games[2], asker="somebody else")
    question = positions.question_of(states_of(games[0])[1])
    positions.request(question, asker="a stranger")
    work_until_idle(url)
    order = rows(url, "select game_id from solution where game_id = any(%s) order by made_at", games)
    assert [games.index(game_id) for (game_id,) in order] == [0, 2, 4, 1, 3]
    first = "select made_at < (select min(made_at) from solution where game_id = any(%s)) from solved_position"
    assert rows(url, first + " where digest = %s", games, question.digest) == [(True,)]


@pytest.mark.slow
def test_a_long_job_pauses(finished: Play, url: str) -> None:
    """A game is solved while hindsight of others runs that was asked for earlier. The hindsight goes on afterwards."""
    game, other = finished().id, finished().id
    solutions.request(game)
    work_until_idle(url)
    hindsights.request(game, asker="a stranger")
    with psycopg.connect(url) as lock, worker(url):
        lock.execute("lock table deal in access exclusive mode")
        await_until(lambda: [state for _, state in jobs_of(url, game)] == ["doing"], "the hindsight began")
        solutions.request(other, asker="somebody")
        await_until(lambda: [state for _, state in jobs_of(url, other)] == ["doing"], "the solution began meanwhile")
        lock.rollback()
        await_until(lambda: hindsights.of_game(game).status == "solved", "the hindsight ended")
        assert solutions.of_game(other).status == "solved"
    assert rows(url, "select attempts from hindsight where game_id = %s", game) == [(1,)]
    solved, looked_back = (
        rows(url, f"select made_at from {table} where game_id = %s", key)
        for table, key in (("solution", other), ("hindsight", game))
    )
    assert solved < looked_back


def test_a_game_has_hindsight_when_asked(finished: Play, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its job asks for the solution that it needs, and begins again when it is there. Its parts add up."""
    monkeypatch.setattr(solving, "OPEN_HANDS_S", 0.5)
    monkeypatch.setattr(solving, "HINDSIGHT_S", 1.0)
    game_id = finished().id
    assert hindsights.of_game(game_id) == Answer("unsolved")
    hindsights.request(game_id)
    hindsights.request(game_id)
    work_until_idle(url)
    status, solution = solutions.of_game(game_id)
    assert status == "solved" and solution is not None
    rows(url, "update procrastinate_jobs set scheduled_at = now() where status = 'todo'")  # the job pauses
    work_until_idle(url)
    assert rows(url, "select attempts from hindsight where game_id = %s", game_id) == [(1,)]
    status, result = hindsights.of_game(game_id)
    assert status == "solved" and result is not None
    hands = result.open_hands
    parts = [hands.deal.mean, hands.draws.mean, hands.end.mean, *[seat.mean for seat in hands.seats]]
    assert sum(parts) + hands.undecided == pytest.approx(25 - solution.curve[-1].lower)
    assert len(hands.versions) == len(solution.curve)
    assert list(result.own_views) == [loss.version for loss in solution.losses if loss.kind == "turn"]
    ((stored,),) = rows(
        url, "select lost_by_deal + lost_by_draws + lost_by_choice from hindsight where game_id = %s", game_id
    )
    assert stored == pytest.approx(sum(parts))


def test_hindsight_fails_with_the_solution(finished: Play, url: str) -> None:
    """So that nobody waits for it."""
    game_id = finished().id
    rows(url, "insert into solution (game_id, solver, attempts) values (%s, %s, %s)", game_id, SOLVER, ATTEMPTS + 1)
    assert hindsights.of_game(game_id) == Answer("failed")


@pytest.mark.slow
def test_a_long_job_gives_way(finished: Play, url: str) -> None:
    """A job that nobody waits for stops for one of its queue that somebody waits for. The attempt does not count."""
    game, other = finished().id, uuid4()
    solutions.request(game)
    work_until_idle(url)
    hindsights.request(game, priority=queue.LONG)
    with psycopg.connect(url) as lock, worker(url):
        lock.execute("lock table deal in access exclusive mode")
        await_until(lambda: jobs_of(url, game) == [(queue.LONG, "doing")], "the job began")
        hindsights.request(other)
        time.sleep(1.5)  # longer than the interval at which it looks
        lock.rollback()
        await_until(lambda: not jobs_of(url, other), "the other job ended")
        assert hindsights.of_game(game).status == "unsolved"
        await_until(lambda: hindsights.of_game(game).status == "solved", "the job began again and ended")
    assert rows(url, "select attempts from hindsight where game_id = %s", game) == [(1,)]


def test_a_position_is_solved(finished: Play, url: str) -> None:
    """Also one in the middle of a game. The same question twice is one row."""
    state = states_of(finished().id)[1]
    question = positions.question_of(state)
    rows(url, "delete from solved_position")  # of other tests with the same deck
    assert positions.of_position(question) == Answer("unsolved")
    positions.request(question)
    positions.request(question)
    work_until_idle(url)
    status, result = positions.of_position(question)
    assert status == "solved" and result is not None and result.reachable.lower > 0 and result.saving
    for line in (result.line, *result.saving):
        assert line.score >= result.reachable.lower
        check(line, state)
    positions.delete_old()
    assert positions.of_position(question).status == "solved"
    rows(url, "update solved_position set made_at = now() - interval '1 year'")
    positions.delete_old()
    assert positions.of_position(question) == Answer("unsolved")


@pytest.mark.parametrize("runs", [True, False])
def test_a_game_that_runs_or_is_gone_is_not_solved(new_game: NewGame, url: str, runs: bool) -> None:
    """The deck of the first is secret, so nothing is stored about it."""
    game_id = UUID(new_game().id[2:]) if runs else UUID(int=1)
    solutions.request(game_id)
    work_until_idle(url)
    assert rows(url, "select 1 from solution where game_id = %s", game_id) == [] and jobs_of(url, game_id) == []


@contextmanager
def worker_in_a_job(finished: Play, url: str) -> Iterator[tuple[UUID, subprocess.Popen[bytes], psycopg.Connection]]:
    """Yield a game, a worker that has begun to solve it, and the transaction with the lock for which it waits."""
    game_id = finished().id
    solutions.request(game_id)
    with psycopg.connect(url) as lock, worker(url) as process:
        lock.execute("lock table event in access exclusive mode")
        await_until(lambda: jobs_of(url, game_id) == [(queue.ASKED, "doing")], "the job began")
        yield game_id, process, lock


@pytest.mark.slow
def test_a_job_of_a_killed_worker_is_resumed(finished: Play, url: str) -> None:
    """The worker is killed in the middle of a job. Another one begins with the job again."""
    with worker_in_a_job(finished, url) as (game_id, killed, _):
        killed.kill()
        killed.wait()
    assert jobs_of(url, game_id) == [(queue.ASKED, "doing")]
    rows(url, "update procrastinate_workers set last_heartbeat = now() - interval '1 minute'")
    work_until_idle(url)
    assert solutions.of_game(game_id).status == "solved" and jobs_of(url, game_id) == []


@pytest.mark.slow
def test_a_worker_that_stops_gives_its_job_back(finished: Play, url: str) -> None:
    """The attempt does not count."""
    with worker_in_a_job(finished, url) as (game_id, stopped, lock):
        stopped.terminate()
        time.sleep(1.5)  # longer than a job has to end
        lock.rollback()
        assert stopped.wait(120) == 0
    assert jobs_of(url, game_id) == [(queue.ASKED, "todo")]
    assert rows(url, "select attempts from solution where game_id = %s", game_id) == [(0,)]
    work_until_idle(url)
    assert solutions.of_game(game_id).status == "solved"


def test_a_job_that_fails_is_given_up(finished: Play, url: str) -> None:
    """After three attempts. Who asks again does not add a job that works."""
    game_id = finished().id
    rows(url, "update event set kind = 99 where game_id = %s and version = 1", game_id)
    solutions.request(game_id)
    for attempt in range(ATTEMPTS):
        assert solutions.of_game(game_id) == Answer("unsolved"), attempt
        work_until_idle(url)
        rows(url, "update procrastinate_jobs set scheduled_at = now() where status = 'todo'")
    assert solutions.of_game(game_id) == Answer("failed")
    assert jobs_of(url, game_id) == [(queue.ASKED, "failed")]
    failed = rows(url, "select count(*) from procrastinate_jobs where status = 'failed'")
    assert failed == [(queue.counts()["failed"],)]
    solutions.request(game_id)
    work_until_idle(url)
    assert solutions.of_game(game_id) == Answer("failed")


def test_the_outcome_of_a_job_is_stored_when_postgres_is_back(
    finished: Play, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Postgres refuses it once. The job of a worker that lives would else never begin again."""
    monkeypatch.setattr(runner, "_RETRY_S", 0.01)
    game_id = finished().id
    solutions.request(game_id)
    refusing = """
        create sequence refusals;
        create function refuse() returns trigger language plpgsql as $$ begin
            if nextval('refusals') = 1 then raise exception 'busy' using errcode = '53300'; end if;
            return old;
        end $$;
        create trigger refuse before delete on procrastinate_jobs for each row
            when (old.task_name = 'solve_game') execute function refuse();
    """
    rows(url, refusing)
    try:
        work_until_idle(url)
    finally:
        rows(url, "drop trigger refuse on procrastinate_jobs; drop function refuse; drop sequence refusals")
    assert jobs_of(url, game_id) == [] and solutions.of_game(game_id).status == "solved"


def test_an_outage_does_not_double_the_pause_of_a_job_that_gave_way() -> None:
    """The library counts each time that a job gave way as an attempt."""
    gave_way = Job(id=1, queue="x", lock=None, queueing_lock=None, task_name="x", attempts=5)
    decision = queue.Retries().get_retry_decision(exception=PoolTimeout(), job=gave_way)
    assert decision is not None and decision.retry_at is not None
    assert decision.retry_at - datetime.now(UTC) < timedelta(seconds=10)


@pytest.mark.slow
def test_a_newer_solver_begins_again(finished: Play, url: str) -> None:
    """A result of an older version of the code is not served, and a failure of it does not count."""
    game_id = finished().id
    solutions.request(game_id)
    work_until_idle(url)
    rows(url, "update solution set solver = solver - 1, attempts = 4 where game_id = %s", game_id)
    assert solutions.of_game(game_id) == Answer("unsolved")
    solutions.request(game_id)
    work_until_idle(url)
    assert solutions.of_game(game_id).status == "solved"


def test_too_many_positions_are_refused(finished: Play, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody fills the queue."""
    monkeypatch.setattr(positions, "_MOST_WAITING", 1)
    first, second = [positions.question_of(state) for state in states_of(finished().id)[:2]]
    rows(url, "delete from solved_position")  # of other tests with the same deck
    positions.request(first)
    positions.request(first)
    with pytest.raises(queue.QueueFull):
        positions.request(second)
    assert rows(url, "select 1 from solved_position where digest = %s", second.digest) == []
