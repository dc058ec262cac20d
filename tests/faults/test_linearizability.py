"""Histories of concurrent clients are linearizable under kills, pauses, partitions and clock jumps.

porcupine checks them (`linearizability/main.go`). A game is a register that holds its version. A read returns it. A
move increments it if it has the expected value. An attempt without a response, or with 503, may have taken effect.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.clocks import Clock
from tests.faults.clusters import Cluster, programs
from tests.faults.history import Checker, operations
from tests.faults.installation import Installation, started
from tests.faults.network import network
from tests.faults.players import Device
from tests.faults.storm import Storm, seed
from tests.faults.test_storm import OF_A_HOST

Json = dict[str, Any]

_NEMESES = {
    "kills": ["a worker killed", "Postgres killed", "a backend killed", "gunicorn killed"],
    "pauses": ["Postgres frozen", "some of Postgres frozen", "rows locked", "gunicorn frozen"],
    "partitions and clock jumps": OF_A_HOST,
    "all": ["a worker killed", "Postgres killed", "Postgres frozen", "backends terminated", *OF_A_HOST],
}


@pytest.mark.faults
@pytest.mark.parametrize("faults", _NEMESES.values(), ids=_NEMESES.keys())
def test_games_are_linearizable(folder: Path, faults: list[str]) -> None:
    """Every attempt of every client can be explained by one order that respects time.

    How fast the answers come is the matter of the storms, not of this test.
    """
    checker = Checker(folder)
    with _storm(folder) as storm:
        storm.rage(faults, 40, games=60, pause_s=2)
        watcher = Device(storm.service.address, storm.notes)
        attempts = list(storm.notes.attempts)
        history = [op for match in storm.matches if match.id for op in operations(match, attempts, watcher)]
    kinds = {kind: sum(op["Kind"] == kind for op in history) for kind in ("read", "moved", "conflict", "unknown")}
    print(f"{len(history)} operations: {kinds}")
    assert min(kinds.values()) > 0
    assert checker.check(history) == ""
    assert checker.check(_with_a_stale_read(history)) != "", "the checker must notice a stale read"


def _with_a_stale_read(history: list[Json]) -> list[Json]:
    """Return a history in which a read after the first move of a game returns the version before it."""
    moved = next(op for op in history if op["Kind"] == "moved")
    reads = (op for op in history if op["Game"] == moved["Game"] and op["Kind"] == "read")
    after = next(op for op in reads if op["Call"] > moved["Return"])
    return [{**op, "Version": moved["Version"] - 1} if op is after else op for op in history]


@contextlib.contextmanager
def _storm(folder: Path) -> Iterator[Storm]:
    """The service on one host and Postgres on another one, whose clock can jump."""
    binaries, clock = programs(folder), Clock(folder)
    with network() as hosts:
        if hosts is None:
            pytest.skip("needs root and iproute2 for a network namespace")
        cluster = Cluster(folder / "primary", binaries, listen_addresses=f"127.0.0.1,{hosts.postgres}")
        cluster.wrapper = clock.wrapper
        with started(cluster):
            with (cluster.data / "pg_hba.conf").open("a") as rules:
                rules.write(f"\nhost all all {hosts.postgres}/30 trust\n")
            cluster.execute("select pg_reload_conf()")
            url = f"postgresql://hanabi@{hosts.postgres}:{cluster.port}/hanabi"
            service = Installation(folder, database_url=url, host=hosts.service)
            service.wrapper = hosts.wrapper
            try:
                service.start()
                yield Storm(service, cluster, seed=seed(), network=hosts, clock=clock)
            finally:
                service.stop()
