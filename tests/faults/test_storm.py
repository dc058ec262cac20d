"""Acknowledged means kept, whatever breaks: in a short form here, and longer in `make test-faults`."""

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
from tests.faults.installation import Installation
from tests.faults.pairs import Pair
from tests.faults.storm import FAULTS, Storm

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

_ROOT = Path(__file__).resolve().parents[2]
OF_A_PAIR = ["the primary replaced", "waits cancelled"]
ANYWHERE = [name for name in FAULTS if name not in ("disk full", *OF_A_PAIR)]


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


def weather(service: Installation, postgres: Any, faults: list[str], seconds: float, **how: Any) -> None:
    """Let it storm, and reckon."""
    storm = Storm(service, postgres, seed=seed(), **how)
    print(f"seed {storm.seed}")
    storm.rage(faults, seconds)
    print(storm.reckon())
    assert len(storm.matches) > 5


def test_each_fault_once(folder: Path, cluster: Cluster) -> None:
    """The short form: all that can break in a few seconds, on an external Postgres.

    Other tests run beside it and take what there is of processors, so answers have more time than the service gives
    itself; the long form is strict.
    """
    with running(folder, cluster.url) as service:
        weather(service, cluster, ANYWHERE, 1, freeze_s=2, within_s=5)


@pytest.mark.faults
def test_all_faults_again_and_again(folder: Path, cluster: Cluster) -> None:
    """The long form: a minute and a half, with Postgres frozen for ten seconds at a time."""
    with running(folder, cluster.url) as service:
        weather(service, cluster, ANYWHERE, 90, freeze_s=10)


@pytest.mark.faults
def test_a_service_that_embeds_its_database(folder: Path) -> None:
    """`hanabi run` brings back a Postgres that was killed; who keeps it brings back `hanabi run`."""
    data_dir = folder / "data"
    with running(folder, None, DATA_DIR=str(data_dir)) as service:
        weather(service, Embedded(data_dir), ANYWHERE, 60, freeze_s=5)


@pytest.mark.faults
def test_a_pool_without_a_free_connection(folder: Path, cluster: Cluster) -> None:
    """One connection for each worker, and somebody who holds locks."""
    with running(folder, cluster.url, POOL_SIZE="1") as service:
        faults = ["tables locked", "backends terminated", "statements cancelled", "Postgres frozen"]
        weather(service, cluster, faults, 30)


@pytest.mark.faults
@pytest.mark.parametrize("embedded", [False, True], ids=["external", "embedded"])
def test_a_full_disk(folder: Path, embedded: bool) -> None:
    """A small file system of its own, filled to the last byte and freed again."""
    disk = folder / "disk"
    disk.mkdir(mode=0o711)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=160m,mode=711", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("Only root can mount a small file system.")
    try:
        binaries = programs(folder)
        if binaries is None:
            pytest.skip("There is no PostgreSQL that could be started.")
        with contextlib.ExitStack() as stack:
            postgres: Breakable
            url = None
            if embedded:
                postgres = Embedded(disk / "data")
            else:
                cluster = Cluster(disk / "primary", binaries, max_wal_size="48MB", min_wal_size="32MB")
                postgres = stack.enter_context(started(cluster))
                url = cluster.url
            service = stack.enter_context(running(folder, url, DATA_DIR=str(disk / "data")))
            weather(service, postgres, ["disk full"], 30, ballast=disk / "ballast")
    finally:
        subprocess.run(["umount", "-l", disk], check=False)


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
