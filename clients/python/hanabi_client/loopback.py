"""The address on this computer to which the browser comes back."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import parse_qsl, urlsplit

__all__ = ["Loopback"]

_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Hanabi</title><link rel="icon" href="data:,"><p>{}</p></html>
"""


class Loopback:
    """A server on a free port, which waits for one answer."""

    def __init__(self, state: str) -> None:
        """Listen for the answer with a `state`. Others, which any page can send, are refused."""
        waiting = self
        self.answer: dict[str, str] | None = None
        """The parameters with which the browser came back."""

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer = dict(parse_qsl(urlsplit(self.path).query))
                is_ours = answer.get("state") == state and urlsplit(self.path).path == "/"
                said = "You can close this window." if is_ours else "Nobody waits for this answer."
                body = _PAGE.format(said).encode()
                self.send_response(200 if is_ours else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Referrer-Policy", "no-referrer")
                self.end_headers()
                self.wfile.write(body)
                if is_ours and waiting.answer is None:
                    waiting.answer = answer

            def log_message(self, *_: object) -> None:
                """Write no log, which would contain the code."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()
