"""Test of the worker for jobs while Postgres stands still."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import psycopg
import pytest

from service.platform.jobs.queue import ALL
from tests.faults.clusters import Cluster, frozen
from tests.faults.pace import limit_s

_ROOT: Final = Path(__file__).resolve().parents[2]
_WORK: Final = """
from service.platform.jobs import queue
queue.app.task(name="tests.nothing")(lambda: None)
from service.cli import main
raise SystemExit(main(["work"]))
"""
_ADD: Final = """
    select procrastinate_defer_jobs_v1(array[
        (%s, 'tests.nothing', 50, null, null, '{}', null)::procrastinate_job_to_defer_v1])
"""
_WAITING: Final = "select distinct queue_name from procrastinate_jobs where task_name = 'tests.nothing'"
_STALLS_S: Final = (11, 14, 18, 22, 25, 28, 35)
"""The library and its pool give up after other times, and each leaves other queues without a worker."""
_WITHIN_S: Final = 60


@pytest.mark.faults
def test_all_queues_run_again_after_postgres_stood_still(folder: Path, cluster: Cluster) -> None:
    """Jobs of each queue run before it, and again after it."""
    log = folder / "work.log"
    with log.open("wb") as output:
        environ = {**os.environ, "DATABASE_URL": cluster.url}
        work = subprocess.Popen([sys.executable, "-c", _WORK], cwd=_ROOT, env=environ, stdout=output, stderr=output)
    try:
        assert left_after_adding(cluster) == [], log.read_text()
        for stall_s in _STALLS_S:
            with frozen(cluster.pids()):
                time.sleep(stall_s)
            assert left_after_adding(cluster) == [], f"{stall_s} s: {log.read_text()}"
        assert work.poll() is None
    finally:
        work.terminate()
        work.wait(60)


def left_after_adding(cluster: Cluster) -> list[str]:
    """Add a job to each queue. Return the queues whose job still waits after a minute."""
    with psycopg.connect(cluster.url, autocommit=True) as db:
        for name in ALL:
            db.execute(_ADD, (name,))
        give_up = time.monotonic() + limit_s(_WITHIN_S)
        while (left := [name for (name,) in db.execute(_WAITING)]) and time.monotonic() < give_up:
            time.sleep(0.5)
    return left
