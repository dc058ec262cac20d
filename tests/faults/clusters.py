"""Postgres servers to break: external ones, started by the tests, and the one that `hanabi run` embeds."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

import psycopg

from service.embedded_postgres import EmbeddedPostgres, binaries
from service.embedded_postgres.binaries import Binaries
from service.embedded_postgres.os_user import OsUser
from service.embedded_postgres.postmaster import Postmaster
from tests.served import free_port

__all__ = ["Breakable", "Cluster", "Embedded", "family", "open_folder", "programs"]

_UP_WITHIN_S = 60


class Breakable(Protocol):
    """A server that can be killed, frozen and brought back."""

    @property
    def url(self) -> str:
        """Where its database is."""

    def pids(self) -> list[int]:
        """Return all of its processes, the postmaster first."""

    def kill(self) -> None:
        """Kill all of it, so that nobody tidies up."""

    def revive(self) -> None:
        """Bring it back, unless something else does, and wait until it answers."""


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """Lend a folder that the user who runs Postgres can reach, too."""
    folder = Path(tempfile.mkdtemp(prefix="hanabi-faults-"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def programs(folder: Path, *needed: str) -> Binaries | None:
    """Return PostgreSQL's programs; None where one of those that are needed is not among them."""
    for found in binaries._candidates(OsUser.for_postgres(None), None, folder):
        if found.major >= binaries.OLDEST_MAJOR and all((found.folder / name).exists() for name in needed):
            return found
    return None


def family(pid: int) -> list[int]:
    """Return a process and its children."""
    try:
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    except FileNotFoundError:
        return [pid]


class Cluster:
    """A server of its own on a port of this machine, with one database `hanabi`."""

    def __init__(self, folder: Path, programs: Binaries, **settings: str) -> None:
        self.user = OsUser.for_postgres(None)
        self.data = folder
        self.bin = programs.folder
        self.port = free_port()
        self.settings: Mapping[str, str] = {
            "fsync": "off",  # what is killed here are processes, never the machine
            "shared_buffers": "32MB",
            "max_connections": "60",
            "log_min_messages": "fatal",
            **settings,
        }
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where its database is."""
        return f"postgresql://hanabi@127.0.0.1:{self.port}/hanabi"

    def create(self) -> "Cluster":
        """Make the cluster, start it, and make the database."""
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
        """Carry a statement out as the database's owner."""
        with psycopg.connect(self.url, autocommit=True) as connected:
            connected.execute(statement.encode())

    def copy(self, folder: Path, *options: str, **settings: str) -> "Cluster":
        """Return a copy of the running cluster (pg_basebackup), not started yet."""
        copied = Cluster(folder, Binaries(self.bin, "0"), **settings)
        self.user.make_folder(folder)
        address = f"host=127.0.0.1 port={self.port} user=hanabi dbname=postgres"
        self._run("pg_basebackup", "-D", folder, "-d", address, "-c", "fast", *options)
        return copied

    def url_of(self, database: str) -> str:
        """Return where another of its databases is."""
        return f"postgresql://hanabi@127.0.0.1:{self.port}/{database}"

    def launch(self) -> None:
        """Start it, and do not wait."""
        command = [
            str(self.bin / "postgres"),
            "-D",
            str(self.data),
            "-p",
            str(self.port),
            "-c",
            "listen_addresses=127.0.0.1",
        ]
        command += ["-c", "unix_socket_directories="]
        for name, value in self.settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.data.parent / f"{self.data.name}.log").open("ab") as log:
            self._server = self.user.spawn(command, stdout=log, stderr=log)

    def start(self, database: str = "hanabi") -> None:
        """Start it, and wait until it answers."""
        self.launch()
        deadline = time.monotonic() + _UP_WITHIN_S
        while not self.answers(database):
            assert self._server is not None
            if self._server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.data.parent / f"{self.data.name}.log").read_text()[-2000:])
            time.sleep(0.05)

    def answers(self, database: str = "hanabi") -> bool:
        """Say whether it takes connections."""
        try:
            psycopg.connect(self.url_of(database), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def pids(self) -> list[int]:
        """Return all of its processes, the postmaster first."""
        return [] if self._server is None or self._server.poll() is not None else family(self._server.pid)

    def kill(self) -> None:
        """Kill all of it, so that nobody tidies up."""
        _kill(self.pids())
        if self._server is not None:
            self._server.wait()

    def revive(self) -> None:
        """Start it again unless it runs."""
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
        """End it, in whatever state it is."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        self.kill()

    def promote(self) -> None:
        """Make a standby the primary."""
        self._run("pg_ctl", "promote", "-D", self.data, "-w")

    def _run(self, program: str, *arguments: str | Path) -> None:
        done = self.user.run([self.bin / program, *arguments])
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}")


class Embedded:
    """The server that `hanabi run` keeps in a data folder: nobody but that may start it again."""

    def __init__(self, data_dir: Path) -> None:
        self._launcher = EmbeddedPostgres(data_dir)

    @property
    def url(self) -> str:
        """Where its database is."""
        deadline = time.monotonic() + _UP_WITHIN_S
        while (url := self._launcher.url_of_running()) is None:
            if time.monotonic() > deadline:
                raise RuntimeError("The embedded Postgres does not come back.")
            time.sleep(0.05)
        return url

    def pids(self) -> list[int]:
        """Return all of its processes, the postmaster first."""
        running = Postmaster.of(self._launcher.data_dir / "postgres")
        return (
            [] if running is None or not running.runs_in(self._launcher.data_dir / "postgres") else family(running.pid)
        )

    def kill(self) -> None:
        """Kill all of it, so that nobody tidies up."""
        _kill(self.pids())

    def revive(self) -> None:
        """Wait until it is back."""
        assert self.url


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
