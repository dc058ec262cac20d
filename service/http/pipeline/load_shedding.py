"""Load shedding: a limit to the requests that a worker answers at once.

Without a limit all requests of an overload become slow, until no response arrives in time. With it, a request waits in
a FIFO queue at almost no cost, and is refused after `QUEUE_TIMEOUT_S`. A client that retries at once has waited before,
so refusals do not take the time that responses need.
"""

import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from service.database import deadline
from service.http.wire.problems import Problem
from service.http.wire.request_record import RequestRecord
from service.http.wire.sse import EVENT_STREAM
from service.observability import metrics

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["QUEUE_TIMEOUT_S", "STREAM_QUEUE_TIMEOUT_S", "ConcurrencyLimit", "FairSemaphore"]

QUEUE_TIMEOUT_S: Final = 1.0
"""How long a request waits for a slot."""

STREAM_QUEUE_TIMEOUT_S: Final = 10.0
"""How long an event stream waits: all of them reconnect at once after a restart, and browsers do not retry a 503."""

_RETRY_AFTER_S: Final = "2"
_OUTAGE_S: Final = 3.0

_UNLIMITED: Final = frozenset(("", "contract", "documentation", "health", "metrics", "review"))
"""Blueprints that need no slot: they make no query, and monitoring depends on them. "" is no route at all."""


class FairSemaphore:
    """A semaphore that serves in order of arrival: nobody overtakes a waiting thread."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: deque[threading.Lock] = deque()
        self._lock = threading.Lock()

    def acquire(self, timeout_s: float) -> bool:
        """Take a slot, waiting up to `timeout_s` seconds. Return False if none became free."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            if timeout_s == 0:
                return False
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        try:
            if turn.acquire(timeout=timeout_s):
                return True
        except BaseException:  # the server ends the greenlet of a request that waits
            if not self._leave_queue(turn):
                self.release()
            raise
        return not self._leave_queue(turn)

    def release(self) -> None:
        """Give a slot back, to the thread that has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1

    def _leave_queue(self, turn: threading.Lock) -> bool:
        """Stop waiting. Return False if a slot was handed over at this very moment."""
        with self._lock:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return True
            return False


class ConcurrencyLimit:
    """The slots of a worker for requests that use the database."""

    def __init__(self, slots: int) -> None:
        self.slots = FairSemaphore(slots)
        self._outage_at = -_OUTAGE_S

    def enter(self, record: RequestRecord, endpoint: str, environ: "WSGIEnvironment") -> None:
        """Wait for a slot; service-unavailable if none becomes free in time."""
        blueprint = endpoint.partition(".")[0]
        if blueprint in _UNLIMITED:
            return
        is_stream = blueprint == "events" and EVENT_STREAM in environ.get("HTTP_ACCEPT", "")
        waits_longer = is_stream and not self._in_outage
        if not self.slots.acquire(STREAM_QUEUE_TIMEOUT_S if waits_longer else QUEUE_TIMEOUT_S):
            metrics.shed()
            raise Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S})
        if waits_longer and not self._in_outage:
            deadline.restart()
        record.has_slot = True

    def leave(self, record: RequestRecord) -> None:
        """Give the slot of a request back, if it has one: at its end, or before it waits for news."""
        if record.has_slot:
            record.has_slot = False
            self.slots.release()

    def note_outage(self) -> None:
        """Note that the database did not answer a request."""
        self._outage_at = time.monotonic()

    @property
    def _in_outage(self) -> bool:
        """Whether the database has just failed to answer. Then no stream waits longer than requests do."""
        return time.monotonic() - self._outage_at < _OUTAGE_S
