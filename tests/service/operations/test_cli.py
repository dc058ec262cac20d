"""Tests of the command `hanabi`, run as a process."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest

from service.platform.embedded_postgres.postmaster import Postmaster
from service.platform.version import version
from tests.programs import require_program
from tests.read_only import set_read_only
from tests.served import free_port

Hanabi = Callable[..., subprocess.Popen[str]]

ASK = ("sh", "-c", """echo "$DATABASE_URL"; command -v initdb >/dev/null && exit 7""")
"""A program that prints the URL of the database, and exits with 7 if PostgreSQL's programs are on the PATH."""


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A folder that does not exist yet, in one that the user of Postgres can access."""
    folder = Path(tempfile.mkdtemp(prefix="hanabi-test-"))
    folder.chmod(0o711)
    yield folder / "data"
    shutil.rmtree(folder)


@pytest.fixture
def hanabi(data_dir: Path) -> Iterator[Hanabi]:
    """A function that starts `hanabi run` on a free port."""
    created: list[subprocess.Popen[str]] = []
    environ = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    own = {"DATA_DIR": str(data_dir), "WORKERS": "1", "ACCESS_LOG": "0", "ANALYSIS_WORKERS": "0"}

    def start(**settings: str) -> subprocess.Popen[str]:
        created.append(
            subprocess.Popen(
                [sys.executable, "-m", "service.cli", "run"],
                env=environ | own | {"PORT": str(free_port())} | settings,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return created[-1]

    yield start
    for process in created:
        process.terminate()
        process.communicate(timeout=60)


def welcome(process: subprocess.Popen[str]) -> tuple[str, list[str]]:
    """Return the address and the curl lines that `hanabi run` prints once it answers."""
    assert process.stdout is not None
    address, lines = "", []
    for line in process.stdout:
        if line.startswith("Address:"):
            address = line.split()[1]
        if "curl" in line:
            lines.append(line)
        if len(lines) == 4:
            return address, lines
    raise AssertionError(process.communicate()[1])


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    _, said = process.communicate(timeout=60)
    return process.returncode, said


def beside(data_dir: Path, *program: str, **settings: str) -> tuple[int, str, str]:
    """Call `hanabi db run`. Return its status, output and errors."""
    environ = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", "db", "run", *program],
        env=environ | {"DATA_DIR": str(data_dir)} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def play_first_game(lines: list[str]) -> str:
    """Run the printed lines in a shell. Return the id of the game."""
    script = "".join(lines) + 'echo; echo "$GAME"\n'
    said = subprocess.run(["sh", "-eu", "-c", script], capture_output=True, text=True, check=True).stdout
    assert '"version":1' in said
    return said.split()[-1]


@pytest.mark.slow
def test_a_data_folder_from_the_first_start_to_the_last(hanabi: Hanabi, data_dir: Path) -> None:
    """The printed lines play a game that survives kill -9.

    A second start on the folder is refused, and programs find the database. This is one test, since a start takes
    seconds.
    """
    require_program("curl")
    first = hanabi()
    game = play_first_game(welcome(first)[1])
    postmaster = Postmaster.of(data_dir / "postgres")
    assert postmaster is not None
    for pid in (first.pid, postmaster.pid):
        os.kill(pid, signal.SIGKILL)
    first.wait()

    port = str(free_port())
    second = hanabi(PORT=port)
    address, _ = welcome(second)
    with urlopen(f"{address}/v1/games/{game}") as answer:
        assert json.load(answer)["id"] == game

    # Another start on the same folder and port names the process that uses the folder.
    status, said = ended(hanabi(PORT=port))
    assert status == 1
    assert f"in use by another start of this service, process {second.pid}." in said
    with urlopen(f"{address}/livez") as answer:
        assert answer.status == 200

    # A program finds the database of the running service. Its exit status is that of the command.
    status, url, said = beside(data_dir, *ASK)
    assert (status, said) == (7, "")
    assert f"{data_dir.name}" in url and "host=" in url
    second.send_signal(signal.SIGINT)
    status, said = ended(second)
    assert (status, {json.loads(line)["level"] for line in said.splitlines()}) == (0, {"info"})
    assert not (data_dir / "postgres" / "postmaster.pid").exists()

    # Without a running service, the database is started for the program.
    query = "import os, psycopg; print(psycopg.connect(os.environ['DATABASE_URL']).execute('select 5').fetchone())"
    assert beside(data_dir, sys.executable, "-c", query) == (0, "(5,)\n", "")
    assert not (data_dir / "postgres" / "postmaster.pid").exists()

    # If the application cannot start, gunicorn's message is printed, and Postgres is stopped.
    status, said = ended(hanabi(GUNICORN_CMD_ARGS="--worker-class nosuchclass"))
    assert status == 1
    assert "nosuchclass" in said
    assert not (data_dir / "postgres" / "postmaster.pid").exists()


def test_db_run_uses_another_database(data_dir: Path) -> None:
    """The program finds the database in DATABASE_URL. A program that does not exist is an error."""
    elsewhere = {"DATABASE_URL": "postgresql://a/b"}
    assert beside(data_dir, *ASK, **elsewhere)[1] == "postgresql://a/b\n"
    none = "hanabi: /no/such cannot be run: No such file or directory.\n"
    assert beside(data_dir, "/no/such", **elsewhere) == (1, "", none)
    assert "No program is named" in beside(data_dir)[2]


def test_a_port_in_use_is_an_error(hanabi: Hanabi, data_dir: Path) -> None:
    """The message names the address, and no Postgres was started."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        status, said = ended(hanabi(PORT=port))
    assert status == 1
    assert re.fullmatch(rf"hanabi: The service cannot listen on 127\.0\.0\.1:{port}: .*\n", said)
    assert not (data_dir / "postgres").exists()


