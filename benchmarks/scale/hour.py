"""Load test: an hour's moves of 1,000 running games in ten minutes, with open streams, on two cores.

Each game has one move every 30 s of that hour: 120 moves a game. Each move is sent at its scheduled time, even if
earlier requests are unanswered, and its latency counts from that time. A view follows each move. Events on the streams
are compared with the moves played. Any status other than 200 and 201 is an error.
"""

import heapq
import os
import random
import select
import socket
import sys
import time
from argparse import ArgumentParser
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from benchmarks.harness.bulk_load import Loaded
from benchmarks.harness.dataset import Dataset, dataset
from benchmarks.harness.processes import children, cpu_s, memory_mb
from benchmarks.harness.servers import serving
from benchmarks.harness.timing import machine, table

_MOVES_AN_HOUR = 120
_RECEIVE = 1 << 17


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make test-load", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games that run at once (1000)")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10), at the same rate")
    parser.add_argument("--streams", type=int, default=250, help="open event streams (250)")
    args = parser.parse_args(options)
    seconds = args.minutes * 60
    moves = int(args.games * _MOVES_AN_HOUR * args.minutes / 10)
    dice = random.Random(6)
    cores = sorted(os.sched_getaffinity(0))
    with ExitStack() as stack:
        os.sched_setaffinity(0, cores[:2])  # Postgres and gunicorn inherit it
        data = stack.enter_context(dataset([0] * (args.games + moves // 50)))
        service = stack.enter_context(
            serving(
                "service.app:create_app()",
                data.url,
                2,
                RATE_LIMITS="on",
            )
        )
        os.sched_setaffinity(0, cores[2:] or cores)
        workers = children(service.process.pid)
        played = _Tables(data, service.port, args.games, args.streams, dice).play(moves, seconds, workers)
    print(machine())
    print(f"{args.games:,} games, {args.streams} streams; the service (2 workers) and its Postgres on two cores\n")
    figures = ("move p50 ms", "p99 ms", "max ms", "view p50 ms", "p99 ms", "max ms")
    head = ("minute", "moves", "views", "errors", *figures, "events sent", "each worker's MB", "and core")
    print(table(head, played))


class _Due(NamedTuple):
    """A request and the time at which it is due."""

    at: float
    number: int
    table: int
    what: str
    request: bytes


class _Stream:
    """A stream of one game, which must send each version once."""

    def __init__(self, connection: socket.socket, expected: range) -> None:
        self.connection, self._expected = connection, iter(expected)
        self._rest = b""
        self.events, self.gaps, self.over = 0, 0, False

    def receive(self) -> None:
        data = self.connection.recv(_RECEIVE)
        self.over = not data
        *lines, self._rest = (self._rest + data).split(b"\n")
        event = number = b""
        for line in lines:
            if line.startswith(b"event: "):
                event = line[7:].strip()
            elif line.startswith(b"id: "):
                number = line[4:].strip()
            elif line.startswith(b"data: ") and event == b"event":
                self.events += 1
                self.gaps += int(number) != next(self._expected, -1)


class _Tables:
    """Tables that play one game after another."""

    def __init__(self, data: Dataset, port: int, tables: int, streams: int, dice: random.Random) -> None:
        self._data, self._port, self._dice = data, port, dice
        self._games: Iterator[Loaded] = iter(data.games)
        self._poll = select.epoll()
        self._free: deque[socket.socket] = deque()
        self._sent: dict[int, tuple[socket.socket, _Due, bytearray]] = {}
        self._late: deque[_Due] = deque()
        self._streams: dict[int, _Stream] = {}
        self._errors: Counter[str] = Counter()
        self._events = 0
        self._latencies: dict[str, list[float]] = {"move": [], "view": []}
        self._number = 0
        for _ in range(64):
            connection = self._connect()
            self._free.append(connection)
            self._poll.register(connection.fileno(), select.EPOLLIN)
        self._listening = set(range(streams))
        self._at_table: list[tuple[Loaded, list[bytes], int]] = []
        for place in range(tables):
            self._at_table.append(self._next_game(place))

    def play(self, moves: int, seconds: float, workers: Sequence[int]) -> list[tuple[str, ...]]:
        """Play moves for some seconds. Return a row for each minute and a row for the total."""
        began = time.perf_counter()
        every_s = seconds / (moves / len(self._at_table))
        due = [self._move(began + self._dice.random() * every_s, place) for place in range(len(self._at_table))]
        heapq.heapify(due)
        left = max(0, moves - len(due))
        rows: list[tuple[str, ...]] = []
        whole: dict[str, list[float]] = {"move": [], "view": []}
        minute, errors, events = began, 0, 0
        busy = [cpu_s(pid) for pid in workers]
        give_up = began + seconds + 60
        while due or self._sent or self._late:
            now = time.perf_counter()
            if now > give_up:
                self._errors["not answered in time"] += len(due) + len(self._sent) + len(self._late)
                break
            while due and due[0].at <= now:
                self._late.append(heapq.heappop(due))
            while self._late and self._free:
                self._send(self._late.popleft())
            for done in self._receive(max(0.0, min(due[0].at - now if due else 0.05, 0.05))):
                if done.what != "move":
                    continue
                game, _, made = self._at_table[done.table]
                heapq.heappush(due, self._view(time.perf_counter(), done.table, game))
                if left:
                    left -= 1
                    if made == len(self._at_table[done.table][1]):
                        self._at_table[done.table] = self._next_game(done.table)
                    heapq.heappush(due, self._move(max(done.at + every_s, time.perf_counter()), done.table))
            if now - minute >= 60 or not (due or self._sent or self._late):
                length_s = now - minute
                rows.append(self._row(str(len(rows) + 1), self._latencies, errors, events, workers, busy, length_s))
                print(rows[-1], file=sys.stderr, flush=True)
                for what, figures in self._latencies.items():
                    whole[what] += figures
                    figures.clear()
                minute, errors, events = now, self._errors.total(), self._total_events()
                busy = [cpu_s(pid) for pid in workers]
        time.sleep(1)
        self._receive(0.0)
        rows.append(self._row("all", whole, 0, 0, workers, [0.0] * len(workers), 0.0))
        if self._errors:
            print(dict(self._errors), file=sys.stderr)
        return rows

    def _row(
        self,
        name: str,
        latencies: dict[str, list[float]],
        errors: int,
        events: int,
        workers: Sequence[int],
        busy: Sequence[float],
        length_s: float,
    ) -> tuple[str, ...]:
        figures = []
        for what in ("move", "view"):
            ordered = sorted(latencies[what])
            places = [int(share * len(ordered)) for share in (0.5, 0.99)] if ordered else []
            figures += [f"{ordered[place]:.1f}" for place in places] + ([f"{ordered[-1]:.0f}"] if ordered else [])
        used = [cpu_s(pid) - before for pid, before in zip(workers, busy, strict=True)]
        cores = [seconds / length_s for seconds in used] if length_s else []
        return (
            name,
            f"{len(latencies['move']):,}",
            f"{len(latencies['view']):,}",
            str(self._errors.total() - errors),
            *figures,
            f"{self._total_events() - events:,}",
            " ".join(f"{memory_mb(pid):.0f}" for pid in workers),
            " ".join(f"{core:.0%}" for core in cores),
        )

    def _total_events(self) -> int:
        return self._events + sum(stream.events for stream in self._streams.values())

    def _next_game(self, place: int) -> tuple[Loaded, list[bytes], int]:
        game = next(self._games)
        if place in self._listening:
            connection = self._connect()
            connection.sendall(self._data.stream(game))
            self._streams[connection.fileno()] = _Stream(connection, range(1, len(game.log.events)))
            self._poll.register(connection.fileno(), select.EPOLLIN)
        return game, self._data.moves(game), 0

    def _connect(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self._port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _move(self, at: float, place: int) -> _Due:
        game, requests, made = self._at_table[place]
        self._at_table[place] = game, requests, made + 1
        self._number += 1
        return _Due(at, self._number, place, "move", requests[made])

    def _view(self, at: float, place: int, game: Loaded) -> _Due:
        self._number += 1
        seat = self._dice.randrange(len(self._data.holders[game.game_id]))
        return _Due(at, self._number, place, "view", self._data.view(game, seat))

    def _send(self, due: _Due) -> None:
        connection = self._free.popleft()
        connection.sendall(due.request)
        self._sent[connection.fileno()] = connection, due, bytearray()

    def _receive(self, timeout_s: float) -> list[_Due]:
        """Read from the sockets and return the requests that were answered."""
        done = []
        for handle, _ in self._poll.poll(timeout_s):
            stream = self._streams.get(handle)
            if stream is not None:
                stream.receive()
                if stream.over:
                    self._poll.unregister(handle)
                    stream.connection.close()
                    del self._streams[handle]
                    self._events += stream.events
                    self._errors["a stream skipped an event"] += stream.gaps
                continue
            connection, due, received = self._sent[handle]
            received += connection.recv(_RECEIVE)
            end = received.find(b"\r\n\r\n")
            if end < 0:
                continue
            length = int(bytes(received[:end]).lower().partition(b"content-length:")[2].partition(b"\r")[0] or b"0")
            if len(received) < end + 4 + length:
                continue
            status = bytes(received[9:12]).decode()
            if status not in ("200", "201"):
                self._errors[f"{due.what} {status}"] += 1
            self._latencies[due.what].append((time.perf_counter() - due.at) * 1000)
            del self._sent[handle]
            self._free.append(connection)
            done.append(due)
        if self._errors["a stream skipped an event"] == 0:
            del self._errors["a stream skipped an event"]
        return done
