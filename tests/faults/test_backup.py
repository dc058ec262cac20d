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

from tests.faults.checks import check_database
from tests.faults.clusters import Cluster, programs
from tests.faults.players import Device, Notes
from tests.faults.test_storm import folder, running, started  # noqa: F401  (a fixture)

_ROOT = Path(__file__).resolve().parents[2]
_NEEDED = ("pg_basebackup", "pg_dump", "pg_restore", "psql")

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(sys.platform != "linux", reason="starts servers of its own"),
]


@pytest.fixture
def archived(folder: Path) -> Iterator[Cluster]:  # noqa: F811
    """A Postgres server that archives its write-ahead log."""
    binaries = programs(folder, *_NEEDED)
    if binaries is None:
        pytest.skip("There is no PostgreSQL with pg_basebackup and pg_dump.")
    cluster = Cluster(folder / "primary", binaries, archive_mode="on", archive_command=_archiving(folder / "archive"))
    cluster.user.make_folder(folder / "archive")
    with started(cluster):
        yield cluster


def _archiving(archive: Path) -> str:
    return f"{_ROOT}/ops/archive.sh %p {archive}/%f"


def script(cluster: Cluster, name: str, *arguments: str | Path, url: str | None = None) -> None:
    """Run a script with the PostgreSQL programs of this server."""
    path = f"{cluster.bin}:{os.environ['PATH']}"
    call(name, *arguments, environ={"PATH": path, "DATABASE_URL": url or cluster.url})


def call(name: str, *arguments: str | Path, environ: Mapping[str, str]) -> None:
    """Run a script."""
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
    assert "WARNING" not in done.stderr


class Couple:
    """Two players of one game, who move slowly enough for a backup between two moves."""

    def __init__(self, address: tuple[str, int]) -> None:
        nobody = Device(address, Notes())
        self.tokens = [nobody.create("/v1/accounts", {})["token"] for _ in range(2)]
        self.connect_to(address)
        self.path = f"/v1/games/{self.devices[0].create('/v1/games', {'seats': 2})['id']}"
        self.devices[1].create(f"{self.path}/seats", {})

    def connect_to(self, address: tuple[str, int]) -> None:
        """Connect to another service."""
        self.devices = [Device(address, Notes(), token) for token in self.tokens]

    def view(self) -> Any:
        """Return the view of the first player."""
        return self.devices[0].get(self.path)

    def move(self, times: int = 1) -> None:
        """Give clues and discard, so that the game is not lost."""
        for _ in range(times):
            seat = self.view()["to_move"]
            view = self.devices[seat].get(self.path)
            legal = sorted(view["legal_actions"], key=lambda one: ["clue", "discard", "play"].index(one["type"]))
            self.devices[seat].create(f"{self.path}/moves", {**legal[0], "expected_version": view["version"]})

    def lose(self) -> None:
        """Play another game until it ends."""
        path = f"/v1/games/{self.devices[0].create('/v1/games', {'seats': 2})['id']}"
        self.devices[1].create(f"{path}/seats", {})
        while (view := self.devices[0].get(path))["status"] == "running":
            view = self.devices[view["to_move"]].get(path)
            move = next(one for one in view["legal_actions"] if one["type"] == "play")
            self.devices[view["viewer"]["seat"]].create(f"{path}/moves", {**move, "expected_version": view["version"]})
        self.ended = path.removeprefix("/v1/games/")

    def answers(self, address: tuple[str, int]) -> dict[str, bytes]:
        """Return the bytes of the responses about both games to the first player."""
        bodies = {}
        of_replay = (f"/v1/replays/{self.ended}{what}" for what in ("", "/frames", "/export", "/verification"))
        for path in (*of_replay, self.path, f"{self.path}/events?since=-1", "/v1/me/games", "/v1/stats"):
            request = urllib.request.Request("http://{}:{}".format(*address) + path)
            request.add_header("Authorization", f"Bearer {self.tokens[0]}")
            with urllib.request.urlopen(request, timeout=10) as answer:
                bodies[path] = answer.read()
        assert b'"verified":true' in bodies[f"/v1/replays/{self.ended}/verification"]
        return bodies


def test_a_restored_dump_continues_the_games(folder: Path, archived: Cluster) -> None:  # noqa: F811
    """A dump made during a game restores the game and its tokens, and the game continues.

    The owner of the new database is no superuser, and the restore prints no warning.
    """
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
        operator.execute("create role keeper login")
        operator.execute("create database restored owner keeper")
    restored = archived.url_of("restored").replace("hanabi@", "keeper@")
    script(archived, "restore.sh", dump, url=restored)
    assert check_database(restored) == 2
    with running(folder, restored) as service:
        assert couple.answers(service.address) == before
        couple.connect_to(service.address)
        couple.move(3)
    assert check_database(restored) == 2


def test_no_argument_of_a_process_contains_the_password(folder: Path, archived: Cluster) -> None:  # noqa: F811
    """Each program of PostgreSQL writes down the command lines of all processes before it starts."""
    seen, wrappers = folder / "seen", folder / "bin"
    wrappers.mkdir()
    for name in _NEEDED:
        wrapper = wrappers / name
        wrapper.write_text(
            f'#!/bin/sh\ncat /proc/[0-9]*/cmdline >>{seen} 2>/dev/null\nexec {archived.bin}/{name} "$@"\n'
        )
        wrapper.chmod(0o755)
    with psycopg.connect(archived.url_of("postgres"), autocommit=True) as operator:
        operator.execute("create database restored")
    environ = {"PATH": f"{wrappers}:{os.environ['PATH']}"}
    for name, database, argument in (
        ("backup.sh", "hanabi", folder / "hanabi.dump"),
        ("restore.sh", "restored", folder / "hanabi.dump"),
        ("base-backup.sh", "hanabi", folder / "base"),
    ):
        url = archived.url_of(database).replace("hanabi@", "hanabi:secret%204711@")
        call(name, argument, environ={**environ, "DATABASE_URL": url})
    commands = seen.read_bytes()
    assert all(name.encode() in commands for name in _NEEDED)
    assert b"4711" not in commands


def test_an_embedded_database_is_dumped_and_restored(folder: Path) -> None:  # noqa: F811
    """A dump of an embedded database restores to a new data folder, and the game continues."""
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
        couple.connect_to(service.address)
        couple.move(3)


def test_recovery_to_a_point_in_time_between_two_moves(folder: Path, archived: Cluster) -> None:  # noqa: F811
    """A base backup and the archived log restore the game as it was, and it continues with other moves."""
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
    archived.stop()  # the newest log is lost, and the archived log is not
    script(archived, "restore-to.sh", folder / "base", folder / "archive", folder / "restored", moment.isoformat())
    restored = Cluster(folder / "restored", programs(folder, *_NEEDED))  # type: ignore[arg-type]
    for path in (restored.data, *restored.data.rglob("*")):
        shutil.chown(path, restored.user.uid, restored.user.gid)
    try:
        restored.start()
        _wait_until_promoted(restored)
        assert check_database(restored.url) == 1
        with running(folder, restored.url) as service:
            couple.connect_to(service.address)
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
