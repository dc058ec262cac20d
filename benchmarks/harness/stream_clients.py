"""Many open event streams, read by one thread."""

import select
import socket
import threading
import time
from collections.abc import Sequence

__all__ = ["Asker", "Crowd"]

_RECEIVE = 1 << 16


class Crowd(threading.Thread):
    """Open streams, and the times at which events arrived."""

    def __init__(self, port: int, requests: Sequence[bytes]) -> None:
        super().__init__(daemon=True)
        self.arrived_at: list[float] = []
        """The arrival time of each event, over all streams."""
        self.greeted = 0
        self._over = False
        self._poll = select.epoll()
        self._sockets: dict[int, socket.socket] = {}
        for request in requests:
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(request)
            self._sockets[one.fileno()] = one
            self._poll.register(one.fileno(), select.EPOLLIN)
        self.start()

    def run(self) -> None:
        while not self._over:
            for handle, _ in self._poll.poll(0.2):
                data = self._sockets[handle].recv(_RECEIVE)
                now = time.perf_counter()
                if not data:
                    self._poll.unregister(handle)
                self.arrived_at += [now] * data.count(b"event: event")
                self.greeted += data.startswith(b"HTTP/1.1 200")

    def wait(self, number: int, within_s: float = 60) -> None:
        """Wait until a number of streams has started. Exits the program after `within_s` seconds."""
        until = time.monotonic() + within_s
        while self.greeted < number:
            if time.monotonic() > until:
                raise SystemExit(f"only {self.greeted} of {number} streams have started")
            time.sleep(0.05)

    def end(self) -> None:
        """Close all streams."""
        self._over = True
        self.join()
        for one in self._sockets.values():
            one.close()


class Asker:
    """A connection that sends one request at a time."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> tuple[int, float]:
        """Send a request. Return the status and the time in ms."""
        began = time.perf_counter()
        self._socket.sendall(request)
        got = b""
        while b"\r\n\r\n" not in got:
            got += self._socket.recv(_RECEIVE)
        head, _, body = got.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r")[0] or b"0")
        left = length - len(body)
        while left > 0:
            left -= len(self._socket.recv(_RECEIVE))
        return int(got[9:12]), (time.perf_counter() - began) * 1000
