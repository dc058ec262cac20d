"""Benchmark of overload: responses, refusals and recovery under too many requests."""

import http.client
import os
import random
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

from benchmarks.harness.dataset import Dataset, dataset
from benchmarks.harness.load_generator import Measured, drive
from benchmarks.harness.processes import children, memory_mb
from benchmarks.harness.servers import serving
from benchmarks.harness.timing import machine, table


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=overload", description=__doc__)
    parser.add_argument("--connections", type=int, default=2000, help="clients that send without pause (2000)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long (20)")
    parser.add_argument("--games", type=int, default=2000, help="games in the database (2000)")
    args = parser.parse_args(options)
    dice = random.Random(3)
    with ExitStack() as stack:
        data = stack.enter_context(dataset(dice.choice((None, 5, 20, 40)) for _ in range(args.games)))
        service = stack.enter_context(serving("service.app:create_app()", data.url, 1))
        (worker,) = children(service.process.pid)
        drive(service.port, _queues(data, dice, 8), 2)
        rows = []
        for name, connections, seconds in (
            ("8 clients", 8, args.seconds / 4),
            (f"{args.connections:,} clients", args.connections, args.seconds),
            ("8 clients, right afterwards", 8, args.seconds / 4),
        ):
            health = _Health(service.port)
            measured = drive(service.port, _queues(data, dice, connections), seconds)
            rows.append((name, *_cells(measured), *health.cells(), f"{memory_mb(worker):.0f}"))
    print(machine())
    both = ("p50 ms", "p99 ms")
    head = ("one worker", "answers/s", *both, "503/s", *both, "others", "/livez p50 ms", "max ms", "MB")
    print(table(head, rows))


def _queues(data: Dataset, dice: random.Random, connections: int) -> list[list[bytes]]:
    """Return random requests for views for each connection."""
    views = [data.view(game) for game in dice.choices(data.games, k=500)]
    return [dice.sample(views, 50) for _ in range(connections)]


def _cells(measured: Measured) -> list[str]:
    cells = []
    for status in (200, 503):
        found = sorted(measured.by_status.get(status, ()))
        cells.append(f"{len(found) / measured.seconds:,.0f}")
        cells += [f"{found[int(share * len(found))]:,.0f}" if found else "" for share in (0.5, 0.99)]
    cells.append(str(sum(number for status, number in measured.statuses.items() if status not in (200, 503))))
    return cells


class _Health(threading.Thread):
    """A thread that requests /livez, each time on a new connection."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._port, self._over, self._took_ms = port, False, [0.0]
        self.start()

    def run(self) -> None:
        while not self._over:
            began = time.perf_counter()
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
            connection.request("GET", "/livez")
            if connection.getresponse().status != 200:
                os.abort()
            connection.close()
            self._took_ms.append((time.perf_counter() - began) * 1000)
            time.sleep(0.1)

    def cells(self) -> list[str]:
        self._over = True
        self.join()
        return [f"{median(self._took_ms):.0f}", f"{max(self._took_ms):.0f}"]
