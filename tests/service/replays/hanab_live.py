"""A stand-in for hanab.live on this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

EXPORT = json.loads((Path(__file__).resolve().parents[2] / "games" / "hanab_live_2906.json").read_text())
UNKNOWN, MOVED, NO_GAME, OTHER, LARGE, BROKEN = range(900_001, 900_007)
OF_ALICE = range(812, 800, -1)
"""The games of Alice B besides one with the number 2906, which the stand-in lists a hundred times before them."""

_LISTS = {
    "/api/v1/history/Alice%20B?size=100&page=0": [2906] * 100,
    "/api/v1/history/Alice%20B?size=100&page=1": [*OF_ALICE],
    "/api/v1/history/nobody?size=100&page=0": None,
}


class StandIn(ThreadingHTTPServer):
    """Serves exports and lists of games as hanab.live does, and badly for some numbers and names."""

    asked: list[str]


class _Handler(BaseHTTPRequestHandler):
    """Answers a request for an export or a list."""

    server: StandIn

    def do_GET(self) -> None:
        """Answer by the path."""
        self.server.asked.append(self.path)
        if self.path.startswith("/api/v1/history/"):
            rows = _LISTS.get(self.path, ["broken"])
            listed = None if rows is None else [{"id": number} for number in rows]
            return self._send(200, json.dumps({"total_rows": 0, "info": "", "rows": listed}).encode())
        number = int(self.path.removeprefix("/export/"))
        status = {UNKNOWN: 404, MOVED: 302, BROKEN: 500}.get(number, 200)
        body = json.dumps({**EXPORT, "tags": [], "id": OTHER - 1 if number == OTHER else number}).encode()
        return self._send(status, {NO_GAME: b"<!doctype html>", LARGE: b" " * 600_000}.get(number, body))

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        if status == 302:
            self.send_header("Location", f"http://localhost:{self.server.server_port}/export/1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@contextmanager
def stand_in() -> Iterator[StandIn]:
    """Serve on a free port."""
    with StandIn(("127.0.0.1", 0), _Handler) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
