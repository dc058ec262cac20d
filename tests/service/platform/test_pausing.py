"""Tests of the pauses of long jobs."""

import pytest
from procrastinate import JobContext
from procrastinate.exceptions import JobAborted
from procrastinate.job_context import AbortReason
from procrastinate.jobs import Job

from service.platform.jobs import pausing, queue


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
