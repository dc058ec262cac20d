"""Tests that no acknowledged change is lost, short by default and longer in `make test-faults`."""

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
from tests.faults.installation import Installation
from tests.faults.pairs import Pair
from tests.faults.people import half_senders
from tests.faults.storm import FAULTS, Storm
from tests.faults.wire import Wire

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

_ROOT = Path(__file__).resolve().parents[2]
OF_A_PAIR = ["the primary replaced", "waits cancelled"]
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
OTHERS = [name for name in FAULTS if name not in ("disk full", *FIRST, *OF_A_PAIR, *OF_A_WIRE)]
HUNDREDS = 200


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that Postgres' user can reach."""
    with open_folder() as made:
        yield made


@pytest.fixture
def cluster(folder: Path) -> Iterator[Cluster]:
    """An external Postgres, migrated."""
    binaries = programs(folder)
    if binaries is None:
        pytest.skip("There is no PostgreSQL that could be started.")
    with started(Cluster(folder / "primary", binaries)) as made:
        yield made


@contextlib.contextmanager
def started(cluster: Cluster) -> Iterator[Cluster]:
    """A new cluster with the newest schema."""
    try:
        cluster.create()
        migrate(cluster.url)
        yield cluster
    finally:
        cluster.stop()


def migrate(url: str) -> None:
    """Bring a database to the newest schema."""
    environ = {**os.environ, "DATABASE_URL": url}
    subprocess.run([sys.executable, "-m", "service.cli", "migrate"], cwd=_ROOT, env=environ, check=True)


def seed() -> int:
    """Return HANABI_SEED, to see a run's faults again, or a new one."""
    return int(os.environ.get("HANABI_SEED") or secrets.randbelow(10**6))


@contextlib.contextmanager
def running(folder: Path, url: str | None, **settings: str) -> Iterator[Installation]:
    """The service on a database, or with one of its own."""
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
    """Let it storm, and reckon."""
    storm = Storm(service, postgres, seed=seed(), **how)
    print(f"seed {storm.seed}")
    storm.rage(faults, seconds, games=games, pause_s=pause_s)
    print(storm.reckon())
    assert len(storm.matches) > 5


def test_each_fault_once(folder: Path, cluster: Cluster) -> None:
    """The short form: all that can break in a few seconds, on an external Postgres.

    Other tests run beside it and take what there is of processors, so answers have more time than the service gives
    itself; the long form is strict.
    """
    with running(folder, cluster.url) as service, half_senders(service.address, 100):
        weather(service, cluster, FIRST, 1, games=10, pause_s=0.3, freeze_s=1.7, within_s=9)


@pytest.mark.faults
@pytest.mark.parametrize("faults", [FIRST, OTHERS], ids=["what is killed, frozen and locked", "what else can go wrong"])
def test_all_faults_again_and_again(folder: Path, cluster: Cluster, faults: list[str]) -> None:
    """The long form: a minute and a half each, with Postgres frozen for ten seconds at a time."""
    with running(folder, cluster.url) as service:
        weather(service, cluster, faults, 90, freeze_s=10)


@pytest.mark.faults
@pytest.mark.parametrize("faults", [FIRST, OTHERS], ids=["what is killed, frozen and locked", "what else can go wrong"])
def test_a_service_that_embeds_its_database(folder: Path, faults: list[str]) -> None:
    """`hanabi run` brings back a Postgres that was killed; who keeps it brings back `hanabi run`."""
    data_dir = folder / "data"
    with running(folder, None, DATA_DIR=str(data_dir)) as service:
        weather(service, Embedded(data_dir), faults, 60, freeze_s=10, tables=24, pause_s=2)


@pytest.mark.faults
def test_a_network_that_breaks(folder: Path, cluster: Cluster) -> None:
    """Between the service and Postgres: what was committed, and not acknowledged, is found by its key."""
    with contextlib.closing(Wire(cluster.port)) as wire, running(folder, wire.url) as service:
        weather(service, cluster, OF_A_WIRE, 60, wire=wire)
        assert wire.lost > 20


@pytest.mark.faults
def test_a_pool_without_a_free_connection(folder: Path, cluster: Cluster) -> None:
    """One connection for each worker, and somebody who holds locks."""
    with running(folder, cluster.url, POOL_SIZE="1") as service:
        faults = ["tables locked", "rows locked", "backends terminated", "statements cancelled", "Postgres frozen"]
        weather(service, cluster, faults, 30)


@pytest.mark.faults
@pytest.mark.parametrize("embedded", [False, True], ids=["external", "embedded"])
def test_a_full_disk(folder: Path, embedded: bool) -> None:
    """A small file system of its own, filled to the last byte and freed again; the service's own log is on it, too."""
    with small_disk(folder, 160) as disk:
        if disk is None:
            pytest.skip("Neither root nor a namespace may mount a small file system here; see the next test.")
        with breakable(disk.path, embedded=embedded) as (postgres, url):
            settings = {"DATA_DIR": str(disk.path / "data")} if embedded else {}
            with running(disk.path, url, **settings) as service:
                weather(service, postgres, ["disk full"], 30, disk=disk, tables=16)


@pytest.mark.faults
def test_a_disk_that_takes_nothing_more(folder: Path) -> None:
    """Where no disk can be had: no file of Postgres' may grow, which needs no privileges."""
    with breakable(folder, embedded=False) as (postgres, url), running(folder, url) as service:
        weather(service, postgres, ["disk full"], 20, disk=Injected(folder, postgres.pids), tables=16)


@contextlib.contextmanager
def breakable(folder: Path, *, embedded: bool) -> Iterator[tuple[Breakable, str | None]]:
    """A Postgres in a folder and its address; None for the one that the service embeds."""
    if embedded:
        yield Embedded(folder / "data"), None
        return
    binaries = programs(folder)
    if binaries is None:
        pytest.skip("There is no PostgreSQL that could be started.")
    with started(Cluster(folder / "primary", binaries, max_wal_size="48MB", min_wal_size="32MB")) as made:
        yield made, made.url


@pytest.mark.faults
def test_failover(folder: Path) -> None:
    """A primary with a synchronous standby: whichever is lost, nothing acknowledged is."""
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
