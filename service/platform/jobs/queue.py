"""The queue of jobs: how a job is defined, and how it is added."""

from asyncio import CancelledError
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Final

import procrastinate
from procrastinate.exceptions import AlreadyEnqueued, JobAborted
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision

from service.platform.database.errors import is_transient
from service.platform.database.pool import Connection, connection, fetch_all, fetch_one
from service.platform.refusal import Refusal

app: Final = procrastinate.App(connector=procrastinate.PsycopgConnector())
"""The tasks. The worker gives it a connector."""

_adding: Final = procrastinate.App(connector=procrastinate.SyncPsycopgConnector())
"""Adds jobs on connections of the pool, so its connector is never opened. It knows the tasks by name only."""

DEFAULT: Final = "default"
"""The queue of all other jobs. A worker runs one of them at a time."""
CHORES: Final = "chores"
"""The queue of the chores. They wait for no long job, and no job waits for them."""
LONG_JOBS: Final = "long"
"""The queue of hindsight. It pauses while another job of the analysis runs."""
PUZZLES: Final = "puzzles"
"""The queue of searches for puzzles. They wait for no hindsight, and pause while a job runs that somebody asked for."""
WEBHOOKS: Final = "webhooks"
"""The queue of jobs that send deliveries. A worker runs many of them at a time."""
SLOW_WEBHOOKS: Final = "slow-webhooks"
"""The queue of jobs that send deliveries to slow receivers, so that these take no places of others."""

ALL: Final = (DEFAULT, CHORES, LONG_JOBS, PUZZLES, WEBHOOKS, SLOW_WEBHOOKS)
"""All queues."""

EVERY_15_S: Final = "* * * * * */15"
"""The times of the sweep and of the search for jobs of dead workers. On a new service, the first puzzles come within a
minute of the first games."""

URGENT: Final = 100
"""The priority of jobs that maintain the queue."""
QUICK: Final = 60
"""The lowest priority of quick jobs that a request has asked for."""
ASKED: Final = 20
"""The lowest priority of other jobs that a request has asked for."""
SWEPT: Final = 0
"""The priority of jobs that nobody waits for."""
LONG: Final = -10
"""The priority of jobs that nobody waits for and that take long."""

_TURNS: Final = 40
"""The number of priorities of asked jobs. The n-th waiting job of an asker gets the n-th highest."""
_MOST_OF_ASKER: Final = 64

_USUAL_S: Final = dict.fromkeys(ALL, 2) | {LONG_JOBS: 10, PUZZLES: 10}
"""How long a job of each queue takes as a rule, in seconds, to say when to ask again."""
_LONGEST_WAIT_S: Final = 60

_RETRY_S: Final = 5
_NOT_YET_S: Final = 2
_LONGEST_RETRY_S: Final = 3600


class GivenUp(Exception):
    """A job failed for good, and is not tried again."""


class GaveWay(Exception):
    """A job that nobody waits for has stopped for one that somebody waits for. It begins again later."""


class NotYet(Exception):
    """A job needs the result of another one. It begins again some seconds later."""


class QueueFull(Refusal):
    """Too many jobs of this kind wait."""

    code = "analysis-queue-full"
    retry_after_s = 30


class TooManyAsked(Refusal):
    """Too many jobs wait that the same asker has asked for."""

    code = "too-many-analyses"
    retry_after_s = 30


class AskerNow(str):
    """The asker of a request, of whom only some jobs may wait. A job hands on a plain text, and is not refused."""

    __slots__ = ()


