"""A receiver of webhooks for tests, which answers as a test says."""

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, NamedTuple

from tests.waiting import await_until

_HANG_S: Final = 60


class Received(NamedTuple):
    """A request that arrived."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def event(self) -> Any:
        """The parsed body."""
        return json.loads(self.body)


class Receiver:
    """A receiver on a port of this machine. `answer` returns the status for each request; None hangs."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.received: list[Received] = []
        self.answer: Callable[[Received], int | None] = lambda _: 204
        self.hangs = threading.Event()
        """Set while requests hang. Its end lets them go."""

    def types(self) -> list[str]:
        """Return the types of all events so far."""
        return [one.event["type"] for one in self.received]

    def wait_for(self, number: int) -> list[Received]:
        """Wait for so many requests, and return all."""
        await_until(lambda: len(self.received) >= number, f"{number} requests had arrived: {self.types()}")
        return self.received


@contextmanager
def receiver(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Run a receiver, with TLS if there is a context for it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            request = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            self.close_connection = True
            server.known.received.append(request)
            status = server.known.answer(request)
            if status is None:
                server.known.hangs.set()
                give_up = time.monotonic() + _HANG_S
                while server.known.hangs.is_set() and time.monotonic() < give_up:
                    time.sleep(0.02)
                return
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", f"{server.known.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except (ConnectionError, ssl.SSLError):
                self.close_connection = True

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        known: Receiver

    server = Server(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.known = Receiver(f"http{'' if tls is None else 's'}://127.0.0.1:{server.server_address[1]}")
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield server.known
    finally:
        server.known.hangs.clear()
        server.shutdown()
        server.server_close()
