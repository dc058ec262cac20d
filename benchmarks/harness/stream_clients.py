"""Clients of event streams: many open streams, read by one thread."""

import select
import socket
import threading
import time
from collections.abc import Sequence

_RECEIVE = 1 << 16


class OpenStreams(threading.Thread):
    """Open streams, and the times at which events arrived."""

    def __init__(self, port: int, requests: Sequence[bytes]) -> None:
        super().__init__(daemon=True)
        self.arrived_at: list[float] = []
        """The arrival time of each event, over all streams."""
        self.started = 0
        self._closed = False
        self._poll = select.epoll()
        self._sockets: dict[int, socket.socket] = {}
        for request in requests:
            stream = socket.create_connection(("127.0.0.1", port))
            stream.sendall(request)
            self._sockets[stream.fileno()] = stream
            self._poll.register(stream.fileno(), select.EPOLLIN)
        self.start()

    def run(self) -> None:
        while not self._closed:
            for handle, _ in self._poll.poll(0.2):
                data = self._sockets[handle].recv(_RECEIVE)
                now = time.perf_counter()
                if not data:
                    self._poll.unregister(handle)
                self.arrived_at += [now] * data.count(b"event: event")
                self.started += data.startswith(b"HTTP/1.1 200")

    def wait(self, number: int, timeout_s: float = 60) -> None:
        """Wait until a number of streams has started. Exit the program after `timeout_s`."""
        until = time.monotonic() + timeout_s
        while self.started < number:
            if time.monotonic() > until:
                raise SystemExit(f"only {self.started} of {number} streams have started")
            time.sleep(0.05)

    def close(self) -> None:
        """Close all streams."""
        self._closed = True
        self.join()
        for stream in self._sockets.values():
            stream.close()


class Client:
    """A connection that sends one request at a time."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def request(self, message: bytes) -> tuple[int, float]:
        """Send a request and return the status and the time in ms."""
        began = time.perf_counter()
        self._socket.sendall(message)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._socket.recv(_RECEIVE)
        head, _, body = received.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r")[0] or b"0")
        missing = length - len(body)
        while missing > 0:
            missing -= len(self._socket.recv(_RECEIVE))
        return int(received[9:12]), (time.perf_counter() - began) * 1000
