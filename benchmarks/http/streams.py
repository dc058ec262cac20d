"""Benchmark of event streams on one worker: memory, CPU, and latency of moves."""

import random
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

import psycopg

from benchmarks.harness.bulk_load import Loaded
from benchmarks.harness.dataset import Dataset, dataset
from benchmarks.harness.load_generator import drive
from benchmarks.harness.processes import children, cpu_s, memory_mb
from benchmarks.harness.servers import serving
from benchmarks.harness.stream_clients import Client, OpenStreams
from benchmarks.harness.timing import machine, table


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=streams", description=__doc__)
    parser.add_argument("--moves", type=int, default=300, help="moves a row (300)")
    parser.add_argument("--streams", type=int, default=1000, help="streams of the last row (1000)")
    args = parser.parse_args(options)
    dice = random.Random(4)
    with ExitStack() as stack:
        data = stack.enter_context(dataset([0] * 100 + [dice.randrange(1, 40) for _ in range(max(args.streams, 8))]))
        to_play = iter(data.games[:100])
        rows = []
        for number in sorted({0, args.streams // 10, args.streams // 2, args.streams}):
            with serving("service.app:create_app()", data.url, 1, MAX_STREAMS="2200") as service:
                (worker,) = children(service.process.pid)
                drive(service.port, [[data.view(game)] for game in data.games[100:108]], 1)
                before = memory_mb(worker)
                streams = OpenStreams(service.port, [data.stream(data.games[100 + at // 2]) for at in range(number)])
                streams.wait(number)
                time.sleep(1)
                idle = _share_of_a_core(worker, 5)
                calm = _play(data, service.port, to_play, args.moves)
                memory = memory_mb(worker) - before
                busy, views = _play_among_views(data, service.port, to_play, args.moves)
                streams.close()
            rows.append(
                (f"{number:,}", f"{memory:.0f}", f"{idle:.1%}", *calm.percentiles(), views, *busy.percentiles())
            )
    print(machine())
    each = ("move p50 ms", "p99", "news p50 ms", "p99")
    print(table(("streams", "MB more", "a core, idle", *each, "views/s beside", *each), rows))


class _Played(NamedTuple):
    """The latencies of a series of moves, in ms."""

    moves: list[float]
    news: list[float]
    """From the Postgres notification to the frame at a client."""

    def percentiles(self) -> list[str]:
        figures = []
        for measured in (sorted(self.moves), sorted(self.news)):
            figures += [f"{measured[int(share * len(measured))]:.1f}" for share in (0.5, 0.99)]
        return figures


def _share_of_a_core(pid: int, seconds: float) -> float:
    before = cpu_s(pid)
    time.sleep(seconds)
    return (cpu_s(pid) - before) / seconds


def _play(data: Dataset, port: int, to_play: "Sequence[Loaded] | object", number: int) -> _Played:
    """Make moves, each after a stream has sent the event of the previous one."""
    notifications = _Notifications(data.url)
    client = Client(port)
    played = _Played([], [])
    while len(played.moves) < number:
        game = next(to_play)  # type: ignore[call-overload]
        stream = OpenStreams(port, [data.stream(game)])
        stream.wait(1)
        for count, request in enumerate(data.moves(game)[: number - len(played.moves)], 1):
            status, took_ms = client.request(request)
            if status != 201:
                raise SystemExit(f"a move got the status {status}")
            played.moves.append(took_ms)
            until = time.monotonic() + 5
            while len(stream.arrived_at) < count or game.game_id.hex not in notifications.notified_at:
                if time.monotonic() > until:
                    raise SystemExit("a stream has not sent a move")
                time.sleep(0.002)
            played.news.append((stream.arrived_at[count - 1] - notifications.notified_at.pop(game.game_id.hex)) * 1000)
        stream.close()
    notifications.close()
    return played


def _play_among_views(data: Dataset, port: int, to_play: object, number: int) -> tuple[_Played, str]:
    """Make moves while eight connections request views without pause."""
    over = threading.Event()
    rates: list[float] = []

    def request() -> None:
        while not over.is_set():
            rates.append(drive(port, [[data.view(game)] for game in data.games[100:108]], 2).rate)

    load = threading.Thread(target=request, daemon=True)
    load.start()
    played = _play(data, port, to_play, number)
    over.set()
    load.join()
    return played, f"{sum(rates) / len(rates):,.0f}"


class _Notifications(threading.Thread):
    """A thread that records when Postgres sends each notification."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.notified_at: dict[str, float] = {}
        self._over = False
        self._connection = psycopg.connect(url, autocommit=True)
        self._connection.execute("listen hanabi_news")
        self.start()

    def run(self) -> None:
        while not self._over:
            for notification in self._connection.notifies(timeout=0.2, stop_after=1):
                self.notified_at[notification.payload.split()[0]] = time.perf_counter()

    def close(self) -> None:
        self._over = True
        self.join()
        self._connection.close()
