"""Jobs pause while more urgent ones run in the same worker.

A worker runs a quick job, a search for puzzles and a hindsight side by side. A pause keeps what a long job has
computed, and leaves the CPU to the others.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from procrastinate import JobContext
from procrastinate.exceptions import JobAborted
from procrastinate.jobs import Job

from service.platform.jobs import queue

_LOOK_S: Final = 0.02

_running: dict[int | None, tuple[bool, bool]] = {}
"""The urgency of each job that runs, by its id. Only the thread of the event loop changes it."""


@contextmanager
def running(job: Job) -> Iterator[None]:
    """Let less urgent jobs pause while this one runs."""
    _running[job.id] = _urgency(job)
    try:
        yield
    finally:
        del _running[job.id]


def pause(context: JobContext) -> None:
    """Return when no job runs that is more urgent than this long one. Raises JobAborted when the worker stops."""
    if context.job.queue == queue.DEFAULT:  # it would keep the place of a quick job that somebody asked for
        return
    own = _urgency(context.job)
    while any(other > own for other in list(_running.values())):
        if context.should_abort():
            raise JobAborted
        time.sleep(_LOOK_S)


def _urgency(job: Job) -> tuple[bool, bool]:
    """Return what makes a job urgent: that somebody asked for it, then that it is not a hindsight."""
    return job.priority >= queue.ASKED, job.queue != queue.LONG_JOBS
