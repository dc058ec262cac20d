"""The listener of a worker: accept connections, and share them evenly with the other workers."""

import mmap
import resource
from collections.abc import Callable
from socket import socket
from typing import Any, Final

import gevent
from gevent.pool import Pool
from gevent.server import StreamServer

__all__ = ["ConnectionCounts", "Listener", "counts", "raise_file_limit"]

_GIVE_WAY_S: Final = 0.002
_ABSENT: Final = -1


class ConnectionCounts:
    """The number of open connections of each worker, in memory that forked processes share."""

    def __init__(self, slots: int = 256) -> None:
        self._counts = memoryview(mmap.mmap(-1, 4 * slots)).cast("i")
        for slot in range(slots):
            self._counts[slot] = _ABSENT

    def set(self, age: int, number: int) -> None:
        """Store the number of connections of the worker with this age."""
        self._counts[age % len(self._counts)] = number

    def forget(self, age: int) -> None:
        """Remove a worker that has ended."""
        self.set(age, _ABSENT)

    def fewest(self) -> int:
        """Return the smallest number of connections that a worker has; 0 without workers."""
        return min([number for number in self._counts if number != _ABSENT], default=0)


counts: Final = ConnectionCounts()
"""The counts of this service: made before gunicorn forks its workers, and not made again by a reload."""


class Listener(StreamServer):  # type: ignore[misc]  # gevent has no types
    """A server that lets workers with fewer connections accept first.

    When several processes wait for the same socket, the kernel often wakes the same one. Clients keep their
    connections, so that worker would serve most of them (docs/decisions/0023).
    """

    max_accept = 4

    def __init__(
        self, listener: socket, handle: Callable[[socket, Any], None], spawn: Pool, own_count: Callable[[], int]
    ) -> None:
        super().__init__(listener, handle=handle, spawn=spawn)
        self._own_count = own_count
        self._gave_way = False

    def do_read(self) -> tuple[socket, Any] | None:
        """Accept a connection; return None if another worker may have it or none is waiting."""
        self._gave_way = not self._gave_way and self._own_count() > counts.fewest()
        if self._gave_way:
            self.stop_accepting()
            gevent.spawn_later(_GIVE_WAY_S, self._resume)
            return None
        accepted: tuple[socket, Any] | None = super().do_read()
        return accepted

    def _resume(self) -> None:
        if self.started:
            self.start_accepting()


def raise_file_limit(connections: int, others: int) -> int:
    """Allow this process as many open files as it needs; return the number of connections that fit.

    `connections` are wanted, and `others` files are open beside them. The hard limit of the system may allow fewer.
    """
    wanted = connections + others
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return connections
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(min(connections, soft - others), 100)
