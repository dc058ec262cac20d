"""Players at many tables, each with a stream of views and a connection for moves, in one thread."""

import contextlib
import re
import select
import socket
import time
from collections.abc import Iterator

import orjson

from benchmarks.harness.bulk_load import Loaded
from benchmarks.harness.dataset import Dataset
from benchmarks.harness.requests import actor, get, view_path

_RECEIVE = 1 << 16
_WARM_UP_S = 2.0
_PATIENCE_S = 60.0
"""How long a move may take on a busy machine until the benchmark gives up."""
_VIEW = re.compile(rb"event: view\nid: \d+\ndata: ([^\n]*)\n\n")


def play(port: int, data: Dataset, games: Iterator[Loaded], tables: int, seconds: float) -> tuple[list[float], float]:
    """Play at tables without a pause. Return the latencies of moves in ms, and the seconds that were measured.

    A latency is the time from a move's POST until the other player's stream has sent the new view. The measurement
    begins after a warm-up, in which a move has to come, and takes longer if no move comes in `seconds`.
    """
    poll = select.epoll()
    at_socket: dict[int, _Table] = {}
    latencies: list[float] = []

    def seat_next() -> None:
        one = _Table(port, data, next(games), latencies)
        for handle in one.handles:
            at_socket[handle] = one
            poll.register(handle, select.EPOLLIN)

    for _ in range(tables):
        seat_next()
    began = time.perf_counter()
    measured_from: float | None = None
    while (now := time.perf_counter()) < (measured_from or began) + seconds or measured_from is None or not latencies:
        if now > (measured_from or began) + seconds + _PATIENCE_S:
            raise SystemExit(f"no move reached the other player in {_PATIENCE_S:.0f} s")
        if measured_from is None and latencies and now >= began + _WARM_UP_S:
            measured_from = now
            latencies.clear()
        for handle, _ in poll.poll(0.1):
            table = at_socket.get(handle)
            if table is None:  # closed a moment ago
                continue
            with contextlib.suppress(BlockingIOError):  # closed a moment ago, and its number is that of a new one
                table.receive(handle)
            if table.is_over:
                for closed in table.handles:
                    poll.unregister(closed)
                    del at_socket[closed]
                table.close()
                seat_next()
    for table in set(at_socket.values()):
        table.close()
    return latencies, now - measured_from


class _Table:
    """A game of two players, whose moves are those of the corpus."""

    def __init__(self, port: int, data: Dataset, game: Loaded, latencies: list[float]) -> None:
        self.is_over = False
        # The player sees its move in its stream, as that of boardgame.io does.
        self._game, self._moves = game, data.moves(game, "Prefer: return=minimal")
        self._latencies = latencies
        self._version = game.version
        self._sent_at: float | None = None
        self._ready: set[int] = set()
        self._streams: dict[int, tuple[int, socket.socket]] = {}
        """By file number: the seat and the socket."""
        self._senders = [_connected(port) for _ in range(2)]
        self._unread: dict[int, bytes] = {}
        for seat, person in enumerate(data.holders[game.game_id]):
            stream = _connected(port)
            stream.sendall(get(f"{view_path(game)}/events?views=true", person.token, "Accept: text/event-stream"))
            self._streams[stream.fileno()] = (seat, stream)
            self._unread[stream.fileno()] = b""

    @property
    def handles(self) -> list[int]:
        """The file numbers of all connections."""
        return [*self._streams, *[sender.fileno() for sender in self._senders]]

    def receive(self, handle: int) -> None:
        """Read what has come on a connection, and move if it was the awaited view."""
        if handle not in self._streams:
            sender = next(sender for sender in self._senders if sender.fileno() == handle)
            head = sender.recv(_RECEIVE, socket.MSG_DONTWAIT)
            if head.startswith(b"HTTP/1.1 503"):  # overload: the latency goes on
                sender.sendall(self._moves[self._version - 1 - self._game.version])
            elif head.startswith(b"HTTP/") and not head.startswith(b"HTTP/1.1 201"):
                raise SystemExit(f"a move was refused: {head.decode()}")
            return
        seat, stream = self._streams[handle]
        received = stream.recv(_RECEIVE, socket.MSG_DONTWAIT)
        now = time.perf_counter()
        unread = self._unread[handle] + received
        read = 0
        for found in _VIEW.finditer(unread):
            read = found.end()
            self._see(seat, orjson.loads(found[1])["view"]["version"], now)  # the peer's client parses its state too
        self._unread[handle] = unread[read:]

    def _see(self, seat: int, version: int, now: float) -> None:
        self._ready.add(seat)
        if version == self._version and self._sent_at is not None and seat != self._mover(version):
            self._latencies.append((now - self._sent_at) * 1000)
            self._sent_at = None
            if version == len(self._game.log.events) - 1:
                self.is_over = True
                return
        if self._sent_at is None and len(self._ready) == 2 and not self.is_over:
            self._version += 1
            mover = self._mover(self._version)
            self._sent_at = time.perf_counter()
            self._senders[mover].sendall(self._moves[self._version - 1 - self._game.version])

    def _mover(self, version: int) -> int:
        return actor(self._game.log.events[version])

    def close(self) -> None:
        """Close all connections."""
        for _, stream in self._streams.values():
            stream.close()
        for sender in self._senders:
            sender.close()


def _connected(port: int) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port))
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found
