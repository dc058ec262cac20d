"""Who listens: many open streams, read by one thread."""

import select
import socket
import threading
import time
from collections.abc import Sequence

__all__ = ["Asker", "Crowd"]

_RECEIVE = 1 << 16


class Crowd(threading.Thread):
    """Open streams; each notes when an event came."""

    def __init__(self, port: int, requests: Sequence[bytes]) -> None:
        super().__init__(daemon=True)
        self.told_at: list[float] = []
        """When an event came, on any stream."""
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
                self.told_at += [now] * data.count(b"event: event")
                self.greeted += data.startswith(b"HTTP/1.1 200")

    def wait(self, number: int, within_s: float = 60) -> None:
        """Wait until so many streams have begun."""
        until = time.monotonic() + within_s
        while self.greeted < number:
            if time.monotonic() > until:
                raise SystemExit(f"only {self.greeted} of {number} streams have begun")
            time.sleep(0.05)

    def end(self) -> None:
        """Close all of them."""
        self._over = True
        self.join()
        for one in self._sockets.values():
            one.close()


class Asker:
    """One connection that waits for each answer."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> tuple[int, float]:
        """Return an answer's status, and how many ms it took."""
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