class Retries(BaseRetryStrategy):
    """Try a job again until it raises GivenUp. After an error, the pause grows with each attempt."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """Return when to try again, None for never."""
        match exception:
            case GivenUp():
                return None
            case JobAborted() | CancelledError() | GaveWay():  # its worker stops, or another job comes first
                pause_s = 0
            case NotYet():
                pause_s = _NOT_YET_S
            case _ if is_transient(exception):  # `attempts` also counts how often the job gave way
                pause_s = _RETRY_S
            case _:
                pause_s = min(_RETRY_S * 2 ** min(job.attempts, 10), _LONGEST_RETRY_S)
        return RetryDecision(retry_in={"seconds": pause_s})


def add(
    task: str,
    key: str,
    *,
    priority: int,
    arguments: dict[str, str],
    queue: str = DEFAULT,
    asker: str | None = None,
    at_most: int | None = None,
) -> int:
    """Add a job, unless one with this key waits or runs. If it waits with a lower priority, raise the priority.

    `task` is the name of the task, and `key` names its subject, such as a game. Jobs with the same key never run
    together. With an `asker`, `priority` is the lowest one, and the jobs of all askers come in turn: the first of each,
    then the second of each. A job that adds another one hands on its asker. Return in how many seconds the job may be
    done, by those before it. Do not call it in a transaction. Raises QueueFull if `at_most` jobs of this task wait, and
    TooManyAsked if too many of an `AskerNow` do.
    """
    with connection() as db:
        if asker is not None:
            arguments = arguments | {"asker": asker}
            values = {"asker": asker, "queue": queue, "first": priority, "last": priority + _TURNS - 1}
            counted = db.execute(_OF_ASKER_HERE, values).fetchone()
            priority += max(0, _TURNS - 1 - (counted[0] if counted else 0))
        found = db.execute(_PRESENT, {"key": key}).fetchone()
        if found is not None:
            waits, present_priority = found
            if waits and present_priority < priority:
                db.execute(_RAISE, {"key": key, "priority": priority})
        else:
            job = _adding.configure_task(
                task, queue=queue, lock=key, queueing_lock=key, priority=priority, connection=db
            )
            with suppress(AlreadyEnqueued), db.transaction():  # by another request, just now
                if isinstance(asker, AskerNow):
                    db.execute(_ONE_BY_ONE, (asker,))
                    _require_turn(db, asker)
                if at_most is not None:
                    db.execute(_ONE_BY_ONE, (task,))
                    _require_room(db, task, at_most)
                job.defer(**arguments)
        before = db.execute(_BEFORE, {"key": key}).fetchone()
    return min(_LONGEST_WAIT_S, _USUAL_S[queue] * (1 + (before[0] if before else 0)))


def wake(task: str, key: str, at: datetime, *, queue: str, arguments: dict[str, str]) -> None:
    """Let a job run at a time, unless one with this key waits: that one then runs at this time at the latest.

    One that runs does not count, since it may already have missed what the new one is for. Jobs with the same key never
    run together. Do not call it in a transaction.
    """
    with connection() as db:
        if db.execute(_EARLIER, {"key": key, "at": at}).rowcount == 0:
            # Without a queueing lock, which would not let a job begin again that failed while another one waits.
            job = _adding.configure_task(task, lock=key, queue=queue, schedule_at=at, connection=db)
            job.defer(**arguments)


def refuse_if_full(task: str, key: str, at_most: int) -> None:
    """Raise QueueFull if `at_most` jobs of a task wait, and none with this key waits or runs."""
    with connection() as db:
        if db.execute(_PRESENT, {"key": key}).fetchone() is None:
            _require_room(db, task, at_most)


def require_turn(asker: str) -> None:
    """Raise TooManyAsked if too many jobs of an asker wait."""
    with connection() as db:
        _require_turn(db, asker)


def _require_turn(db: Connection, asker: str) -> None:
    if db.execute(_OF_ASKER, {"asker": asker, "most": _MOST_OF_ASKER - 1}).fetchone() is not None:
        raise TooManyAsked


def _require_room(db: Connection, task: str, at_most: int) -> None:
    if db.execute(_WAITING, {"task": task, "most": at_most - 1}).fetchone() is not None:
        raise QueueFull


def somebody_waits(queue: str) -> bool:
    """Return True if a job of a queue waits that a request has asked for."""
    values = {"queue": queue, "asked": ASKED, "urgent": URGENT}
    return fetch_one(_ASKED, values) is not None


def is_pending(key: str) -> bool:
    """Return True if a job with this key waits or runs."""
    return fetch_one(_PRESENT, {"key": key}) is not None


def counts() -> dict[str, int]:
    """Return the number of jobs by state: `waiting`, `running`, `failed`."""
    return {"waiting": 0, "running": 0, "failed": 0} | dict(fetch_all(_COUNTS))


def oldest_waiting_s() -> dict[str, float]:
    """Return the age in seconds, by queue, of the oldest job that could run and waits. A queue without one has 0."""
    return dict.fromkeys(ALL, 0.0) | dict(fetch_all(_OLDEST))


def late(ages_s: Mapping[str, float]) -> list[str]:
    """Return the queues whose oldest job has waited for so long that their workers do not run, or do not keep up."""
    return [name for name, age_s in ages_s.items() if age_s > _LATE_S[name]]


_LATE_S: Final = dict.fromkeys(ALL, 3600.0) | dict.fromkeys((CHORES, WEBHOOKS, SLOW_WEBHOOKS), 600.0)
"""By queue, in seconds. A job of the analysis may take a minute, and 64 of an asker may wait."""


def failed() -> dict[str, int]:
    """Return the number of failed jobs by task."""
    return dict(fetch_all(_FAILED))


def periodic_age_s() -> dict[str, float]:
    """Return for how many seconds no worker has taken up each task that is done at fixed times.

    A task that hangs is not taken up again either.
    """
    return dict(fetch_all(_PERIODIC))


_FAILED: Final = "select task_name, count(*) from procrastinate_jobs where status = 'failed' group by task_name"
_PERIODIC: Final = """
    select task_name, extract(epoch from now())::float8 - max(defer_timestamp)
      from procrastinate_periodic_defers where defer_timestamp is not null group by task_name
