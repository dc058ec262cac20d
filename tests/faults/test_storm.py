"""Tests that no acknowledged change is lost."""

import contextlib
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.clusters import Breakable, Cluster, Embedded, open_folder, programs
from tests.faults.disks import Injected, small_disk
from tests.faults.failover import Pair
from tests.faults.installation import Installation
from tests.faults.players import half_senders
from tests.faults.storm import FAULTS, Storm
from tests.faults.tcp_proxy import Wire

pytestmark = [pytest.mark.faults, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

_ROOT = Path(__file__).resolve().parents[2]
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
HUNDREDS = 200


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the operating-system user of Postgres can access."""
    with open_folder() as path:
        yield path


@pytest.fixture
def cluster(folder: Path) -> Iterator[Cluster]:
    """A migrated external Postgres."""
    binaries = programs(folder)
    if binaries is None:
        pytest.skip("There is no PostgreSQL that could be started.")
    with started(Cluster(folder / "primary", binaries)) as server:
        yield server


@contextlib.contextmanager
def started(cluster: Cluster) -> Iterator[Cluster]:
    """Return a new cluster with the newest schema."""
    try:
        cluster.create()
        migrate(cluster.url)
        yield cluster
    finally:
        cluster.stop()


def migrate(url: str) -> None:
    """Migrate a database to the newest schema."""
    environ = {**os.environ, "DATABASE_URL": url}
    subprocess.run([sys.executable, "-m", "service.cli", "migrate"], cwd=_ROOT, env=environ, check=True)


def seed() -> int:
    """Return the seed: HANABI_SEED to repeat a run, or a new one."""
    return int(os.environ.get("HANABI_SEED") or secrets.randbelow(10**6))


@contextlib.contextmanager
def running(folder: Path, url: str | None, **settings: str) -> Iterator[Installation]:
    """The service on a database, or with an embedded one."""
    service = Installation(folder, database_url=url, **settings)
    try:
        service.start()
        yield service
    finally:
        service.stop()


def weather(
    service: Installation,
    postgres: Any,
    faults: list[str],
    seconds: float,
    *,
    games: int = HUNDREDS,
    pause_s: float = 1.2,
    **how: Any,
) -> None:
    """Run a storm and check its results."""
    storm = Storm(service, postgres, seed=seed(), **how)
    print(f"seed {storm.seed}")
    storm.rage(faults, seconds, games=games, pause_s=pause_s)
    print(storm.check())
    assert len(storm.matches) > 5


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
    binaries = programs(folder)
    if binaries is None:
        pytest.skip("There is no PostgreSQL that could be started.")
    with started(Cluster(folder / "primary", binaries, max_wal_size="48MB", min_wal_size="32MB")) as server:
        yield server, server.url


def test_a_storm_with_failovers(folder: Path) -> None:
    """No acknowledged change is lost with the primary or the synchronous standby."""
    binaries = programs(folder, "pg_basebackup", "pg_ctl")
    if binaries is None:
        pytest.skip("There is no PostgreSQL with pg_basebackup.")
    pair = Pair(folder, binaries)
    try:
        pair.create()
        migrate(pair.hosts)
        with running(folder, pair.hosts) as service:
            weather(service, pair, [*OF_A_PAIR, "Postgres killed", "backends terminated"], 60)
    finally:
        pair.stop()
