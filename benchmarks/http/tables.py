"""Benchmark of tables: how long a move takes to reach the other player, beside boardgame.io.

A table has two players, each with a stream of views. When a player's view shows that it is its turn, it sends a move at
once. The time counts from the move's POST until the other player holds its new view.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import orjson
import psycopg

from benchmarks.harness.dataset import dataset
from benchmarks.harness.processes import children, cpu_s, ended_children_s
from benchmarks.harness.requests import seat_count
from benchmarks.harness.servers import serving
from benchmarks.harness.table_client import play
from benchmarks.harness.timing import machine, table

_PEER = Path(__file__).parent / "boardgame_io"
_PEER_PORT = 18_471


class _Run(NamedTuple):
    """What one side did in one round."""

    latencies_ms: list[float]
    seconds: float
    server_s: float
    """Processor time of the server."""
    postgres_s: float
    clients_s: float


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=32, help="tables (32)")
    parser.add_argument("--seconds", type=float, default=10, help="seconds a side and round (10)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (3)")
    parser.add_argument("--workers", type=int, default=2, help="workers of the service (2)")
    parser.add_argument("--games", type=int, default=1600, help="games in the database (1600)")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    args = parser.parse_args(options)
    with contextlib.ExitStack() as stack:
        data = stack.enter_context(dataset([0] * args.games))
        games = iter([game for game in data.games if seat_count(game) == 2])
        service = stack.enter_context(
            serving(
                "service.app:create_app()",
                data.url,
                args.workers,
            )
        )
        sides = {
            "stream of views": (service.process, partial(play, service.port, data, games, args.tables, args.seconds))
        }
        peer = None if args.alone else stack.enter_context(_peer(data.url))
        if peer is not None:
            process, place = peer
            sides["boardgame.io on Postgres"] = (process, partial(_play_at_peer, place, args.tables, args.seconds))
        runs: dict[str, list[_Run]] = {name: [] for name in sides}
        for _ in range(args.rounds):
            for name, (process, side) in sides.items():
                runs[name].append(_measured(side, process.pid, data.url))
    print(machine())
    head = ("", "moves/s", "p50 ms", "p99 ms", "CPU ms a move: server", "Postgres", "clients")
    print(table(head, [(name, *_figures(of_side)) for name, of_side in runs.items()]))


def _figures(runs: list[_Run]) -> list[str]:
    """Return the median of each figure over the rounds."""
    rows = []
    for run in runs:
        latencies, moves = sorted(run.latencies_ms), len(run.latencies_ms)
        p50, p99 = (latencies[int(share * moves)] for share in (0.5, 0.99))
        cpu_ms = [part / moves * 1000 for part in (run.server_s, run.postgres_s, run.clients_s)]
        rows.append((moves / run.seconds, p50, p99, *cpu_ms))
    rate, *rest = (median(column) for column in zip(*rows, strict=True))
    return [f"{rate:,.0f}", *[f"{figure:.1f}" for figure in rest]]


def _measured(side: Callable[[], tuple[list[float], float]], pid: int, url: str) -> _Run:
    before = _server_s(pid), _postgres_s(url), _clients_s()
    latencies, seconds = side()
    if not latencies:
        raise SystemExit("no move reached the other player: give it more --seconds")
    after = _server_s(pid), _postgres_s(url), _clients_s()
    return _Run(latencies, seconds, *[end - begin for begin, end in zip(before, after, strict=True)])


def _clients_s() -> float:
    """Return the processor time of this process and of its children that have ended."""
    used = os.times()
    return sum(used[:4])


def _server_s(pid: int) -> float:
    return sum([cpu_s(one) for one in (pid, *children(pid))])


def _postgres_s(url: str) -> float:
    """Return the processor time of Postgres, that of ended connections included."""
    with psycopg.connect(url) as db:
        row = db.execute("show data_directory").fetchone()
    assert row is not None
    pid = int((Path(row[0]) / "postmaster.pid").read_text().split()[0])
    return ended_children_s(pid) + sum([cpu_s(one) for one in (pid, *children(pid))])


@contextlib.contextmanager
def _peer(url: str) -> Iterator[tuple[subprocess.Popen[bytes], Path] | None]:
    """Serve the peer, and yield its process and its folder; None without Node."""
    if shutil.which("npm") is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        place = shutil.copytree(_PEER, Path(folder) / "peer")
        subprocess.run(["npm", "install", "--silent"], cwd=place, check=True, stdout=subprocess.DEVNULL)
        environ = {**os.environ, "DATABASE_URL": url, "PORT": str(_PEER_PORT), "NODE_ENV": "production"}
        process = subprocess.Popen(["node", "server.js"], cwd=place, env=environ, stdout=subprocess.DEVNULL)
        try:
            for port in (_PEER_PORT, _PEER_PORT + 1):
                _await_port(port)
            yield process, place
        finally:
            process.terminate()
            process.wait(15)


def _await_port(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise SystemExit(f"nothing listens on port {port}")


def _play_at_peer(place: Path, tables: int, seconds: float) -> tuple[list[float], float]:
    command = ["node", "client.js", str(_PEER_PORT), str(tables), str(seconds)]
    done = subprocess.run(command, cwd=place, check=True, stdout=subprocess.PIPE)
    found = orjson.loads(done.stdout)
    return found["latencies"], found["seconds"]
