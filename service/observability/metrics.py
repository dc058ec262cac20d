"""Metrics for Prometheus: how much is asked, how long it takes, and what is played. No label tells who or which game.

Under gunicorn every worker writes to a file of its own in the folder that `PROMETHEUS_MULTIPROC_DIR` names, and
whichever is asked reads them all.
"""

import io
import mmap
import os
from functools import cache
from typing import Final

import prometheus_client.values
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = ["CONTENT_TYPE", "answered", "exposition", "game_ended", "game_started", "in_flight", "lent", "method_of"]
__all__ += ["moved", "rate_limited", "shed"]

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

_FIRST_BYTES: Final = 1 << 16
_LONGEST_SAMPLE: Final = 1 << 12


class _Reserved(MmapedDict):
    """A worker's counters in a file whose blocks are its own before anything is written to them.

    The library maps files with holes, and to fill a hole on a full disk ends the process. Where there is no room this
    worker's counters grow on in memory of its own, in which no other process finds them.
    """

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        self._shared = read_mode or _has_room(filename)
        if self._shared:
            super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]
            return
        self._f, self._fname, self._positions = io.BytesIO(), filename, {}
        self._m, self._capacity, self._used = mmap.mmap(-1, _FIRST_BYTES), _FIRST_BYTES, 8

    def _init_value(self, key: str) -> None:
        if self._capacity - self._used < _LONGEST_SAMPLE:
            self._grow()
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def _grow(self) -> None:
        larger = 2 * self._capacity
        self._shared = self._shared and _reserve(self._f.fileno(), self._capacity, larger)
        if self._shared:
            self._m = mmap.mmap(self._f.fileno(), larger)
        else:
            own = mmap.mmap(-1, larger)
            own[: self._used] = self._m[: self._used]
            self._m = own
        self._capacity = larger


def _has_room(filename: str) -> bool:
    """Make a file of counters, unless there is one; False, and there is none, where the disk is full."""
    try:
        made = os.open(filename, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        return False
    try:
        if os.fstat(made).st_size or _reserve(made, 0, _FIRST_BYTES):
            return True
        os.unlink(filename)
        return False
    finally:
        os.close(made)


def _reserve(file: int, start: int, end: int) -> bool:
    """Have a file reach to `end`, all of it on the disk; False, and it stays as it is, where that is full."""
    try:
        if os.pwrite(file, bytes(end - start), start) == end - start:
            return True
    except OSError:
        pass
    os.truncate(file, start)
    return False


prometheus_client.values.MmapedDict = _Reserved  # type: ignore[attr-defined]

_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

_registry: Final = CollectorRegistry()

_requests: Final = Counter("hanabi_requests", "Requests answered.", ("method", "route", "status"), registry=_registry)
_durations: Final = Histogram(
    "hanabi_request_duration_seconds",
    "Time until an answer was ready to be sent; of a stream, until its beginning was.",
    ("method", "route"),
    buckets=_BUCKETS_S,
    registry=_registry,
)
in_flight: Final = Gauge(
    "hanabi_requests_in_flight",
    "Requests that are being answered, open streams among them.",
    multiprocess_mode="livesum",
    registry=_registry,
)
_pool: Final = Gauge(
    "hanabi_pool_connections_in_use",
    "Database connections that are lent out.",
    multiprocess_mode="livesum",
    registry=_registry,
)
_games_started: Final = Counter("hanabi_games_started", "Games dealt.", registry=_registry)
_games_ended: Final = Counter("hanabi_games_ended", "Games that ended, aborted ones too.", registry=_registry)
_moves: Final = Counter("hanabi_moves", "Turns taken, those of bots too.", registry=_registry)
_rate_limited: Final = Counter("hanabi_rate_limited", "Requests refused by a rate limit.", registry=_registry)
_shed: Final = Counter("hanabi_shed", "Requests refused because too many others were there.", registry=_registry)

game_started: Final = _games_started.inc
game_ended: Final = _games_ended.inc
moved: Final = _moves.inc
rate_limited: Final = _rate_limited.inc
shed: Final = _shed.inc
lent: Final = _pool.set


def answered(method: str, route: str, status: int, duration_s: float) -> None:
    """Count an answer to a request for a route, given as its template."""
    method = method_of(method)
    _requests_of(method, route, status).inc()
    _durations_of(method, route).observe(duration_s)


def method_of(sent: str) -> str:
    """Return the method that a client has sent, `other` for any word that is none."""
    return sent if sent in _METHODS else "other"


# The library looks its children up by tuples of strings; these are as many as routes have statuses.
@cache
def _requests_of(method: str, route: str, status: int) -> Counter:
    return _requests.labels(method, route, str(status))


@cache
def _durations_of(method: str, route: str) -> Histogram:
    return _durations.labels(method, route)


def exposition() -> bytes:
    """Return the metrics of all workers in Prometheus' text format."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(_registry)
    all_workers = CollectorRegistry()
    MultiProcessCollector(all_workers)  # type: ignore[no-untyped-call]
    return generate_latest(all_workers)
