"""The queue of jobs: how a job is defined, and how it is added."""

from contextlib import suppress
from typing import Final

import procrastinate
from procrastinate.exceptions import AlreadyEnqueued, JobAborted
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision

from service.database.pool import connection

__all__ = ["ASKED", "SWEPT", "URGENT", "GivenUp", "QueueFull", "Retries", "add", "app", "counts"]

app: Final = procrastinate.App(connector=procrastinate.SyncPsycopgConnector())
"""The queue of the library. The connector is never opened: jobs are added on connections of the pool."""

URGENT: Final = 100
"""The priority of jobs that maintain the queue."""
ASKED: Final = 20
"""The priority of jobs that a request has asked for."""
SWEPT: Final = 0
"""The priority of jobs that nobody waits for."""

_RETRY_S: Final = 5
_LONGEST_RETRY_S: Final = 3600


class GivenUp(Exception):
    """A job failed for good, and is not tried again."""


class QueueFull(Exception):
    """Too many jobs of this kind wait."""


class Retries(BaseRetryStrategy):
    """Try a job again until it raises GivenUp: at once after a worker stopped, else after a pause that grows."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """Return when to try again, None for never."""
        if isinstance(exception, GivenUp):
            return None
        pause_s = 0 if isinstance(exception, JobAborted) else _RETRY_S * 2 ** min(job.attempts, 10)
        return RetryDecision(retry_in={"seconds": min(pause_s, _LONGEST_RETRY_S)})


def add(task: str, key: str, *, priority: int, arguments: dict[str, str], at_most: int | None = None) -> None:
    """Add a job, unless one with this key waits or runs. If it waits with a lower priority, raise the priority.

    `task` is the name of the task, and `key` names its subject, such as a game. Jobs with the same key never run
    together. Do not call it in a transaction. Raises QueueFull if `at_most` jobs of this task wait.
    """
    with connection() as db:
        found = db.execute(_PRESENT, {"key": key}).fetchone()
        if found is not None:
            waits, present_priority = found
            if waits and present_priority < priority:
                db.execute(_RAISE, {"key": key, "priority": priority})
            return
        if at_most is not None and db.execute(_WAITING, {"task": task, "most": at_most - 1}).fetchone() is not None:
            raise QueueFull
        with suppress(AlreadyEnqueued):  # by another request, just now
            app.configure_task(task, lock=key, queueing_lock=key, priority=priority, connection=db).defer(**arguments)


def counts() -> dict[str, int]:
    """Return the number of jobs by state: `todo`, `doing`, `failed`."""
    with connection() as db:
        return {"todo": 0, "doing": 0, "failed": 0} | dict(db.execute(_COUNTS).fetchall())


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
_WAITING: Final = """
    select 1 from procrastinate_jobs where status = 'todo' and task_name = %(task)s limit 1 offset %(most)s
"""
_COUNTS: Final = """
    select status::text, count(*) from procrastinate_jobs where status in ('todo', 'doing', 'failed') group by status
"""
