"""Tests that no acknowledged change is lost."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.clusters import Breakable, Cluster, Embedded, programs
from tests.faults.disks import Injected, small_disk
from tests.faults.failover import Pair
from tests.faults.installation import migrate, running, started
from tests.faults.players import half_senders
from tests.faults.storm import FAULTS, weather
from tests.faults.tcp_proxy import Wire

pytestmark = [pytest.mark.faults, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

OF_A_PAIR = ["the primary replaced", "waits cancelled"]
OF_A_HOST = ["the network partitioned", "the clock jumping"]
OF_A_WIRE = [
    "the network silent",
    "half answers",
    "answers lost",
    "commits lost",
    "connections reset",
    "connections refused",
]
FIRST = [
    "a worker killed",
    "gunicorn killed",
    "Postgres killed",
    "a backend killed",
    "Postgres frozen",
    "backends terminated",
    "statements cancelled",
    "tables locked",
]
OTHERS = [name for name in FAULTS if name not in ("disk full", *FIRST, *OF_A_PAIR, *OF_A_WIRE, *OF_A_HOST)]


def test_each_fault_once(folder: Path, cluster: Cluster) -> None:
    """Each fault that takes a few seconds happens once, on an external Postgres.

    Other tests use the processors meanwhile, so responses may take longer than the service promises. The long form is
    strict.
    """
    with running(folder, cluster.url) as service, half_senders(service.address, 100):
        weather(service, cluster, FIRST, 1, games=10, pause_s=0.3, freeze_s=1.7, within_s=9)


@pytest.mark.parametrize("faults", [FIRST, OTHERS], ids=["what is killed, frozen and locked", "what else can go wrong"])
def test_all_faults_repeatedly(folder: Path, cluster: Cluster, faults: list[str]) -> None:
    """Faults happen for a minute and a half, with Postgres frozen for ten seconds at a time."""
    with running(folder, cluster.url) as service:
        weather(service, cluster, faults, 90, freeze_s=10)


@pytest.mark.parametrize("faults", [FIRST, OTHERS], ids=["what is killed, frozen and locked", "what else can go wrong"])
def test_a_storm_with_the_embedded_database(folder: Path, faults: list[str]) -> None:
    """`hanabi run` restarts a killed Postgres, and its supervisor restarts `hanabi run`."""
    data_dir = folder / "data"
    with running(folder, None, DATA_DIR=str(data_dir)) as service:
        weather(service, Embedded(data_dir), faults, 60, freeze_s=10, tables=24, pause_s=2)


def test_a_storm_on_the_network(folder: Path, cluster: Cluster) -> None:
    """A move that was committed but not acknowledged is found by its key."""
    with contextlib.closing(Wire(cluster.port)) as wire, running(folder, wire.url) as service:
        weather(service, cluster, OF_A_WIRE, 60, wire=wire)
        assert wire.lost > 20


def test_a_storm_with_one_connection_per_worker(folder: Path, cluster: Cluster) -> None:
    """Each worker has one connection, and other sessions hold locks."""
    with running(folder, cluster.url, POOL_SIZE="1") as service:
        faults = ["tables locked", "rows locked", "backends terminated", "statements cancelled", "Postgres frozen"]
        weather(service, cluster, faults, 30)


@pytest.mark.parametrize("embedded", [False, True], ids=["external", "embedded"])
def test_a_storm_with_a_full_disk(folder: Path, embedded: bool) -> None:
    """A small file system is filled and freed. The service's log is on it, too."""
    with small_disk(folder, 160) as disk:
        if disk is None:
            pytest.skip("Neither root nor a namespace may mount a small file system here; see the next test.")
        with breakable(disk.path, embedded=embedded) as (postgres, url):
            settings = {"DATA_DIR": str(disk.path / "data")} if embedded else {}
            with running(disk.path, url, **settings) as service:
                weather(service, postgres, ["disk full"], 30, disk=disk, tables=16)


def test_a_storm_with_failing_writes(folder: Path) -> None:
    """No file of Postgres can grow. This needs no privileges, unlike a full disk."""
    with breakable(folder, embedded=False) as (postgres, url), running(folder, url) as service:
        weather(service, postgres, ["disk full"], 20, disk=Injected(folder, postgres.pids), tables=16)


@contextlib.contextmanager
def breakable(folder: Path, *, embedded: bool) -> Iterator[tuple[Breakable, str | None]]:
    """A Postgres in a folder and its URL. The URL is None for the embedded one."""
    if embedded:
        yield Embedded(folder / "data"), None
        return
    small = {"max_wal_size": "48MB", "min_wal_size": "32MB"}
    with started(Cluster(folder / "primary", programs(folder), **small)) as server:
        yield server, server.url


def test_a_storm_with_failovers(folder: Path) -> None:
    """No acknowledged change is lost with the primary or the synchronous standby."""
    pair = Pair(folder, programs(folder, "pg_basebackup", "pg_ctl"))
    try:
        pair.create()
        migrate(pair.hosts)
        with running(folder, pair.hosts) as service:
            weather(service, pair, [*OF_A_PAIR, "Postgres killed", "backends terminated"], 60)
    finally:
        pair.stop()
