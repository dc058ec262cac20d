"""Load shedding: a limit on the concurrent requests of a worker.

Without a limit, an overload slows down all requests until no response arrives in time. With it, a request waits in a
FIFO queue at almost no cost, and is refused after `QUEUE_TIMEOUT_S`. A client that retries immediately has waited that
long, so refusals take little CPU time from responses.
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
"""The longest time that a request waits for a slot."""

STREAM_QUEUE_TIMEOUT_S: Final = 10.0
"""The longest time that an event stream waits for a slot.

All streams reconnect together after a restart, and browsers do not retry after a 503."""

_RETRY_AFTER_S: Final = "2"
_OUTAGE_S: Final = 3.0

_UNLIMITED: Final = frozenset(("", "contract", "documentation", "health", "metrics", "review"))
"""Blueprints that need no slot, since they make no query or monitoring depends on them. "" stands for no route."""


class FairSemaphore:
    """A FIFO semaphore: waiting threads get slots in order of arrival."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: deque[threading.Lock] = deque()
        self._lock = threading.Lock()

    def acquire(self, timeout_s: float) -> bool:
        """Acquire a slot within `timeout_s` seconds. Return False if none became free."""
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
        """Release a slot to the thread that has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1

    def _leave_queue(self, turn: threading.Lock) -> bool:
        """Stop waiting. Return False if a slot was assigned to this thread meanwhile."""
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
        """Wait for a slot if the endpoint needs it. Raises service-unavailable after the timeout."""
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
        """Release the slot of a request, if it has one."""
        if record.has_slot:
            record.has_slot = False
            self.slots.release()

    def note_outage(self) -> None:
        """Record that the database did not respond to a request."""
        self._outage_at = time.monotonic()

    @property
    def _in_outage(self) -> bool:
        """Whether the database has just failed to respond. Then streams wait no longer than other requests."""
        return time.monotonic() - self._outage_at < _OUTAGE_S
