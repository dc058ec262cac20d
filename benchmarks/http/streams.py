"""Idle event streams on one worker: their memory and CPU, and how soon each sends a move."""

import random
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

import psycopg

from benchmarks.harness.bulk_load import Loaded
from benchmarks.harness.dataset import World, world
from benchmarks.harness.load_generator import drive
from benchmarks.harness.processes import children, cpu_s, memory_mb
from benchmarks.harness.servers import serving
from benchmarks.harness.stream_clients import Asker, Crowd
from benchmarks.harness.timing import machine, table

__all__ = ["main"]


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=streams", description=__doc__)
    parser.add_argument("--moves", type=int, default=300, help="moves a row (300)")
    wanted = parser.parse_args(options)
    dice = random.Random(4)
    with ExitStack() as stack:
        its = stack.enter_context(world([0] * 100 + [dice.randrange(1, 40) for _ in range(1000)]))
        to_play = iter(its.games[:100])
        rows = []
        for number in (0, 100, 500, 1000):
            with serving("service.app:create_app()", its.url, 1, MAX_STREAMS="1100") as service:
                (worker,) = children(service.process.pid)
                drive(service.port, [[its.view(game)] for game in its.games[100:108]], 1)
                before = memory_mb(worker)
                crowd = Crowd(service.port, [its.stream(its.games[100 + at // 2]) for at in range(number)])
                crowd.wait(number)
                time.sleep(1)
                idle = _share_of_a_core(worker, 5)
                calm = _play(its, service.port, to_play, wanted.moves)
                held = memory_mb(worker) - before
                busy, views = _play_beside_views(its, service.port, to_play, wanted.moves)
                crowd.end()
            rows.append((f"{number:,}", f"{held:.0f}", f"{idle:.1%}", *calm.percentiles(), views, *busy.percentiles()))
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


def _play(its: World, port: int, to_play: "Sequence[Loaded] | object", number: int) -> _Played:
    """Make moves one after the other, each after a stream has sent the last one."""
    notifications = _Notifications(its.url)
    asker = Asker(port)
    played = _Played([], [])
    while len(played.moves) < number:
        game = next(to_play)  # type: ignore[call-overload]
        listening = Crowd(port, [its.stream(game)])
        listening.wait(1)
        for made, request in enumerate(its.moves(game)[: number - len(played.moves)], 1):
            status, took_ms = asker.ask(request)
            if status != 201:
                raise SystemExit(f"a move got the status {status}")
            played.moves.append(took_ms)
            until = time.monotonic() + 5
            while len(listening.arrived_at) < made or game.game_id.hex not in notifications.heard_at:
                if time.monotonic() > until:
                    raise SystemExit("a stream has not sent a move")
                time.sleep(0.002)
            played.news.append((listening.arrived_at[made - 1] - notifications.heard_at.pop(game.game_id.hex)) * 1000)
        listening.end()
    notifications.end()
    return played


def _play_beside_views(its: World, port: int, to_play: object, number: int) -> tuple[_Played, str]:
    """Make moves while eight clients request views without pause."""
    over = threading.Event()
    rates: list[float] = []

    def ask() -> None:
        while not over.is_set():
            rates.append(drive(port, [[its.view(game)] for game in its.games[100:108]], 2).rate)

    beside = threading.Thread(target=ask, daemon=True)
    beside.start()
    played = _play(its, port, to_play, number)
    over.set()
    beside.join()
    return played, f"{sum(rates) / len(rates):,.0f}"


class _Notifications(threading.Thread):
    """Receives the notifications that the service's listener receives."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.heard_at: dict[str, float] = {}
        self._over = False
        self._connection = psycopg.connect(url, autocommit=True)
        self._connection.execute("listen hanabi_news")
        self.start()

    def run(self) -> None:
        while not self._over:
            for hint in self._connection.notifies(timeout=0.2, stop_after=1):
                self.heard_at[hint.payload.split()[0]] = time.perf_counter()

    def end(self) -> None:
        self._over = True
        self.join()
        self._connection.close()
