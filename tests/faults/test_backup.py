"""Tests of the backup scripts in `ops/`: games continue on a restored database."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
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
    call(name, *arguments, environ={"PATH": path, "DATABASE_URL": url or cluster.url})


def call(name: str, *arguments: str | Path, environ: Mapping[str, str]) -> None:
    """Call one of the scripts."""
    others = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run(
        [_ROOT / "ops" / name, *arguments],
        env={**others, "PYTHON": sys.executable, "PYTHONPATH": str(_ROOT), **environ},
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
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

    def lose(self) -> None:
        """Play one game more, whatever comes of it, until it has ended."""
        path = f"/v1/games/{self.devices[0].made('/v1/games', {'seats': 2})['id']}"
        self.devices[1].made(f"{path}/seats", {})
        while (view := self.devices[0].get(path))["status"] == "running":
            view = self.devices[view["to_move"]].get(path)
            move = next(one for one in view["legal_actions"] if one["type"] == "play")
            self.devices[view["viewer"]["seat"]].made(f"{path}/moves", {**move, "expected_version": view["version"]})
        self.ended = path.removeprefix("/v1/games/")

    def answers(self, address: tuple[str, int]) -> dict[str, bytes]:
        """Return what the first of them is told of both games, byte by byte."""
        told = {}
        of_replay = (f"/v1/replays/{self.ended}{what}" for what in ("", "/frames", "/export", "/verification"))
        for path in (*of_replay, self.path, f"{self.path}/events?since=-1", "/v1/me/games", "/v1/stats"):
            request = urllib.request.Request("http://{}:{}".format(*address) + path)
            request.add_header("Authorization", f"Bearer {self.tokens[0]}")
            with urllib.request.urlopen(request, timeout=10) as answer:
                told[path] = answer.read()
        assert b'"verified":true' in told[f"/v1/replays/{self.ended}/verification"]
        return told


def test_a_dump_is_a_whole_installation(folder: Path, archived: Cluster) -> None:  # noqa: F811
    """Dumped while it is played on; the restored one has the game as it was, its tokens, and goes on."""
    dump = folder / "hanabi.dump"
    with running(folder, archived.url) as service:
        couple = Couple(service.address)
        couple.lose()
        couple.move(5)
        before = couple.answers(service.address)
        script(archived, "backup.sh", dump)
        couple.move(2)
    assert dump.stat().st_mode & 0o077 == 0
    with psycopg.connect(archived.url_of("postgres"), autocommit=True) as operator:
        operator.execute("create database restored")
    restored = archived.url_of("restored")
    script(archived, "restore.sh", dump, url=restored)
    assert check_database(restored) == 2
    with running(folder, restored) as service:
        assert couple.answers(service.address) == before
        couple.meet(service.address)
        couple.move(3)
    assert check_database(restored) == 2


@pytest.mark.faults
def test_an_embedded_database_needs_no_address(folder: Path) -> None:  # noqa: F811
    """Dumped while it is played on, brought back into a data folder that is not there yet, and played on."""
    dump, data = folder / "hanabi.dump", {"DATA_DIR": str(folder / "data")}
    with running(folder, None, **data) as service:
        couple = Couple(service.address)
        couple.lose()
        couple.move(5)
        before = couple.answers(service.address)
        call("backup.sh", dump, environ=data)
        couple.move(2)
        with pytest.raises(AssertionError, match="not empty"):
            call("restore.sh", dump, environ=data)
    data["DATA_DIR"] = str(folder / "restored")
    call("restore.sh", dump, environ=data)
    with running(folder, None, **data) as service:
        assert couple.answers(service.address) == before
        couple.meet(service.address)
        couple.move(3)


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
