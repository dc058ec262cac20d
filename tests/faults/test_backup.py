"""Tests of the backup scripts in `ops/`: games continue on a restored database."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from tests.faults.checks import check_database
from tests.faults.clusters import Cluster, programs
from tests.faults.installation import running, started
from tests.faults.tables import Table

_ROOT = Path(__file__).resolve().parents[2]
_NEEDED = ("pg_basebackup", "pg_dump", "pg_restore", "psql")

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(sys.platform != "linux", reason="starts servers of its own"),
]


@pytest.fixture
def archived(folder: Path) -> Iterator[Cluster]:
    """A Postgres server that archives its write-ahead log."""
    archiving = {"archive_mode": "on", "archive_command": f"{_ROOT}/ops/archive.sh %p {folder / 'archive'}/%f"}
    cluster = Cluster(folder / "primary", programs(folder, *_NEEDED), **archiving)
    cluster.user.make_folder(folder / "archive")
    with started(cluster):
        yield cluster


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


def answers(table: Table, ended: Table) -> dict[str, bytes]:
    """Return the bytes of the responses about a running and an ended game to the first player."""
    paths = [f"{ended.replay}{what}" for what in ("", "/frames", "/export", "/verification")]
    paths += [table.path, f"{table.path}/events?since=-1", "/v1/me/games", "/v1/stats"]
    bodies = {path: table.ask("GET", path).content for path in paths}
    assert b'"verified":true' in bodies[f"{ended.replay}/verification"]
    return bodies


def test_a_restored_dump_continues_the_games(folder: Path, archived: Cluster) -> None:
    """A dump made during a game restores the game and its tokens, and the game continues.

    The owner of the new database is no superuser, and the restore prints no warning.
    """
    dump = folder / "hanabi.dump"
    with running(folder, archived.url) as service:
        table, ended = Table(service), Table(service)
        ended.play_to_the_end()
        table.move(5)
        before = answers(table, ended)
        script(archived, "backup.sh", dump)
        table.move(2)
    assert dump.stat().st_mode & 0o077 == 0
    with psycopg.connect(archived.url_of("postgres"), autocommit=True) as operator:
        operator.execute("create role keeper login")
        operator.execute("create database restored owner keeper")
    restored = archived.url_of("restored").replace("hanabi@", "keeper@")
    script(archived, "restore.sh", dump, url=restored)
    assert check_database(restored) == 2
    with running(folder, restored) as service:
        table.connect_to(service)
        assert answers(table, ended) == before
        table.move(3)
    assert check_database(restored) == 2


def test_no_argument_of_a_process_contains_the_password(folder: Path, archived: Cluster) -> None:
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


def test_an_embedded_database_is_dumped_and_restored(folder: Path) -> None:
    """A dump of an embedded database restores to a new data folder, and the game continues."""
    dump, data = folder / "hanabi.dump", {"DATA_DIR": str(folder / "data")}
    with running(folder, None, **data) as service:
        table, ended = Table(service), Table(service)
        ended.play_to_the_end()
        table.move(5)
        before = answers(table, ended)
        call("backup.sh", dump, environ=data)
        table.move(2)
        with pytest.raises(AssertionError, match="not empty"):
            call("restore.sh", dump, environ=data)
    data["DATA_DIR"] = str(folder / "restored")
    call("restore.sh", dump, environ=data)
    with running(folder, None, **data) as service:
        table.connect_to(service)
        assert answers(table, ended) == before
        table.move(3)


def test_recovery_to_a_point_in_time_between_two_moves(folder: Path, archived: Cluster) -> None:
    """A base backup and the archived log restore the game as it was, and it continues with other moves."""
    script(archived, "base-backup.sh", folder / "base")
    with running(folder, archived.url) as service:
        table = Table(service)
        table.move(4)
        then = table.view()
        time.sleep(0.05)
        moment = datetime.now(UTC)
        time.sleep(0.05)
        table.move(4)
        archived.execute("select pg_switch_wal()")
    archived.stop()  # the newest log is lost, and the archived log is not
    script(archived, "restore-to.sh", folder / "base", folder / "archive", folder / "restored", moment.isoformat())
    restored = Cluster(folder / "restored", programs(folder, *_NEEDED))
    for path in (restored.data, *restored.data.rglob("*")):
        shutil.chown(path, restored.user.uid, restored.user.gid)
    try:
        restored.start()
        _wait_until_promoted(restored)
        assert check_database(restored.url) == 1
        with running(folder, restored.url) as service:
            table.connect_to(service)
            assert table.view() == then
            table.move(3)
        assert check_database(restored.url) == 1
    finally:
        restored.stop()


def _wait_until_promoted(cluster: Cluster) -> None:
    deadline = time.monotonic() + 20
    with psycopg.connect(cluster.url, autocommit=True) as operator:
        while operator.execute("select pg_is_in_recovery()").fetchone() != (False,):
            assert time.monotonic() < deadline
            time.sleep(0.05)
