"""A stranger: a client that attacks the service with bounded load and stops by itself."""

import contextlib
import http.client
import json
import secrets
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

Json = Any

_PATIENCE_S = 10.0


class Request(NamedTuple):
    """A request of a flood. `body` is sent as JSON if it is not bytes."""

    method: str
    path: str
    body: Json = None
    headers: Mapping[str, str] = {}


def connect(url: str, source: str) -> http.client.HTTPConnection:
    """Return a connection from a source address of the loopback network."""
    parts = urlsplit(url)
    return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_PATIENCE_S, source_address=(source, 0))


class Stranger:
    """A client at one address. Its attacks end some seconds after they have begun."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url, self.address = url, "127.0.0.1"
        self._seconds = seconds
        self.until = float("inf")
        self.answers: Counter[int] = Counter()
        """The number of responses by status; 0 stands for none."""

    def begin(self) -> None:
        """Say that the attack begins."""
        print("ready", flush=True)
        self.until = time.monotonic() + self._seconds

    def is_over(self) -> bool:
        """Return True once the attack has to end."""
        return time.monotonic() >= self.until

    def send(
        self,
        method: str,
        path: str,
        body: Json = None,
        token: str | None = None,
        source: str | None = None,
        headers: Mapping[str, str] = {},
    ) -> Json:
        """Send one request that must succeed, and return the JSON of the response."""
        connection = connect(self.url, source or self.address)
        try:
            status, content = _exchange(connection, Request(method, path, body, {**bearer(token), **headers}))
        finally:
            connection.close()
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {content[:500]!r}")
        return json.loads(content or b"null")

    def account(self, source: str | None = None) -> str:
        """Create an account, and return its token."""
        name = {"name": f"stranger {secrets.token_hex(6)}"}
        token: str = self.send("POST", "/v1/accounts", name, source=source)["token"]
        return token

    def stream(self, path: str, token: str | None, source: str | None = None) -> socket.socket:
        """Open a stream, and return its socket."""
        parts = urlsplit(self.url)
        head = f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: text/event-stream\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in bearer(token).items())
        address = (source or self.address, 0)
        opened = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=2, source_address=address)
        opened.sendall(f"{head}\r\n".encode())
        return opened

    def flood(
        self, requests: Sequence[Request], token: str | None = None, *, connections: int = 16, pause_s: float = 0
    ) -> None:
        """Send these requests again and again on several connections until the attack is over."""
        self.together(lambda number: self._send_in_turns(requests, token, number, pause_s), connections)

    def together(self, attack: Callable[[int], None], threads: int) -> None:
        """Run an attack in several threads, and wait for them."""
        running = [threading.Thread(target=attack, args=(number,), daemon=True) for number in range(threads)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()

    def _send_in_turns(self, requests: Sequence[Request], token: str | None, first: int, pause_s: float) -> None:
        connection, turn = connect(self.url, self.address), first
        while not self.is_over():
            request = requests[turn % len(requests)]
            turn += 1
            try:
                status, _ = _exchange(connection, request._replace(headers={**request.headers, **bearer(token)}))
            except (OSError, http.client.HTTPException):
                status = 0
                connection.close()
            self.answers[status] += 1
            time.sleep(pause_s or (0.01 if status in (0, 429) else 0))
        connection.close()


def read_all(streams: list[socket.socket]) -> None:
    """Read what has arrived."""
    for one in streams:
        one.setblocking(False)
        with contextlib.suppress(OSError):
            while one.recv(1 << 16):
                pass


def bearer(token: str | None) -> dict[str, str]:
    """Return the header of a token; no header for None."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def _exchange(connection: http.client.HTTPConnection, request: Request) -> tuple[int, bytes]:
    body = request.body if isinstance(request.body, bytes | None) else json.dumps(request.body).encode()
    media_type = {"Content-Type": "application/json"} if body else {}
    connection.request(request.method, request.path, body, {**media_type, **request.headers})
    response = connection.getresponse()
    return response.status, response.read()
