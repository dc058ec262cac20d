"""A TCP proxy in front of Postgres that can stall, drop responses or disconnect."""

import contextlib
import random
import socket
import struct
import threading
import time
from typing import Final

_RESET: Final = struct.pack("ii", 1, 0)  # SO_LINGER for a connection that ends with a reset
_GLANCE_S: Final = 0.02

Ends = tuple[socket.socket, socket.socket]


class Wire:
    """A proxy to a server on a local port."""

    def __init__(self, port: int) -> None:
        self.silent = self.halved = self.deaf = self.closed = False
        """Pass nothing; pass half of each response; pass requests only; accept no connection."""
        self.loses_commits = 0.0
        """The probability that the connection ends after a commit and before its response."""
        self.lost = 0
        """The number of responses to commits that were dropped."""
        self._behind = port
        self._front = socket.create_server(("127.0.0.1", 0), backlog=100)
        self._ends: set[Ends] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The DATABASE_URL for clients of the proxy."""
        return f"postgresql://hanabi@127.0.0.1:{self._front.getsockname()[1]}/hanabi"

    def reset(self) -> None:
        """Close all connections on both sides."""
        with self._lock:
            for ends in self._ends:
                for end in ends:
                    with contextlib.suppress(OSError):
                        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                        end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Stop the proxy."""
        self._front.close()
        self.reset()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self._serve, args=(self._front.accept()[0],), daemon=True).start()

    def _serve(self, front: socket.socket) -> None:
        with front, contextlib.suppress(OSError):
            if self.closed:
                return
            with socket.create_connection(("127.0.0.1", self._behind)) as behind:
                said: list[bytes] = [b""]
                ends = (front, behind)
                with self._lock:
                    self._ends.add(ends)
                asking = threading.Thread(target=self._ask, args=(front, behind, said), daemon=True)
                asking.start()
                self._answer(behind, front, said)
                self._hang_up(ends)
                asking.join()
                with self._lock:
                    self._ends.discard(ends)

    def _ask(self, front: socket.socket, behind: socket.socket, said: list[bytes]) -> None:
        with contextlib.suppress(OSError):
            while data := front.recv(65536):
                self._wait()
                said[0] = data
                behind.sendall(data)
        self._hang_up((front, behind))

    def _answer(self, behind: socket.socket, front: socket.socket, said: list[bytes]) -> None:
        with contextlib.suppress(OSError):
            while data := behind.recv(65536):
                self._wait()
                if b"COMMIT" in said[0] and random.random() < self.loses_commits:
                    self.lost += 1
                    return
                if self.halved:
                    half = len(data) // 2
                    front.sendall(data[:half])
                    self._wait_until_whole()
                    data = data[half:]
                if not self.deaf:
                    front.sendall(data)

    def _wait_until_whole(self) -> None:
        while self.halved:
            time.sleep(_GLANCE_S)

    def _wait(self) -> None:
        while self.silent:
            time.sleep(_GLANCE_S)

    @staticmethod
    def _hang_up(ends: Ends) -> None:
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
