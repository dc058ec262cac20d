"""The HTTP response of a worker, with few system calls."""

import time
from email.utils import formatdate
from functools import lru_cache

from gunicorn import util
from gunicorn.http import wsgi


class Response(wsgi.Response):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's response, with fewer system calls and a cache of checked headers."""

    headers_sent: bool

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        """Check and store the headers of the application. Raises gunicorn's errors for invalid headers."""
        for name, value in headers:
            checked, length, upgrade = _checked(name, value)
            self.headers += checked
            self.upgrade |= upgrade
            if length is not None:
                self.response_length = length

    def default_headers(self) -> list[str]:
        """Return the status line and the headers that every response has."""
        connection = "upgrade" if self.upgrade else "close" if self.should_close() else "keep-alive"
        major, minor = self.req.version
        framing = "Transfer-Encoding: chunked\r\n" if self.chunked else ""
        return [
            f"HTTP/{major}.{minor} {self.status}\r\nServer: {self.version}\r\nDate: {_date(int(time.time()))}\r\n"
            f"Connection: {connection}\r\n{framing}"
        ]

    def write(self, arg: bytes) -> None:
        """Send a part of the body, after the head if necessary."""
        if self.headers_sent or self.req.method == "HEAD" or not arg or self.response_length != len(arg):
            super().write(arg)
            return
        fields = "".join([f"{name}: {value}\r\n" for name, value in self.headers])
        head = "".join([*self.default_headers(), fields, "\r\n"])
        self.headers_sent, self.sent = True, len(arg)
        util.write(self.sock, head.encode("latin-1") + arg)


@lru_cache(1000)
def _checked(name: str, value: str) -> tuple[tuple[tuple[str, str], ...], int | None, bool]:
    """Return the headers that gunicorn derives from a header.

    Return also the body length, and whether the header is an upgrade.
    """
    response = wsgi.Response(None, None, None)
    response.process_headers([(name, value)])
    return tuple(response.headers), response.response_length, response.upgrade


@lru_cache(2)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)