"""

# Each condition has a partial index of the library.
_PRESENT: Final = """
    select status = 'todo', priority from procrastinate_jobs
     where (queueing_lock = %(key)s and status = 'todo') or (lock = %(key)s and status = 'doing')
     order by status limit 1
"""
_RAISE: Final = """
    update procrastinate_jobs set priority = %(priority)s
     where queueing_lock = %(key)s and status = 'todo' and priority < %(priority)s
"""
_ONE_BY_ONE: Final = "select pg_advisory_xact_lock(hashtextextended(%s, 0))"
"""Requests of the same asker or for the same task count before they add, so that none passes a limit."""
_BEFORE: Final = """
    select count(*)::int from procrastinate_jobs own
      join procrastinate_jobs other on other.status = 'todo' and other.queue_name = own.queue_name
       and (other.priority, -other.id) > (own.priority, -own.id)
     where own.queueing_lock = %(key)s and own.status = 'todo'
"""
_EARLIER: Final = """
    update procrastinate_jobs set scheduled_at = least(scheduled_at, %(at)s) where lock = %(key)s and status = 'todo'
"""
_WAITING: Final = """
    select 1 from procrastinate_jobs where status = 'todo' and task_name = %(task)s limit 1 offset %(most)s
"""
_ASKED: Final = """
    select 1 from procrastinate_jobs
     where status = 'todo' and queue_name = %(queue)s and priority >= %(asked)s and priority < %(urgent)s
       and (scheduled_at is null or scheduled_at <= now())
     limit 1
"""
_OF_ASKER: Final = """
    select 1 from procrastinate_jobs where status = 'todo' and args ->> 'asker' = %(asker)s limit 1 offset %(most)s
"""
_OF_ASKER_HERE: Final = """
    select count(*)::int from procrastinate_jobs
     where status = 'todo' and args ->> 'asker' = %(asker)s and queue_name = %(queue)s
       and priority between %(first)s and %(last)s
"""
_OLDEST: Final = """
    select queue_name, extract(epoch from now() - least(scheduled_at, (
             select min(at) from procrastinate_events where job_id = first_id and type = 'deferred')))::float8
      from (select queue_name, min(scheduled_at) as scheduled_at,
                   min(id) filter (where scheduled_at is null) as first_id
              from procrastinate_jobs
             where status = 'todo' and (scheduled_at is null or scheduled_at <= now()) group by queue_name) waiting
"""
_COUNTS: Final = """
    select case status when 'todo' then 'waiting' when 'doing' then 'running' else 'failed' end, count(*)
      from procrastinate_jobs where status in ('todo', 'doing', 'failed') group by status
"""
