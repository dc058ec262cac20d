"""Connections to checked addresses, whose every wait ends at one deadline."""

import socket
import ssl
import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeVar

import certifi
import httpcore

from service.platform.outgoing.addresses import Policy

_CONNECT_S: Final = 2.0
"""The longest wait for one of the addresses of a name."""
_ADDRESSES: Final = 3
"""How many addresses of a name are tried."""
_RECORD_BYTES: Final = 16 * 1024

T = TypeVar("T")


class Failed(Exception):
    """There is no answer. `reason` says why, as in the deliveries of a webhook."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Backend(httpcore.NetworkBackend):
    """Connects to the addresses of a name that a policy allows, until a time of the monotonic clock.

    The check and the connection use the same answer of the name server, so a later one has no effect. A name without
    an address and one with internal addresses fail in the same way: nobody learns which names the operator's network
    has.
    """

    def __init__(self, policy: Policy, until: float, max_bytes: int) -> None:
        self._policy, self._until, self._max_bytes = policy, until, max_bytes

    def connect_tcp(self, host: str, port: int, *_: Any, **__: Any) -> httpcore.NetworkStream:
        """Return a connection to a host. Raises Failed."""
        try:
            found = dict.fromkeys(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            found = {}
        allowed = [entry for entry in found if self._policy.allows(str(entry[4][0]))]
        if not allowed:
            raise Failed("unknown-host")
        for family, kind, protocol, _name, address in allowed[:_ADDRESSES]:
            connection = socket.socket(family, kind, protocol)
            try:
                connection.settimeout(min(_CONNECT_S, left_s(self._until)))
                connection.connect(address)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError:
                connection.close()
            except BaseException:
                connection.close()
                raise
            else:
                return _Stream(connection, self._until, self._max_bytes)
        left_s(self._until)
        raise Failed("connection-failed")


class _Stream(httpcore.NetworkStream):
    """A connection, encrypted after `start_tls`.

    Python's sockets with TLS begin their timeout anew with each byte that arrives. So TLS works in memory here, and
    each read or write of the socket waits for what is left until the deadline.
    """

    def __init__(self, connection: socket.socket, until: float, max_bytes: int) -> None:
        """`max_bytes` is the most that may arrive, with the headers, and encrypted."""
        self._connection, self._until, self._bytes_left = connection, until, max_bytes
        self._received, self._to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls: ssl.SSLObject | None = None

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Agree on encryption. Raises Failed, also for a certificate that is not valid for the host."""
        try:
            self._tls = ssl_context.wrap_bio(self._received, self._to_send, server_hostname=server_hostname)
            self._through_tls(self._tls.do_handshake)
        except (ssl.SSLError, ValueError):
            self.close()
            raise Failed("certificate-refused") from None
        except Failed:
            self.close()
            raise
        return self

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return what has arrived; nothing at the end. Raises Failed."""
        tls = self._tls
        if tls is None:
            return self._receive(max_bytes)
        try:
            return self._through_tls(lambda: tls.read(max_bytes))
        except ssl.SSLZeroReturnError:
            return b""
        except ssl.SSLError:
            raise Failed("connection-failed") from None

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes. Raises Failed, or WriteError for a peer that takes no more, but may have answered."""
        tls = self._tls
        if tls is None:
            return self._send(buffer)
        try:
            while buffer:
                buffer = buffer[self._through_tls(lambda: tls.write(buffer)) :]  # noqa: B023
        except ssl.SSLError:
            raise Failed("connection-failed") from None

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _through_tls(self, step: Callable[[], T]) -> T:
        """Take a step of TLS, which may need bytes from the other side first. Raises Failed or SSLError."""
        while True:
            try:
                result = step()
            except ssl.SSLWantReadError:
                self._send(self._to_send.read())
                arrived = self._receive(_RECORD_BYTES)
                if arrived:
                    self._received.write(arrived)
                else:
                    self._received.write_eof()
            else:
                self._send(self._to_send.read())
                return result

    def _receive(self, max_bytes: int) -> bytes:
        try:
            arrived = self._waiting().recv(max_bytes)
        except TimeoutError:
            raise Failed("timeout") from None
        except OSError:
            raise Failed("connection-failed") from None
        self._bytes_left -= len(arrived)
        if self._bytes_left < 0:
            raise Failed("too-long")
        return arrived

    def _send(self, buffer: bytes) -> None:
        try:
            while buffer:
                buffer = buffer[self._waiting().send(buffer) :]
        except TimeoutError:
            raise Failed("timeout") from None
        except OSError:
            raise httpcore.WriteError from None

    def _waiting(self) -> socket.socket:
        """Return the socket, which waits for what is left of the time. Raises Failed."""
        self._connection.settimeout(left_s(self._until))
        return self._connection


def left_s(until: float) -> float:
    """Return the seconds until a time of the monotonic clock. Raises Failed if there are none."""
    left = until - time.monotonic()
    if left <= 0:
        raise Failed("timeout")
    return left


@cache
def trusted() -> ssl.SSLContext:
    """Return the trusted certificates: those of the system, and those of certifi."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
