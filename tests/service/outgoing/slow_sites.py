"""Sites on this machine that are slow, long or broken, as a test says."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from ipaddress import ip_network
from typing import Final

from service.platform.outgoing.addresses import Policy
from service.platform.outgoing.door import Answer, Door, Failed

LOCAL = Policy(http=True, networks=(ip_network("127.0.0.0/8"),))
TOTAL_S: Final = 0.5
MAX_BYTES: Final = 1000


class Site:
    """A site on this machine that sends what a test says to each connection."""

    def __init__(self, port: int) -> None:
        self.port, self.asked = port, 0


@contextmanager
def site(first: bytes, dripped: bytes = b"", held: threading.Event | None = None) -> Iterator[Site]:
    """Run a site that sends some bytes at once, and then others again and again, one each tenth of a second.

    It sends nothing before `held` is set.
    """
    server = socket.create_server(("127.0.0.1", 0))
    running, is_over = Site(server.getsockname()[1]), threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            if held is not None:
                held.wait(60)
            connection.sendall(first)
            while dripped and not is_over.is_set():
                for byte in dripped:
                    connection.sendall(bytes([byte]))
                    if is_over.wait(TOTAL_S / 5):
                        break
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = server.accept()
                running.asked += 1
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield running
    finally:
        is_over.set()
        server.close()


def got(running: Site, scheme: str = "http", door: Door | None = None) -> Answer | str:
    """Return the answer of a site, or why there is none."""
    door = door or Door(1, total_s=10.0, name="tests")
    try:
        return door.get(
            f"{scheme}://127.0.0.1:{running.port}/x", LOCAL, asker=threading.get_ident(), max_bytes=MAX_BYTES
        )
    except Failed as failed:
        return failed.reason


OK: Final = b"HTTP/1.1 200 OK\r\n"
# A handshake record of TLS that announces 16 kB, whose bytes come one by one.
TLS: Final = b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc"

DRIPPING: Final[dict[str, tuple[str, bytes, bytes]]] = {
    "TLS": ("https", TLS, b"\x03"),
    "status": ("http", b"", b"H"),
    "headers": ("http", OK + b"X: ", b"x"),
    "many headers": ("http", OK, b"X: 1\r\n"),
    "informational answers": ("http", b"", b"HTTP/1.1 102 \r\n\r\n"),
    "body": ("http", OK + b"Content-Length: 900\r\n\r\n", b" "),
    "chunks": ("http", OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
}


def slowest() -> list[tuple[str, Answer | str, bool]]:
    """Ask each site that drips. Return its name, the result, and whether it came in time."""

    def asked(name: str) -> tuple[str, Answer | str, bool]:
        scheme, first, dripped = DRIPPING[name]
        with site(first, dripped) as running:
            began = time.monotonic()
            return (
                name,
                got(running, scheme, Door(1, total_s=TOTAL_S, name="tests")),
                time.monotonic() - began < 20,  # without a deadline it would never come
            )

    with ThreadPoolExecutor(len(DRIPPING)) as threads:
        return list(threads.map(asked, DRIPPING))
