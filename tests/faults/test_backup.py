"""Backups by the scripts in `ops/`, each brought back into a service on which the games go on."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.clusters import Cluster, programs
from tests.faults.people import Device, Notes
from tests.faults.reckoning import check_database
from tests.faults.test_storm import folder, running, started  # noqa: F401  (a fixture)

_ROOT = Path(__file__).resolve().parents[2]
_NEEDED = ("pg_basebackup", "pg_dump", "pg_restore", "psql")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="starts servers of its own")


@pytest.fixture
def archived(folder: Path) -> Iterator[Cluster]:  # noqa: F811
    """A server whose write-ahead log is archived."""
    binaries = programs(folder, *_NEEDED)
    if binaries is None:
        pytest.skip("There is no PostgreSQL with pg_basebackup and pg_dump.")
    cluster = Cluster(folder / "primary", binaries, archive_mode="on", archive_command=_archiving(folder / "archive"))
    cluster.user.make_folder(folder / "archive")
    with started(cluster):
        yield cluster


def _archiving(archive: Path) -> str:
    return f"test ! -f {archive}/%f && cp %p {archive}/%f"


def script(cluster: Cluster, name: str, *arguments: str | Path, url: str | None = None) -> None:
    """Call one of the scripts, with the programs of this server."""
    path = f"{cluster.bin}:{os.environ['PATH']}"
    environ = {**os.environ, "PATH": path, "PYTHON": sys.executable, "DATABASE_URL": url or cluster.url}
    done = subprocess.run(
        [_ROOT / "ops" / name, *arguments], env=environ, capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr


class Couple:
    """Two who play one game, slowly enough for a backup between two moves."""

    def __init__(self, address: tuple[str, int]) -> None:
        nobody = Device(address, Notes())
        self.tokens = [nobody.made("/v1/accounts", {"name": name})["token"] for name in ("Ada", "Béla")]
        self.meet(address)
        self.path = f"/v1/games/{self.devices[0].made('/v1/games', {'seats': 2})['id']}"
        self.devices[1].made(f"{self.path}/seats", {})

    def meet(self, address: tuple[str, int]) -> None:
        """Go to another service."""
        self.devices = [Device(address, Notes(), token) for token in self.tokens]

    def view(self) -> Any:
        """Return what the first of them sees."""
        return self.devices[0].get(self.path)

    def move(self, times: int = 1) -> None:
        """Give clues and discard: nobody is to lose."""
        for _ in range(times):
            seat = self.view()["to_move"]
            view = self.devices[seat].get(self.path)
            legal = sorted(view["legal_actions"], key=lambda one: ["clue", "discard", "play"].index(one["type"]))
            self.devices[seat].made(f"{self.path}/moves", {**legal[0], "expected_version": view["version"]})


def test_a_dump_is_a_whole_installation(folder: Path, archived: Cluster) -> None:  # noqa: F811
    """Dumped while it is played on; the restored one has the game as it was, its tokens, and goes on."""
    dump = folder / "hanabi.dump"
    with running(folder, archived.url) as service:
        couple = Couple(service.address)
        couple.move(5)
        at_least = couple.view()
        script(archived, "backup.sh", dump)
        couple.move(2)
    assert dump.stat().st_mode & 0o077 == 0
    with psycopg.connect(archived.url_of("postgres"), autocommit=True) as operator:
        operator.execute("create database restored")
    restored = archived.url_of("restored")
    script(archived, "restore.sh", dump, url=restored)
    assert check_database(restored) == 1
    with running(folder, restored) as service:
        couple.meet(service.address)
        assert couple.view() == at_least
        couple.move(3)
    assert check_database(restored) == 1


@pytest.mark.faults
def test_back_to_a_moment_between_two_moves(folder: Path, archived: Cluster) -> None:  # noqa: F811
    """A base backup and the archived log: the game is where it was then, and goes on from there in another way."""
    script(archived, "base-backup.sh", folder / "base")
    with running(folder, archived.url) as service:
        couple = Couple(service.address)
        couple.move(4)
        then = couple.view()
        time.sleep(0.05)
        moment = datetime.now(UTC)
        time.sleep(0.05)
        couple.move(4)
        archived.execute("select pg_switch_wal()")
    archived.stop()  # it is lost; what was archived is not
    script(archived, "restore-to.sh", folder / "base", folder / "archive", folder / "restored", moment.isoformat())
    restored = Cluster(folder / "restored", programs(folder, *_NEEDED))  # type: ignore[arg-type]
    for path in (restored.data, *restored.data.rglob("*")):
        shutil.chown(path, restored.user.uid, restored.user.gid)
    try:
        restored.start()
        _wait_until_promoted(restored)
        assert check_database(restored.url) == 1
        with running(folder, restored.url) as service:
            couple.meet(service.address)
            assert couple.view() == then
            couple.move(3)
        assert check_database(restored.url) == 1
    finally:
        restored.stop()


def _wait_until_promoted(cluster: Cluster) -> None:
    deadline = time.monotonic() + 20
    with psycopg.connect(cluster.url, autocommit=True) as operator:
        while operator.execute("select pg_is_in_recovery()").fetchone() != (False,):
            assert time.monotonic() < deadline
            time.sleep(0.05)
