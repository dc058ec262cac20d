"""Load generator: keep-alive connections that send requests without pause, from two processes."""

import re
import select
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection, socket
from typing import Final, NamedTuple

_PROCESSES: Final = 2
_RECEIVE: Final = 1 << 18
_LENGTH: Final = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")


class Measured(NamedTuple):
    """The result of a load: statuses, latencies and bytes."""

    seconds: float
    statuses: Counter[int]
    latencies_ms: list[float]
    """Sorted, the smallest first."""
    bytes: int
    by_status: dict[int, list[float]]
    """The latencies of each status, unsorted."""

    @property
    def rate(self) -> float:
        """Responses per second."""
        return len(self.latencies_ms) / self.seconds

    def percentile(self, share: float) -> float:
        """Return a percentile of the latencies in ms. `share` is between 0 and 1."""
        return self.latencies_ms[min(len(self.latencies_ms) - 1, int(share * len(self.latencies_ms)))]


def drive(port: int, queues: Sequence[Sequence[bytes]], seconds: float, *, again: bool = True) -> Measured:
    """Send requests for some seconds, each queue over its own connection.

    With `again`, a queue starts over when all its requests are sent; otherwise its connection stops. When the server
    announces that it closes a connection, a new one replaces it. Raises ConnectionError if a connection breaks, and
    ValueError if no request was answered.
    """
    shares = [queues[at::_PROCESSES] for at in range(_PROCESSES)]
    with ProcessPoolExecutor(_PROCESSES, mp_context=get_context("fork")) as processes:
        futures = [processes.submit(_drive_share, port, share, seconds, again) for share in shares]
        parts = [future.result() for future in futures]
    if not any(part.latencies_ms for part in parts):
        raise ValueError("no request was left to send")
    return Measured(
        max(part.seconds for part in parts),
        sum((part.statuses for part in parts), Counter()),
        sorted(chain.from_iterable(part.latencies_ms for part in parts)),
        sum(part.bytes for part in parts),
        {
            status: list(chain.from_iterable(part.by_status.get(status, ()) for part in parts))
            for status in {status for part in parts for status in part.by_status}
        },
    )


class Connection:
    """A connection: its remaining requests, and the received part of the current response."""

    def __init__(self, port: int, requests: Sequence[bytes], again: bool) -> None:
        self._port, self.closes = port, False
        self.socket = self._open()
        self._requests, self._again, self._next = requests, again, 0
        self.received, self.length, self.sent_at = b"", -1, 0.0

    def _open(self) -> socket:
        connection = create_connection(("127.0.0.1", self._port))
        connection.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        return connection

    def connect(self) -> None:
        """Connect again after the server has closed the connection."""
        if self.closes:
            self.socket.close()
        self.socket = self._open()

    def send(self) -> bool:
        """Send the next request. Return False if there is none."""
        if self._next == len(self._requests):
            if not self._again or not self._requests:
                return False
            self._next = 0
        self.received, self.length, self.sent_at = b"", -1, time.perf_counter()
        self.socket.sendall(self._requests[self._next])
        self._next += 1
        return True

    def receive(self) -> bool:
        """Read what has arrived. Return True if the response is complete."""
        data = self.socket.recv(_RECEIVE)
        if not data:
            raise ConnectionError(f"closed after {self.received[:300]!r}")
        self.received = self.received + data if self.received else data
        if self.length < 0:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return False
            self.length = end + 4 + _content_length(self.received[:end])
            self.closes = b"\r\nconnection: close" in self.received[:end].lower()
        return len(self.received) >= self.length


def _content_length(head: bytes) -> int:
    found = _LENGTH.search(head)
    return int(found[1]) if found else 0  # 204 and 304 have no such header


def _drive_share(port: int, queues: Sequence[Sequence[bytes]], seconds: float, again: bool) -> Measured:
    connections = [Connection(port, requests, again) for requests in queues]
    open_connections: dict[int, Connection] = {connection.socket.fileno(): connection for connection in connections}
    poll = select.epoll()
    latencies: list[float] = []
    statuses: Counter[int] = Counter()
    by_status: defaultdict[int, list[float]] = defaultdict(list)
    size = 0
    began = now = time.perf_counter()
    for handle, connection in list(open_connections.items()):
        poll.register(handle, select.EPOLLIN)
        if not connection.send():
            del open_connections[handle]
    clock: Callable[[], float] = time.perf_counter
    while open_connections:
        for handle, _ in poll.poll(10):
            connection = open_connections[handle]
            if connection.receive():
                if connection.closes:
                    del open_connections[handle]
                    connection.connect()
                    open_connections[connection.socket.fileno()] = connection
                    poll.register(connection.socket.fileno(), select.EPOLLIN)
                now = clock()
                status = int(connection.received[9:12])
                latencies.append((now - connection.sent_at) * 1000)
                by_status[status].append(latencies[-1])
                statuses[status] += 1
                size += connection.length
                if now - began > seconds or not connection.send():
                    del open_connections[connection.socket.fileno()]
    poll.close()
    for connection in connections:
        connection.socket.close()
    return Measured(now - began, statuses, latencies, size, dict(by_status))