def test_an_invalid_setting_is_one_line_of_error(hanabi: Hanabi) -> None:
    """The status is 2, and there is no traceback."""
    assert ended(hanabi(PORT="all")) == (2, "hanabi: PORT must be a whole number from 1 to 65535, not 'all'.\n")


def test_an_unreachable_database_is_one_line_of_error(hanabi: Hanabi, data_dir: Path) -> None:
    """There is no traceback, and no embedded database."""
    status, said = ended(hanabi(DATABASE_URL=f"postgresql://hanabi:secret@127.0.0.1:{free_port()}/hanabi"))
    assert status == 1
    assert "does not answer" in said
    assert "Traceback" not in said and "secret" not in said
    assert not data_dir.exists()


@pytest.mark.slow
def test_a_read_only_database_is_one_line_of_error(empty_database_url: str) -> None:
    """Such as a former primary after a failover, or one whose disk is full. `hanabi work` would announce the arenas."""
    set_read_only(empty_database_url, on=True)
    command = [sys.executable, "-m", "service.cli", "work", "--until-idle"]
    environ = {**os.environ, "DATABASE_URL": empty_database_url}
    done = subprocess.run(command, check=False, env=environ, capture_output=True, text=True)
    said = "hanabi: The database cannot do this now: cannot execute INSERT in a read-only transaction\n"
    assert (done.returncode, done.stderr.splitlines(keepends=True)[1:]) == (1, [said])  # after the version


def test_a_newer_schema_can_forbid_to_serve_it(another_database: str) -> None:
    """`hanabi run` begins with this command, and ends if it fails."""
    command = [sys.executable, "-m", "service.cli", "migrate"]
    environ = {**os.environ, "DATABASE_URL": another_database}
    with psycopg.connect(another_database, autocommit=True) as db:
        db.execute("update alembic_version set version_num = '9999'")
        db.execute("comment on table alembic_version is '9998'")
    done = subprocess.run(command, check=False, env=environ, capture_output=True, text=True)
    assert done.returncode == 1 and "cannot serve it" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_start_on_a_newer_schema_serves_unless_the_schema_forbids_it(hanabi: Hanabi, another_database: str) -> None:
    """As after a rollback, and at a reboot between the migration and the new code."""
    with psycopg.connect(another_database, autocommit=True) as db:
        db.execute("update alembic_version set version_num = '9999'")
    server = hanabi(DATABASE_URL=another_database)
    address, _ = welcome(server)
    with urlopen(f"{address}/readyz") as answer:
        assert json.load(answer)["status"] == "ok"
    server.terminate()
    status, said = ended(server)
    assert status == 0
    notice, first_line, *_ = said.splitlines()
    assert "9999 of a newer release" in notice and "Nothing was migrated" in notice
    assert json.loads(first_line)["message"] == f"Version {version()} starts."
    with psycopg.connect(another_database, autocommit=True) as db:
        db.execute("comment on table alembic_version is '9998'")
    status, said = ended(hanabi(DATABASE_URL=another_database))
    assert status == 1 and "cannot serve it" in said and "Traceback" not in said


@pytest.mark.slow
def test_with_database_url_nothing_is_embedded(hanabi: Hanabi, database_url: str, data_dir: Path) -> None:
    """With DATABASE_URL the service uses that database."""
    with psycopg.connect(database_url) as connection:
        url = connection.execute("SELECT current_database()").fetchone()
    assert url is not None
    welcome(hanabi(DATABASE_URL=database_url))
    assert not data_dir.exists()
