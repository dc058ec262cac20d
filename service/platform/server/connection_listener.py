"""The listener of a worker, which balances connections between workers."""

import mmap
import resource
from collections import deque
from collections.abc import Callable
from socket import socket
from typing import Any, Final

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer

from service.platform.limits import gates

_ABSENT: Final = -1
_STARTING: Final = -2


class ConnectionCounts:
    """The number of open connections of each worker, in shared memory."""

    def __init__(self, slots: int = 256) -> None:
        shared = memoryview(mmap.mmap(-1, 4 * (slots + 1))).cast("i")
        self._counts, self._replaced = shared[:slots], shared[slots:]
        for slot in range(slots):
            self._counts[slot] = _ABSENT

    def set(self, age: int, number: int) -> None:
        """Store the number of connections of a worker. gunicorn numbers workers by age."""
        self._counts[age % len(self._counts)] = number

    def remove(self, age: int) -> None:
        """Remove a worker that has ended."""
        self.set(age, _ABSENT)

    def add_starting(self, age: int) -> None:
        """Add a worker that does not serve yet. It serves when it stores its first number."""
        self.set(age, _STARTING)

    def replace(self, age: int) -> None:
        """Begin a reload, which replaces the workers up to an age."""
        self._replaced[0] = age

    def has_reloaded(self) -> bool:
        """Return True after the first reload."""
        return self._replaced[0] > 0

    def is_needed(self, age: int) -> bool:
        """Return True if a reload replaces this worker, and some new worker does not serve yet."""
        return age <= self._replaced[0] and _STARTING in self._counts

    def fewest(self) -> int:
        """Return the smallest number of connections of a serving worker; 0 without workers."""
        return min([number for number in self._counts if number >= 0], default=0)


counts: Final = ConnectionCounts()
"""The counts of this service, created before gunicorn forks its workers. A reload keeps them."""


class Arrivals:
    """The new connections of a worker, which are served fairly between addresses.

    Each address has as many served in a round. Else a new connection would wait until all that another client has
    opened before it are served, and each takes a millisecond of CPU time.
    """

    def __init__(self) -> None:
        self._waiting: dict[bytes, deque[Event]] = {}
        self._has_rounds = False

    def wait_for_turn(self, address: bytes) -> None:
        """Wait until a new connection from this address may be served."""
        turn = Event()
        self._waiting.setdefault(address, deque()).append(turn)
        if not self._has_rounds:
            self._has_rounds = True
            gevent.spawn(self._give_turns)
        turn.wait()

    def _give_turns(self) -> None:
        while self._waiting:
            share = max(1, gates.IN_A_ROUND // len(self._waiting))
            for address, turns in list(self._waiting.items()):
                for _ in range(min(share, len(turns))):
                    turns.popleft().set()
                if not turns:
                    del self._waiting[address]
            gevent.sleep(gates.ROUND_S)  # connections are accepted meanwhile, which takes little
        self._has_rounds = False


class Listener(StreamServer):  # type: ignore[misc]  # gevent has no types
    """A server that lets workers with fewer connections accept first.

    When several processes wait for a socket, the kernel often wakes the same process. Clients reuse their connections,
    so that worker would serve most requests (docs/decisions/0011).
    """

    max_accept = 100  # with fewer, a flood of connections delays the new ones of others

    def __init__(
        self, listener: socket, handle: Callable[[socket, Any], None], spawn: Pool, own_count: Callable[[], int]
    ) -> None:
        super().__init__(listener, handle=handle, spawn=spawn)
        self._own_count = own_count
        self._deferred = False

    def do_read(self) -> tuple[socket, Any] | None:
        """Accept a connection. Return None to leave it to another worker, or if none is waiting."""
        self._deferred = not self._deferred and self._own_count() > counts.fewest()
        if self._deferred:
            self.stop_accepting()
            gevent.spawn_later(gates.DEFER_S, self._resume)
            return None
        accepted: tuple[socket, Any] | None = super().do_read()
        return accepted

    def _resume(self) -> None:
        if self.started:
            self.start_accepting()


def raise_file_limit(connections: int, others: int) -> int:
    """Raise the limit of open files of this process. Return the number of connections that it allows.

    The limit is for `connections` and `others` other files, unless the hard limit of the system is lower.
    """
    needed = connections + others
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return connections
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(min(connections, soft - others), 100)
