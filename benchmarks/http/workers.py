"""Benchmark of gunicorn's worker classes, with and without open streams."""

import random
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from statistics import median
from typing import NamedTuple

from benchmarks.harness.bulk_load import Loaded
from benchmarks.harness.dataset import Dataset, dataset
from benchmarks.harness.load_generator import Measured, drive
from benchmarks.harness.processes import children, memory_mb
from benchmarks.harness.requests import get
from benchmarks.harness.servers import Served, serving
from benchmarks.harness.stream_clients import OpenStreams
from benchmarks.harness.timing import machine, table
from service.platform import ids

_CONNECTIONS = 32


class Kind(NamedTuple):
    """A configuration of gunicorn."""

    name: str
    worker_class: str
    threads: int = 1
    streams: int = 0


_KINDS = (
    Kind("gevent, as gunicorn.conf.py has it", ""),
    Kind("gevent", "gevent"),
    Kind("gthread, 4 threads", "gthread", 4),
    Kind("gthread, 16 threads", "gthread", 16),
    Kind("gthread, 64 threads", "gthread", 64),
    Kind("sync", "sync"),
    Kind("gevent, as gunicorn.conf.py has it, 200 streams", "", 1, 200),
    Kind("gthread, 64 threads, 60 streams", "gthread", 64, 60),
    Kind("gthread, 256 threads, 200 streams", "gthread", 256, 200),
)


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=workers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each kind (3)")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a round (2)")
    parser.add_argument("--workers", type=int, default=2, help="workers (2)")
    args = parser.parse_args(options)
    dice = random.Random(5)
    games = len(_KINDS) * args.rounds * _CONNECTIONS * 4
    with ExitStack() as stack:
        data = stack.enter_context(dataset([None] * 300 + [0] * games))
        replays, to_play = data.games[:300], iter(data.games[300:])
        served = [
            stack.enter_context(
                serving(
                    "service.app:create_app()",
                    data.url,
                    args.workers,
                    "benchmarks/http/floor.conf.py" if kind.worker_class else "gunicorn.conf.py",
                    WORKER_CLASS=kind.worker_class,
                    THREADS=str(kind.threads),
                    POOL_SIZE="5",
                )
            )
            for kind in _KINDS
        ]
        for kind, server in zip(_KINDS, served, strict=True):
            _warm(data, server)
            if kind.streams:
                streams = OpenStreams(server.port, [data.stream(game) for game in data.games[-kind.streams :]])
                streams.wait(kind.streams)
        measured: list[list[tuple[Measured, ...]]] = [[] for _ in _KINDS]
        for _ in range(args.rounds):
            for place, server in enumerate(served):
                measured[place].append(_round(data, server, replays, to_play, dice, args.seconds))
        rows = []
        for kind, rounds, server in zip(_KINDS, measured, served, strict=True):
            figures = []
            for what in range(3):
                of_kind = [parts[what] for parts in rounds]
                figures.append(f"{median(result.rate for result in of_kind):,.0f}")
                figures += [f"{median(result.percentile(share) for result in of_kind):.1f}" for share in (0.5, 0.99)]
            memory = max(memory_mb(pid) for pid in children(server.process.pid))
            rows.append((kind.name, *figures, f"{memory:.0f}"))
    print(machine())
    each = ("p50 ms", "p99 ms")
    print(table((f"{args.workers} workers", "views/s", *each, "moves/s", *each, "frames/s", *each, "MB"), rows))


def _warm(data: Dataset, server: Served) -> None:
    with suppress(ConnectionError):
        drive(server.port, [[data.view(game)] for game in data.games[:8]], 0.5)


def _round(
    data: Dataset,
    server: Served,
    replays: Sequence[Loaded],
    to_play: Iterator[Loaded],
    dice: random.Random,
    seconds: float,
) -> tuple[Measured, ...]:
    views = [data.view(game) for game in dice.sample(replays, 200)]
    frames = [get(f"/v1/replays/{ids.render('g', game.game_id)}/frames?seat=1") for game in replays[:64]]
    moves = [[request for _ in range(4) for request in data.moves(next(to_play))] for _ in range(_CONNECTIONS)]
    return (
        drive(server.port, [dice.sample(views, 50) for _ in range(_CONNECTIONS)], seconds),
        drive(server.port, moves, seconds, again=False),
        drive(server.port, [dice.sample(frames, 50) for _ in range(_CONNECTIONS)], seconds),
    )
