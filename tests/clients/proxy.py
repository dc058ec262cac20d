"""A TCP proxy that loses connections, for tests of clients."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

_BUSY: Final = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy:
    """Passes on what clients and a service send, until it is told otherwise."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.requests: list[bytes] = []
        """The first line of each request that arrived in a segment of its own."""
        self._open: set[tuple[socket.socket, socket.socket]] = set()
        self._lost: list[bytes] = []
        self._spared: list[bytes] = []
        self._refused: list[bytes] = []
        self._cutting: list[bytes] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, spared: socket.socket | None = None) -> None:
        """Break all connections, except for one with this socket."""
        for connection in [service for pair in list(self._open) if spared not in pair for service in pair]:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def lose_answer(self, start: bytes, *, after: int = 0) -> None:
        """Break the connection of a request that starts like this, after the service has answered it.

        It is the next one `after` so many others.
        """
        self._spared += [start] * after
        self._lost.append(start)

    def refuse(self, start: bytes) -> None:
        """Answer the next request that starts like this with 503. The service does not get it."""
        self._refused.append(start)

    def cut_at(self, start: bytes) -> None:
        """Break all other connections when the next request arrives that starts like this."""
        self._cutting.append(start)

    def close(self) -> None:
        """Stop."""
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(self._target) as service:
            self._open.add((client, service))
            loses = threading.Event()
            back = threading.Thread(target=self._pass_back, args=[service, client, loses], daemon=True)
            back.start()
            with contextlib.suppress(OSError):
                while data := client.recv(65536):
                    self.requests.append(data.partition(b"\r\n")[0])
                    if _take(self._refused, data):
                        client.sendall(_BUSY)
                        break
                    if _take(self._cutting, data):
                        self.cut(client)
                    if not _take(self._spared, data) and _take(self._lost, data):
                        loses.set()
                    service.sendall(data)
            with contextlib.suppress(OSError):
                service.shutdown(socket.SHUT_RDWR)
            back.join()
            self._open.discard((client, service))

    def _pass_back(self, service: socket.socket, client: socket.socket, loses: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while (data := service.recv(65536)) and not loses.is_set():
                client.sendall(data)
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)


def _take(starts: list[bytes], data: bytes) -> bool:
    found = next((start for start in starts if data.startswith(start)), None)
    if found is None:
        return False
    starts.remove(found)
    return True


@contextlib.contextmanager
def proxied(url: str) -> Iterator[Proxy]:
    """Run a proxy for the service at a URL."""
    where = urlsplit(url)
    proxy = Proxy((str(where.hostname), where.port or 80))
    try:
        yield proxy
    finally:
        proxy.close()
