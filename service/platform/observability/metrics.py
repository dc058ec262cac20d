"""Prometheus metrics of requests, games and limits.

No label identifies a player or a game. Under gunicorn each worker writes its own files in the folder
`PROMETHEUS_MULTIPROC_DIR`. The worker that responds to `/metrics` reads the files of all workers.
"""

import os
import platform
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

if TYPE_CHECKING:  # gevent has to patch before psycopg is imported
    from service.platform.database.deadline import Wait

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

_registry: Final = CollectorRegistry()
_gauges: Final[dict[str, Gauge]] = {}


def gauge(name: str, about: str, *labels: str) -> Gauge:
    """Return a gauge that shows the value that any process has set last.

    It replaces a gauge of the same name: a reload imports the features again, but not this module.
    """
    if name in _gauges:
        _registry.unregister(_gauges[name])
    _gauges[name] = Gauge(name, about, labels, multiprocess_mode="mostrecent", registry=_registry)
    return _gauges[name]


def _summed(name: str, about: str, *labels: str) -> Gauge:
    """Return a gauge that shows the sum over all workers."""
    return Gauge(name, about, labels, multiprocess_mode="livesum", registry=_registry)


_JOB_BUCKETS_S: Final = (0.1, 1.0, 10.0, 60.0, 600.0)

_requests: Final = Counter("hanabi_requests", "Requests answered.", ("method", "route", "status"), registry=_registry)
_durations: Final = Histogram(
    "hanabi_request_duration_seconds",
    "Time until an answer was ready to be sent; of a stream, until its beginning was.",
    ("method", "route"),
    buckets=_BUCKETS_S,
    registry=_registry,
)
_build: Final = _summed(
    "hanabi_build_info", "Workers of each version: of two versions during a reload.", "version", "python"
)
_waits: Final = Counter(
    "hanabi_wait_seconds",
    "Time for which requests waited: for a place, for a connection, and for Postgres.",
    ("wait",),
    registry=_registry,
)
_refused: Final = Counter("hanabi_refused", "Requests with 429, 500 or 503, by cause.", ("cause",), registry=_registry)
streams: Final = _summed("hanabi_streams_open", "Open streams and long-polls.").set
_memory: Final = gauge("hanabi_process_resident_memory_bytes", "Memory of gunicorn and its workers.")
_cpu: Final = gauge("hanabi_process_cpu_seconds", "CPU time of gunicorn and its present workers.")
_files: Final = gauge("hanabi_process_open_files", "Open files of gunicorn and its workers.")
_archive_age: Final = gauge(
    "hanabi_archive_age_seconds", "Time since Postgres last archived a file of its log; 0 if it archives none."
)
_archive_fails: Final = gauge(
    "hanabi_archive_failing", "1 if the last attempt of Postgres to archive a file has failed."
)
_job_durations: Final = Histogram(
    "hanabi_job_duration_seconds",
    "Time that jobs took, also those that failed or gave way.",
    ("task",),
    buckets=_JOB_BUCKETS_S,
    registry=_registry,
)
_job_failures: Final = Counter("hanabi_job_failures", "Runs of jobs that failed.", ("task",), registry=_registry)
game_started: Final = Counter("hanabi_games_started", "Games dealt.", registry=_registry).inc
game_ended: Final = Counter("hanabi_games_ended", "Games that ended, aborted ones too.", registry=_registry).inc
moved: Final = Counter("hanabi_moves", "Turns taken, those of bots too.", registry=_registry).inc
rate_limited: Final = Counter("hanabi_rate_limited", "Requests refused by a rate limit.", registry=_registry).inc
counting_alone: Final = _summed(
    "hanabi_rate_limits_alone", "Workers that count requests alone, since the store of the rate limits does not answer."
).set
shed: Final = Counter("hanabi_shed", "Requests refused because too many others were there.", registry=_registry).inc

_jobs: Final = gauge("hanabi_jobs", "Jobs that wait, run or have failed.", "state")
_oldest_jobs: Final = gauge(
    "hanabi_jobs_oldest_waiting_seconds", "The age of the oldest job that waits, by queue.", "queue"
)
_failed_jobs: Final = gauge("hanabi_jobs_failed", "Jobs that have failed of late, by task.", "task")
_periodic_age: Final = gauge(
    "hanabi_periodic_task_age_seconds",
    "Time since a worker took up a task that is done at fixed times, such as a chore.",
    "task",
)


def build(version: str) -> None:
    """Set the version of this process."""
    _build.labels(version, platform.python_version()).set(1)


def archive(age_s: float, *, fails: bool) -> None:
    """Set the age of the last archived file of Postgres' log, and whether the last attempt has failed."""
    _archive_age.set(age_s)
    _archive_fails.set(fails)


def processes(memory_bytes: int, cpu_s: float, files: int) -> None:
    """Set what gunicorn and its workers use together."""
    _memory.set(memory_bytes)
    _cpu.set(cpu_s)
    _files.set(files)


def waited(spent_s: Mapping["Wait", float]) -> None:
    """Count the seconds that a request has waited, by what it waited for."""
    for wait, seconds in spent_s.items():
        if seconds:
            _waits_for(wait).inc(seconds)


def refused(cause: str) -> None:
    """Count a request that was refused or failed."""
    _refused.labels(cause).inc()


@cache
def _waits_for(wait: str) -> Counter:
    return _waits.labels(wait)


def jobs(counts: Mapping[str, int]) -> None:
    """Set the number of jobs by state."""
    for state, number in counts.items():
        _jobs.labels(state).set(number)


def tasks(failed: Mapping[str, int], ages_s: Mapping[str, float]) -> None:
    """Set the number of failed jobs, and the ages of what is done at fixed times, by task."""
    for task in failed.keys() | ages_s.keys():
        _failed_jobs.labels(task).set(failed.get(task, 0))
    for task, age_s in ages_s.items():
        _periodic_age.labels(task).set(age_s)


def job_ran(task: str, duration_s: float, *, failed: bool) -> None:
    """Count a run of a job, of a worker that `hanabi run` has started."""
    _job_durations.labels(task).observe(duration_s)
    if failed:
        _job_failures.labels(task).inc()


def oldest_jobs(ages_s: Mapping[str, float]) -> None:
    """Set the age of the oldest job that waits, by queue."""
    for queue, age_s in ages_s.items():
        _oldest_jobs.labels(queue).set(age_s)


def answered(method: str, route: str, status: int, duration_s: float) -> None:
    """Count a response. `route` is a template, such as `/v1/games/{game}`."""
    method = method_of(method)
    _requests_of(method, route, status).inc()
    _durations_of(method, route).observe(duration_s)


def method_of(sent: str) -> str:
    """Return a standard HTTP method unchanged, and `other` for all others."""
    return sent if sent in _METHODS else "other"


# `labels` of the library is slower. The cache is bounded by the routes, methods and statuses.
@cache
def _requests_of(method: str, route: str, status: int) -> Counter:
    return _requests.labels(method, route, str(status))


@cache
def _durations_of(method: str, route: str) -> Histogram:
    return _durations.labels(method, route)


def exposition() -> bytes:
    """Return the metrics of all workers in the text format of Prometheus."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(_registry)
    all_workers = CollectorRegistry()
    MultiProcessCollector(all_workers)  # type: ignore[no-untyped-call]
    return generate_latest(all_workers)
