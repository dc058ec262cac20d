"""Tests of a worker that goes on after faults."""

import asyncio
import gc
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from service.core import monitoring
from service.maintenance import doctor, tasks
from service.platform import jobs
from service.platform.database.pool import Database, connection
from service.platform.jobs import queue, runner
from service.platform.jobs.chore import Chore
from service.platform.observability import metrics
from tests.asynchronous import run
from tests.service.client import Api

ROOT = Path(__file__).resolve().parents[3]

_BREAK: Final = """
    create function fail() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$;
    create trigger fail before update on procrastinate_workers
       for each row when (old.id % 2 = 0) execute function fail();
"""
_MEND: Final = "drop function fail cascade"

_ran: Final = Counter[str]()
_held: Final[dict[str, asyncio.Event]] = {}


@pytest.mark.parametrize("kind", ["analysis", "webhooks"])
def test_the_connections_of_a_process_for_jobs_are_counted(kind: str) -> None:
    """The embedded Postgres allows so many. Each queue needs a LISTEN."""
    assert jobs.QUEUE_POOL_SIZE + jobs.POOL_SIZE + len(runner.QUEUES[kind]) + 2 == jobs.MOST_CONNECTIONS
    beside_its_pool = jobs.MOST_CONNECTIONS - jobs.POOL_SIZE  # `hanabi work` has a pool of the size in the settings
    assert f"of a kind up to `POOL_SIZE` and {beside_its_pool}, " in (ROOT / "docs/operations.md").read_text()


@queue.app.task(name="tests.note")
def note(queue_name: str) -> None:
    """Note that a job ran."""
    _ran[queue_name] += 1


@queue.app.task(name="tests.fail", retry=False)
def fail() -> None:
    """Fail."""
    raise ValueError


@queue.app.task(name="tests.hold")
async def hold(queue_name: str) -> None:
    """Run until the test lets it end."""
    _ran[queue_name] += 1
    await _held["free"].wait()


async def until(condition: Any) -> None:
    """Wait until something is true."""
    give_up = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < give_up
        await asyncio.sleep(0.05)


def add_one_to_each_queue() -> None:
    """Add a job to each queue."""
    for name in queue.ALL:
        queue.add("tests.note", f"note {name}", priority=queue.QUICK, arguments={"queue_name": name}, queue=name)


