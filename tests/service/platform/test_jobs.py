"""Tests of the queue of jobs: its schema, the pauses of long jobs, and the priority of workers for the CPU."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from procrastinate import JobContext
from procrastinate.exceptions import JobAborted
from procrastinate.job_context import AbortReason
from procrastinate.jobs import Job
from procrastinate.schema import SchemaManager

from service.platform.database import distribution_plan
from service.platform.jobs import pausing, queue

_ROOT = Path(__file__).resolve().parents[3]
_PROGRAM = """
import os
from service.platform.jobs.runner import take_the_lowest
take_the_lowest()
print(os.getpriority(os.PRIO_PROCESS, 0), open("/proc/self/autogroup").read(), flush=True)
os._exit(0)  # the usual end of the interpreter took up to a minute with this priority on a busy machine
"""


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="the kernel has no autogroups")
@pytest.mark.parametrize("leads", [True, False])
def test_a_worker_lowers_its_session_only_if_it_leads_it(leads: bool) -> None:
    """`nice` alone does not count between sessions, such as that of a worker and that of gunicorn."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        cwd=_ROOT,
        start_new_session=leads,
        capture_output=True,
        text=True,
        check=True,
    )
    nice, _, group = done.stdout.strip().partition(" ")  # a session of the root group has an empty file
    assert nice == "19"
    assert group.endswith(" nice 19") if leads else group == Path("/proc/self/autogroup").read_text().strip()


def job(number: int, on: str, priority: int) -> Job:
    """Return a job of a queue."""
    return Job(id=number, queue=on, priority=priority, lock=None, queueing_lock=None, task_name="task")


def pause(paused: Job) -> None:
    """Let a job pause while a worker stops, so that a wait ends at once."""
    context = JobContext(app=queue.app, job=paused, start_timestamp=0, abort_reason=lambda: AbortReason.SHUTDOWN)
    pausing.pause(context)


def test_only_long_jobs_pause() -> None:
    """A quick job that paused would keep the place of one that somebody asked for."""
    with pausing.running(job(1, queue.DEFAULT, queue.ASKED)):
        pause(job(2, queue.DEFAULT, queue.SWEPT))
        with pytest.raises(JobAborted):
            pause(job(3, queue.LONG_JOBS, queue.SWEPT))


def test_puzzles_wait_only_for_what_somebody_asked_for() -> None:
    """Hindsight waits for them, and an asked one comes before them."""
    puzzles = job(1, queue.PUZZLES, queue.SWEPT)
    with pausing.running(job(2, queue.DEFAULT, queue.SWEPT)), pausing.running(job(3, queue.LONG_JOBS, queue.SWEPT)):
        pause(puzzles)
    for asked in (queue.DEFAULT, queue.LONG_JOBS):
        with pausing.running(job(2, asked, queue.ASKED)), pytest.raises(JobAborted):
            pause(puzzles)
    with pausing.running(puzzles), pytest.raises(JobAborted):
        pause(job(3, queue.LONG_JOBS, queue.SWEPT))
    pause(job(3, queue.LONG_JOBS, queue.SWEPT))


# Everything that the library has in a schema: columns, indexes, keys, triggers, functions and values of types.
CATALOG = """
    select 'column', table_name, column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '')
      from information_schema.columns where table_schema = current_schema() and table_name like 'procrastinate%'
    union all
    select 'index', indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename like 'procrastinate%'
    union all
    select 'key', conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = current_schema()::regnamespace and conrelid::regclass::text like 'procrastinate%'
    union all
    select 'trigger', tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and relnamespace = current_schema()::regnamespace
    union all
    select 'function', proname, pg_get_functiondef(oid) from pg_proc
     where pronamespace = current_schema()::regnamespace and proname like 'procrastinate%'
    union all
    select 'value', typname, enumlabel from pg_enum e join pg_type t on t.oid = enumtypid
     where typnamespace = current_schema()::regnamespace
"""


def test_the_schema_is_that_of_the_installed_library(empty_database_url: str) -> None:
    """When it is not, a migration has to run the files that the library has added (decision 0050)."""
    with psycopg.connect(empty_database_url) as db:
        migrated = {tuple(map(str, row)) for row in db.execute(CATALOG)}
        db.execute("create schema fresh")
        db.execute("set search_path to fresh, pg_catalog")
        db.execute(SchemaManager.get_schema().encode())
        fresh = {tuple(part.replace("fresh.", "") for part in map(str, row)) for row in db.execute(CATALOG)}
    assert {row[1] for row in migrated if row[0] == "column"} >= set(distribution_plan.ON_THE_COORDINATOR)
    assert {tuple(part.replace("public.", "") for part in row) for row in migrated} == fresh
