"""Who asks: keep-alive connections that send one request after the other, from processes of their own."""

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

__all__ = ["Measured", "drive"]

_PROCESSES: Final = 2
_RECEIVE: Final = 1 << 18
_LENGTH: Final = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")


class Measured(NamedTuple):
    """What a load came to."""

    seconds: float
    statuses: Counter[int]
    latencies_ms: list[float]
    """In the order of size."""
    bytes: int
    by_status: dict[int, list[float]]
    """The latencies of each status, in no order."""

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.latencies_ms) / self.seconds

    def percentile(self, share: float) -> float:
        """Return the latency below which this share of the answers stayed, in ms."""
        return self.latencies_ms[min(len(self.latencies_ms) - 1, int(share * len(self.latencies_ms)))]


def drive(port: int, queues: Sequence[Sequence[bytes]], seconds: float, *, again: bool = True) -> Measured:
    """Send each queue's requests over a connection of its own, for so many seconds, or until all are sent.

    With `again`, a queue begins anew when it is through. Where the server says that it closes a connection, another
    takes its place; one that breaks is an error.
    """
    shares = [queues[at::_PROCESSES] for at in range(_PROCESSES)]
    with ProcessPoolExecutor(_PROCESSES, mp_context=get_context("fork")) as processes:
        parts = list(processes.map(_drive, [port] * _PROCESSES, shares, [seconds] * _PROCESSES, [again] * _PROCESSES))
    if not any(part.latencies_ms for part in parts):
        raise ValueError("nothing was left to send")
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


class _Line:
    """One connection: what it sends next, and what of the present answer has come."""

    def __init__(self, port: int, requests: Sequence[bytes], again: bool) -> None:
        self._port, self.closes = port, False
        self.socket = self._connected()
        self._requests, self._again, self._next = requests, again, 0
        self.got, self.length, self.sent_at = b"", -1, 0.0

    def _connected(self) -> socket:
        connection = create_connection(("127.0.0.1", self._port))
        connection.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        return connection

    def connect(self) -> None:
        """Connect, again where the server has closed the connection after its answer."""
        if self.closes:
            self.socket.close()
        self.socket = self._connected()

    def send(self) -> bool:
        if self._next == len(self._requests):
            if not self._again or not self._requests:
                return False
            self._next = 0
        self.got, self.length, self.sent_at = b"", -1, time.perf_counter()
        self.socket.sendall(self._requests[self._next])
        self._next += 1
        return True

    def receive(self) -> bool:
        """Say whether the answer is whole."""
        data = self.socket.recv(_RECEIVE)
        if not data:
            raise ConnectionError(f"closed after {self.got[:300]!r}")
        self.got = self.got + data if self.got else data
        if self.length < 0:
            end = self.got.find(b"\r\n\r\n")
            if end < 0:
                return False
            self.length = end + 4 + _content_length(self.got[:end])
            self.closes = b"\r\nconnection: close" in self.got[:end].lower()
        return len(self.got) >= self.length


def _content_length(head: bytes) -> int:
    found = _LENGTH.search(head)
    return int(found[1]) if found else 0  # 204 and 304 have none


def _drive(port: int, queues: Sequence[Sequence[bytes]], seconds: float, again: bool) -> Measured:
    lines = [_Line(port, requests, again) for requests in queues]
    waiting: dict[int, _Line] = {line.socket.fileno(): line for line in lines}
    poll = select.epoll()
    latencies: list[float] = []
    statuses: Counter[int] = Counter()
    by_status: defaultdict[int, list[float]] = defaultdict(list)
    size = 0
    began = now = time.perf_counter()
    for handle, line in list(waiting.items()):
        poll.register(handle, select.EPOLLIN)
        if not line.send():
            del waiting[handle]
    clock: Callable[[], float] = time.perf_counter
    while waiting:
        for handle, _ in poll.poll(10):
            line = waiting[handle]
            if line.receive():
                if line.closes:
                    del waiting[handle]
                    line.connect()
                    waiting[line.socket.fileno()] = line
                    poll.register(line.socket.fileno(), select.EPOLLIN)
                now = clock()
                status = int(line.got[9:12])
                latencies.append((now - line.sent_at) * 1000)
                by_status[status].append(latencies[-1])
                statuses[status] += 1
                size += line.length
                if now - began > seconds or not line.send():
                    del waiting[line.socket.fileno()]
    poll.close()
    for line in lines:
        line.socket.close()
    return Measured(now - began, statuses, latencies, size, dict(by_status))