def test_a_worker_that_ended_begins_again(
    database: Database, url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When the heartbeats of some queues have failed, jobs of each queue run again."""
    for name in ("_HEARTBEAT_S", "_RETRY_S", "_POLL_S"):
        monkeypatch.setattr(runner, name, 0.1)

    def execute(statement: str) -> None:
        with database.bind(), connection() as db:
            db.execute(statement)

    async def go_on() -> None:
        working = asyncio.create_task(runner.keep_working(url, {"database": database}))
        await asyncio.to_thread(with_database(add_one_to_each_queue))
        await until(lambda: set(_ran) >= set(queue.ALL))
        await asyncio.to_thread(execute, _BREAK)
        await until(lambda: sum("ended, and begins again" in line for line in caplog.messages) >= 3)
        await asyncio.to_thread(execute, _MEND)
        _ran.clear()
        await asyncio.to_thread(with_database(add_one_to_each_queue))
        await until(lambda: set(_ran) >= set(queue.ALL))
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working

    def with_database(function: Any) -> Any:
        def call() -> None:
            with database.bind():
                function()

        return call

    _ran.clear()
    run(go_on())


def test_requests_at_the_same_time_pass_no_limit(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an asker or of a task, in whatever queues. What its jobs add, and what others ask, is not refused."""
    monkeypatch.setattr(queue, "_MOST_OF_ASKER", 3)
    names = queue.ALL * 2

    def asks(number: int, asker: str, of_task: int | None) -> bool:
        key, name = f"{asker} {number}", names[number]
        with database.bind(), suppress(queue.TooManyAsked, queue.QueueFull):
            at = queue.ASKED
            queue.add("tests.note", key, priority=at, arguments={}, queue=name, asker=asker, at_most=of_task)
            return True
        return False

    with ThreadPoolExecutor(len(names)) as pool:
        for asker, of_task, most in (
            (queue.AskerNow("one"), None, 3),
            (queue.AskerNow("other"), None, 3),
            ("a job", None, len(names)),
            ("the sweep", 6 + len(names) + 2, 2),
        ):
            added = [*pool.map(asks, range(len(names)), [asker] * len(names), [of_task] * len(names))]
            assert sum(added) == most
    with connection() as db:
        db.execute("delete from procrastinate_jobs where task_name = 'tests.note'")


def test_a_worker_that_lives_keeps_its_jobs(
    database: Database, url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In each queue, if it has no CPU for its heartbeats; not for ever. A job that it lost ends without an error."""
    caplog.set_level("INFO", runner.__name__)
    monkeypatch.setattr(runner, "_HEARTBEAT_S", 3600.0)
    errors: list[Any] = []

    async def late_by(age: str) -> list[Any]:
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as db:
            await db.execute("update procrastinate_workers set last_heartbeat = now() - %s::interval", (age,))
            await runner._resume(queue.app)
            jobs = await db.execute("select attempts from procrastinate_jobs where task_name = 'tests.hold'")
            return [attempts for (attempts,) in await jobs.fetchall()]

    async def lose_all() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
        free = _held["free"] = asyncio.Event()
        working = asyncio.create_task(runner.work(url, {"database": database}, until_idle=False))
        await until(lambda: set(_ran) >= set(queue.ALL))
        assert await late_by("1 minute") == [0] * len(queue.ALL)
        assert await late_by("1 hour") == [1] * len(queue.ALL)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as db:
            await db.execute("delete from procrastinate_jobs where task_name = 'tests.hold'")
        free.set()
        await until(lambda: sum("taken it over" in line for line in caplog.messages) >= len(queue.ALL))
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        gc.collect()

    _ran.clear()
    for name in queue.ALL:
        queue.add("tests.hold", f"hold {name}", priority=queue.QUICK, arguments={"queue_name": name}, queue=name)
    run(lose_all())
    assert errors == []


def test_runs_of_jobs_are_measured(database: Database, url: str) -> None:
    """By task: how long they took, and how many failed."""
    queue.add("tests.note", "measured", priority=queue.QUICK, arguments={"queue_name": "measured"})
    queue.add("tests.fail", "fails", priority=queue.QUICK, arguments={})
    run(runner.work(url, {"database": database}, until_idle=True))
    found = metrics.exposition().decode()
    for task, failures in (("tests.note", False), ("tests.fail", True)):
        assert f'hanabi_job_duration_seconds_count{{task="{task}"}}' in found
        assert (f'hanabi_job_failures_total{{task="{task}"}} 1.0' in found) == failures
    with connection() as db:
        db.execute("delete from procrastinate_jobs where task_name = 'tests.fail'")


def test_a_job_whose_like_waits_already_ends(database: Database, url: str) -> None:
    """A worker has died in two jobs. One begins again. A job like the other one waits already, and that one ends."""
    for name in ("one", "other"):
        queue.add("tests.note", name, priority=queue.QUICK, arguments={"queue_name": name})
    with connection() as db:
        db.execute(
            "with dead as (insert into procrastinate_workers (last_heartbeat) values (now() - interval '1 minute')"
            " returning id) update procrastinate_jobs set status = 'doing', worker_id = dead.id from dead"
            " where task_name = 'tests.note'"
        )
        db.execute(
            "insert into procrastinate_jobs (queue_name, task_name, queueing_lock, args)"
            ' select queue_name, task_name, queueing_lock, \'{"queue_name": "again"}\' from procrastinate_jobs'
            "  where args->>'queue_name' = 'one'"
        )

    async def resume() -> None:
        async with runner._opened(url) as app:
            await runner._resume(app)

    run(resume())
    with connection() as db:
        found = db.execute(
            "select args->>'queue_name', status::text from procrastinate_jobs where task_name = 'tests.note' order by 1"
        ).fetchall()
    assert found == [("again", "todo"), ("other", "todo")]


def test_a_chore_begins_again_when_postgres_has_ended_its_transaction(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other errors end it at once."""
    monkeypatch.setattr(tasks, "_PAUSES_S", (0, 0))
    errors: list[Exception] = []

    def work() -> int:
        if errors:
            raise errors.pop()
        return 0

    chore = Chore(work, "{}")
    errors[:] = [psycopg.errors.IdleInTransactionSessionTimeout()] * 2
    tasks.attempt("chore", chore, database)
    assert errors == []
    errors[:] = [psycopg.errors.IdleInTransactionSessionTimeout()] * 3
    with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
        tasks.attempt("chore", chore, database)
    errors[:] = [ValueError(), ValueError()]
    with pytest.raises(ValueError):
        tasks.attempt("chore", chore, database)
    assert len(errors) == 1


def test_the_oldest_waiting_jobs_are_told(database: Database, api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """By queue, in the metrics, in /readyz and by `hanabi doctor`. A job for later does not wait.

    A queue is late after an hour, one that people wait for after ten minutes.
    """
    monkeypatch.setattr(monitoring, "_kept", (0.0, {}))
    add_one_to_each_queue()
    with connection() as db:
        db.execute("update procrastinate_events set at = at - interval '20 minutes' where type = 'deferred'")
        db.execute(
            "update procrastinate_jobs set scheduled_at = now() + interval '1 hour' where queue_name = 'webhooks'"
        )
    shown = api.get("/readyz").ok()["oldest_jobs_s"]
    assert shown.pop("webhooks") == 0 and all(1200 <= age_s < 1300 for age_s in shown.values())
    assert set(shown) == set(queue.ALL) - {"webhooks"}
    assert set(api.get("/readyz").ok()["degraded"]) == {"jobs-chores", "jobs-slow-webhooks"}
    late_s = {name: 600.0 if name in ("chores", "webhooks", "slow-webhooks") else 3600.0 for name in queue.ALL}
    assert queue.late(late_s) == [] and queue.late({name: s + 1 for name, s in late_s.items()}) == [*late_s]
    exposed = api.get("/metrics").raw.decode()
    assert 'hanabi_jobs_oldest_waiting_seconds{queue="chores"} 12' in exposed
    found = doctor._jobs()
    assert found.remedy and "20 minutes in the queue chores" in found.text and "default" not in found.text
