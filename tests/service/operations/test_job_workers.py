"""Tests of the workers for jobs that `hanabi run` starts, and of a worker that loses Postgres."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from service.platform.embedded_postgres import EmbeddedPostgres
from service.platform.jobs.runner import QUEUES
from tests.read_only import set_read_only
from tests.served import free_port
from tests.service.jobs.working import worker
from tests.waiting import await_until

_ROOT = Path(__file__).resolve().parents[3]

_QUEUES = len(QUEUES[None])
_QUEUES_OF_ANALYSIS = len(QUEUES["analysis"])
"""A process registers once for each of its queues."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the user of Postgres can enter."""
    path = Path(tempfile.mkdtemp(prefix="hanabi-test-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path)


def workers(url: str, heard_since: datetime = datetime.min) -> list[int]:
    """Return the ids of the workers that are registered, and whose last heartbeat is later than a time."""
    registered = "select id from procrastinate_workers where last_heartbeat > %s order by id"
    with psycopg.connect(url) as db:
        return [one for (one,) in db.execute(registered, (heard_since,))]


def answers(url: str) -> int:
    """Return the number of stored responses."""
    with psycopg.connect(url) as db:
        return len(db.execute("select 1 from answer").fetchall())


def children(pid: int, only: str) -> list[int]:
    """Return the children of a process that run a kind of jobs."""
    listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(pid)], capture_output=True, text=True, check=True)
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if line.endswith(f"hanabi {only}")]


@pytest.mark.slow
def test_run_starts_restarts_and_ends_the_worker(another_database: str) -> None:
    """It does the chores, so nobody needs to run `hanabi chores`.

    It has the lowest priority for the CPU, unlike the one for deliveries.
    """
    with psycopg.connect(another_database) as db:
        db.execute(
            "insert into answer (key_digest, request_digest, status, content, kept_until) values ('', '', 1, '', now())"
        )
    environ = {**os.environ, "DATABASE_URL": another_database, "PORT": str(free_port()), "WORKERS": "1"}
    run = subprocess.Popen([sys.executable, "-m", "service.cli", "run"], cwd=_ROOT, env=environ)
    try:
        await_until(lambda: len(workers(another_database)) == _QUEUES, "a worker has registered")
        (first,), (delivering,) = children(run.pid, "analysis"), children(run.pid, "webhooks")
        assert os.getpriority(os.PRIO_PROCESS, first) == 19
        assert os.getpriority(os.PRIO_PROCESS, delivering) == os.getpriority(os.PRIO_PROCESS, run.pid)
        await_until(lambda: answers(another_database) == 0, "the worker has done the chores")
        os.kill(first, signal.SIGKILL)
        registered = _QUEUES + _QUEUES_OF_ANALYSIS
        await_until(lambda: len(workers(another_database)) == registered, "another worker has registered")
        now = datetime.now(UTC)  # a worker that ends between its registration and its first job stays registered
        await_until(lambda: len(workers(another_database, now)) == _QUEUES, "all queues are being worked on")
        (second,) = children(run.pid, "analysis")
        assert second != first
    finally:
        run.terminate()
        status = run.wait(60)
    assert status == 0
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)
    assert len(workers(another_database)) == _QUEUES_OF_ANALYSIS, "only the killed worker has not left in order"


@pytest.mark.slow
def test_workers_of_run_begin_again_when_the_database_can_be_written(another_database: str, tmp_path: Path) -> None:
    """They end with one line on a database that is read-only, such as a former primary after a failover."""
    log = tmp_path / "log"
    environ = {**os.environ, "DATABASE_URL": another_database, "PORT": str(free_port()), "WORKERS": "1"}
    set_read_only(another_database, on=True)
    with log.open("wb") as output:
        run = subprocess.Popen([sys.executable, "-m", "service.cli", "run"], cwd=_ROOT, env=environ, stderr=output)
    try:
        await_until(lambda: "A worker for jobs has ended" in log.read_text(), "a worker has ended")
        set_read_only(another_database, on=False)
        await_until(lambda: len(workers(another_database)) == _QUEUES, "the workers have registered")
    finally:
        run.terminate()
        run.wait(60)
    assert "cannot execute INSERT in a read-only transaction\n" in log.read_text()
    assert "Traceback" not in log.read_text()


@pytest.mark.slow
def test_a_worker_continues_after_postgres_was_away(folder: Path) -> None:
    """It runs the jobs that were added meanwhile."""
    postgres = EmbeddedPostgres(folder / "data", elsewhere=folder / "elsewhere", durable=False)
    try:
        url = postgres.start()
        environ = {**os.environ, "DATABASE_URL": url}
        subprocess.run([sys.executable, "-m", "service.cli", "migrate"], cwd=_ROOT, env=environ, check=True)
        with worker(url) as process:
            await_until(lambda: workers(url), "the worker has registered")
            postgres.stop()
            assert postgres.start() == url
            with psycopg.connect(url) as db:
                db.execute(
                    """insert into procrastinate_jobs (queue_name, task_name, args)
                       values ('default', 'solve_game', '{"game_id": "00000000-0000-0000-0000-000000000001"}')"""
                )
            await_until(lambda: not waiting(url), "the job has run")
            assert process.poll() is None
    finally:
        postgres.stop()


def waiting(url: str) -> int:
    """Return the number of jobs that have not succeeded."""
    with psycopg.connect(url) as db:
        row = db.execute("select count(*) from procrastinate_jobs where task_name = 'solve_game'").fetchone()
    assert row is not None
    return int(row[0])
