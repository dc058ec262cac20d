"""Postgres servers for the fault tests: external clusters, and the embedded server of `hanabi run`."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import psycopg
import pytest

from service.platform.embedded_postgres import EmbeddedPostgres, binaries
from service.platform.embedded_postgres.binaries import Binaries
from service.platform.embedded_postgres.data_directory import Home
from service.platform.embedded_postgres.os_user import OsUser
from service.platform.embedded_postgres.postmaster import Postmaster
from service.platform.embedded_postgres.processes import processes_of
from tests.served import free_port

_UP_WITHIN_S = 60


class Breakable(Protocol):
    """A server that can be killed, frozen and restarted."""

    @property
    def url(self) -> str:
        """The URL of the database."""

    def pids(self) -> list[int]:
        """Return the ids of all server processes, the postmaster first."""

    def kill(self) -> None:
        """Kill all processes with SIGKILL, so that none cleans up."""

    def revive(self) -> None:
        """Restart the server if nothing else does, and wait until it answers."""


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """Yield a folder that the operating-system user of Postgres can access."""
    folder = Path(tempfile.mkdtemp(prefix="hanabi-faults-"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def programs(folder: Path, *needed: str) -> Binaries:
    """Return the paths of PostgreSQL's programs. Skip the test if a required one is missing."""
    for found in binaries._candidates(OsUser.for_postgres(), None, folder):
        if found.major >= binaries.OLDEST_MAJOR and all((found.folder / name).exists() for name in needed):
            return found
    pytest.skip(f"There is no PostgreSQL that could be started{' with ' * bool(needed)}{' and '.join(needed)}.")


def family(pid: int) -> list[int]:
    """Return the ids of a process and its children."""
    try:
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    except FileNotFoundError:
        return [pid]


@contextlib.contextmanager
def frozen(pids: Sequence[int]) -> Iterator[None]:
    """Stop processes within a block."""
    try:
        send(pids, signal.SIGSTOP)
        yield
    finally:
        send(pids, signal.SIGCONT)


def send(pids: Sequence[int], number: signal.Signals) -> None:
    """Send a signal to processes that may have ended."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


class Cluster:
    """A Postgres server on a local port, with one database `hanabi`."""

    def __init__(self, folder: Path, programs: Binaries, **settings: str) -> None:
        self.user = OsUser.for_postgres()
        self.data = folder
        self.bin = programs.folder
        self.port = free_port()
        self.settings: Mapping[str, str] = {
            "fsync": "off",  # the tests kill processes, never the machine
            "shared_buffers": "32MB",
            "max_connections": "60",
            "log_min_messages": "fatal",
            **settings,
        }
        self.wrapper: tuple[str, ...] = ()
        """The start of the command that starts the server."""
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of the database."""
        return f"postgresql://hanabi@127.0.0.1:{self.port}/hanabi"

    def create(self) -> "Cluster":
        """Create the cluster, start it, and create the database."""
        self.data.parent.chmod(0o711)
        self.user.make_folder(self.data)
        self._run("initdb", "-D", self.data, "-U", "hanabi", "-E", "UTF8", "--locale=C", "--auth=trust", "-N")
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write("\nhost replication all 127.0.0.1/32 trust\n")
        self.start("postgres")
        with psycopg.connect(self.url_of("postgres"), autocommit=True) as connected:
            connected.execute("create database hanabi")
        return self

    def execute(self, statement: str) -> None:
        """Execute a statement as the owner of the database."""
        with psycopg.connect(self.url, autocommit=True) as connected:
            connected.execute(statement.encode())

    def copy(self, folder: Path, *options: str, **settings: str) -> "Cluster":
        """Return a copy of the running cluster, made with pg_basebackup and not started yet."""
        copied = Cluster(folder, Binaries(self.bin, "0"), **settings)
        self.user.make_folder(folder)
        address = f"host=127.0.0.1 port={self.port} user=hanabi dbname=postgres"
        self._run("pg_basebackup", "-D", folder, "-d", address, "-c", "fast", *options)
        return copied

    def url_of(self, database: str) -> str:
        """Return the URL of another database of the cluster."""
        return f"postgresql://hanabi@127.0.0.1:{self.port}/{database}"

    def launch(self) -> None:
        """Start the server without waiting for it."""
        command = [*self.wrapper, str(self.bin / "postgres"), "-D", str(self.data), "-p", str(self.port)]
        own = {"listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
        for name, value in {**own, **self.settings}.items():
            command += ["-c", f"{name}={value}"]
        with (self.data.parent / f"{self.data.name}.log").open("ab") as log:
            self._server = self.user.spawn(command, stdout=log, stderr=log)

    def start(self, database: str = "hanabi") -> None:
        """Start the server and wait until it answers."""
        self.launch()
        deadline = time.monotonic() + _UP_WITHIN_S
        while not self.answers(database):
            assert self._server is not None
            if self._server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.data.parent / f"{self.data.name}.log").read_text()[-2000:])
            time.sleep(0.05)

    def answers(self, database: str = "hanabi") -> bool:
        """Return True if the server accepts connections."""
        try:
            psycopg.connect(self.url_of(database), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def pids(self) -> list[int]:
        """Return the ids of all server processes, the postmaster first."""
        return [] if self._server is None or self._server.poll() is not None else family(self._server.pid)

    def kill(self) -> None:
        """Kill all processes with SIGKILL, so that none cleans up."""
        send(self.pids(), signal.SIGKILL)
        if self._server is not None:
            self._server.wait()

    def revive(self) -> None:
        """Start the server again if it does not run."""
        if self._server is None or self._server.poll() is not None:
            (self.data / "postmaster.pid").unlink(missing_ok=True)
            deadline = time.monotonic() + _UP_WITHIN_S
            while True:
                try:
                    return self.start()
                except RuntimeError:
                    if time.monotonic() > deadline:
                        raise
        while not self.answers():
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server, even if it is frozen."""
        send(self.pids(), signal.SIGCONT)
        self.kill()

    def promote(self) -> None:
        """Promote the standby to primary."""
        self._run("pg_ctl", "promote", "-D", self.data, "-w")

    def _run(self, program: str, *arguments: str | Path) -> None:
        done = self.user.run([self.bin / program, *arguments])
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}")


class Embedded:
    """The server that `hanabi run` embeds. Only `hanabi run` may restart it."""

    def __init__(self, data_dir: Path) -> None:
        self._launcher = EmbeddedPostgres(data_dir)

    @property
    def url(self) -> str:
        """The URL of the database."""
        deadline = time.monotonic() + _UP_WITHIN_S
        while (url := self._launcher.url_of_running()) is None:
            if time.monotonic() > deadline:
                raise RuntimeError("The embedded Postgres does not come back.")
            time.sleep(0.05)
        return url

    def pids(self) -> list[int]:
        """Return the ids of all server processes, the postmaster first."""
        home = Home.of(self._launcher.data_dir)
        running = Postmaster.of(home.cluster)
        return [] if running is None or running.pid not in processes_of(home) else family(running.pid)

    def kill(self) -> None:
        """Kill all processes with SIGKILL, so that none cleans up."""
        send(self.pids(), signal.SIGKILL)

    def revive(self) -> None:
        """Wait until `hanabi run` has restarted the server."""
        assert self.url
