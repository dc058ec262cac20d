"""Starting and stopping an embedded Postgres, whatever happened to the one before."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final
from urllib.parse import quote

from service.embedded_postgres.binaries import Binaries, find_binaries
from service.embedded_postgres.data_directory import Home, find_home, made
from service.embedded_postgres.postmaster import PORT, Postmaster, answers, hold, works_of

__all__ = ["EmbeddedPostgres", "PostgresFailed", "throwaway_postgres"]

_NAME: Final = "hanabi"  # of the database and of its owner
_ELSEWHERE: Final = Path("/var/lib/hanabi")
_LARGEST_LOG_BYTES: Final = 10_000_000
_STOP_TIMEOUT_S: Final = 60
_ORPHANS_END_WITHIN_S: Final = 3
_MB: Final = 1024 * 1024


class PostgresFailed(Exception):
    """The embedded Postgres cannot be had; the message says why, and what to do about it."""


class EmbeddedPostgres:
    """A Postgres whose data lie in `data_dir` or, when its user cannot reach that, in `elsewhere`.

    It finds again whatever an earlier one stored, however that one ended, and takes over a server that still
    runs. Also a context manager, which gives the URL. `durable=False` is for tests: data may be lost.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        bin_dir: Path | None = None,
        os_user: str | None = None,
        max_connections: int = 100,
        durable: bool = True,
        elsewhere: Path = _ELSEWHERE,
        timeout_s: float = 120,
    ) -> None:
        self.data_dir = data_dir.absolute()
        self.adopted = False
        self._bin_dir = bin_dir
        self._os_user = os_user
        self._max_connections = max_connections
        self._durable = durable
        self._elsewhere = elsewhere
        self._timeout_s = timeout_s
        self._locks: list[int] = []
        self._home: Home | None = None
        self._socket_folder: Path | None = None
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def data_folder(self) -> Path:
        """Where the data truly lie, once started."""
        return self._home.folder if self._home else self.data_dir

    def claim(self) -> None:
        """Holds the data folder against any other start until `stop`, or until this process ends in whatever way.

        `start` does it too. Raises PostgresFailed, which names the process that holds it.
        """
        if self._locks:
            return
        try:
            self._take(self.data_dir)
        except OSError as error:
            raise self._unusable(error) from error

    def start(self) -> str:
        """The URL of the database, once the server answers. Raises PostgresFailed."""
        try:
            self.claim()
            home = find_home(self.data_dir, wanted_user=self._os_user, elsewhere=self._elsewhere)
            if home.folder != self.data_dir:
                self._take(home.folder)  # a copy of data_dir points to it as well
            self._home = home
            return self._start(home)
        except BaseException as error:
            self.stop()
            if isinstance(error, LookupError):
                raise PostgresFailed(str(error)) from error
            if isinstance(error, OSError):
                raise self._unusable(error) from error
            raise

    def revive(self) -> bool:
        """Starts a server again that was started here and has ended by itself, at its old URL; False if it stands.

        Raises PostgresFailed where it cannot be, as on a disk that is full: then it may be asked for again.
        """
        assert self._home is not None  # it is started
        if self._stands(self._home):
            return False
        before = self._url
        try:
            if self._start(self._home) != before:
                raise PostgresFailed(f"The socket of the Postgres in {self._home.cluster} cannot be made again.")
        except (LookupError, OSError) as error:
            raise PostgresFailed(str(error)) from error
        return True

    def _stands(self, home: Home) -> bool:
        if self._server is not None:
            return self._server.poll() is None
        running = Postmaster.of(home.cluster)
        return running is not None and running.works_in(home.cluster)

    def stop(self) -> None:
        """Ends the server as `pg_ctl stop -m fast` does, and gives the data folder free. May be called again."""
        try:
            if self._home and self._socket_folder:
                self._stop(self._home)
                self._home.forget_socket_folder(self._socket_folder)
        finally:
            self._server = self._socket_folder = None
            while self._locks:
                os.close(self._locks.pop())

    def __enter__(self) -> str:
        return self.start()

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()

    def _unusable(self, error: OSError) -> PostgresFailed:
        return PostgresFailed(f"The data folder {self.data_dir} cannot be used: {error}")

    def _take(self, folder: Path) -> None:
        if folder.exists() and not folder.is_dir():
            raise PostgresFailed(f"DATA_DIR names a file, not a folder: {folder}")
        lock = hold(made(folder) / "lock")
        if lock is None:
            raise PostgresFailed(
                f"The data folder {folder} is in use by another start of this service, process"
                f" {(folder / 'lock').read_text().strip()}. Stop that one, or name another: DATA_DIR=/some/where."
            )
        self._locks.append(lock)
        os.truncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())

    def _start(self, home: Home) -> str:
        major = home.major()
        began = time.monotonic()
        deadline = began + self._timeout_s
        while (server_lock := hold(home.lock)) is None:
            # Its processes still live: it answers, or it is starting up, recovering or ending.
            if self._adopts(home):
                return self._url
            if time.monotonic() > began + _ORPHANS_END_WITHIN_S:
                _end_orphans(home)
            if time.monotonic() > deadline:
                raise PostgresFailed(f"A Postgres of {home.cluster} runs, but does not answer. Its log: {home.log}")
            time.sleep(0.05)
        try:
            if (left := Postmaster.of(home.cluster)) and left.works_in(home.cluster):  # started by hand
                if self._adopts(home):
                    return self._url
                raise PostgresFailed(f"A Postgres that does not answer, process {left.pid}, uses {home.cluster}.")
            binaries = self._binaries(home, major)
            if major is None:
                self._create(home, binaries, server_lock)
            self._socket_folder = home.free_socket_folder(self._socket_folder)
            # No process of this cluster lives, so the file is stale, whoever has its process id by now.
            (home.cluster / "postmaster.pid").unlink(missing_ok=True)
            self._launch(home, binaries, server_lock)
        finally:
            os.close(server_lock)  # the server has inherited it, and keeps it locked until its last process ends
        self._wait_until_up(home, deadline)
        return self._url

    def url_of_running(self) -> str | None:
        """The URL of the server that another start of this service runs in the data folder; None when none answers."""
        try:
            home = find_home(self.data_dir, wanted_user=self._os_user, elsewhere=self._elsewhere)
        except (LookupError, OSError):
            return None
        running = Postmaster.of(home.cluster)
        if running is None or not answers(running.socket_folder, user=_NAME, database=_NAME):
            return None
        return _url_at(running.socket_folder)

    def programs(self) -> Path:
        """The folder of PostgreSQL's programs that fit the data: psql, pg_dump and others. Raises PostgresFailed."""
        try:
            home = find_home(self.data_dir, wanted_user=self._os_user, elsewhere=self._elsewhere)
            folder = self._binaries(home, home.major()).folder
            return (folder / "postgres").resolve().parent  # where the others are too, not only links to some
        except LookupError as error:
            raise PostgresFailed(str(error)) from error
        except OSError as error:
            raise self._unusable(error) from error

    @property
    def _url(self) -> str:
        assert self._socket_folder is not None  # it is started
        return _url_at(self._socket_folder)

    def _adopts(self, home: Home) -> bool:
        running = Postmaster.of(home.cluster)
        if running is None or not answers(running.socket_folder, user=_NAME, database=_NAME):
            return False
        self._socket_folder, self.adopted = running.socket_folder, True
        return True

    def _binaries(self, home: Home, major: int | None) -> Binaries:
        try:
            return find_binaries(home.user, major=major, setting=self._bin_dir, copies=self._elsewhere)
        except LookupError as error:
            if major is None:
                raise
            raise PostgresFailed(
                f"The data folder {home.cluster} was made by PostgreSQL {major} and needs that version. {error}"
                f" Install PostgreSQL {major}, or set PG_BIN to the folder of its programs. To upgrade: start"
                " once with those, save the data with pg_dump, move the data folder away, start with the newer"
                " version, and load the data with pg_restore."
            ) from None

    def _create(self, home: Home, binaries: Binaries, server_lock: int) -> None:
        """Built under another name: a cluster is there as a whole, or not at all."""
        for unfinished in home.folder.glob("postgres.new-*"):
            shutil.rmtree(unfinished)
        building = home.user.make_folder(home.folder / f"postgres.new-{secrets.token_hex(4)}")
        initdb: list[str | Path] = [binaries.folder / "initdb", "-D", building, "-U", _NAME]
        initdb += [
            "-E",
            "UTF8",
            "--locale=C",
            "-k",
            "--auth-local=trust",
            "--auth-host=reject",
        ]  # trust: the socket's folder is the lock
        single: list[str | Path] = [
            binaries.folder / "postgres",
            "--single",
            "-D",
            building,
            "-c",
            "log_checkpoints=off",
        ]
        if not self._durable:
            initdb += ["--no-sync"]
            single += ["-c", "fsync=off"]
        for command, text in ((initdb, ""), ([*single, "postgres"], f"CREATE DATABASE {_NAME}\n")):
            said = home.user.run(command, input=text, pass_fds=[server_lock])
            if said.returncode != 0 or "ERROR:" in said.stdout:
                raise PostgresFailed(f"{command[0]} failed in {home.folder}:\n{said.stdout}")
        building.rename(home.cluster)
        folder = os.open(home.folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def _launch(self, home: Home, binaries: Binaries, server_lock: int) -> None:
        if home.log.exists() and home.log.stat().st_size > _LARGEST_LOG_BYTES:
            home.log.replace(home.log.with_suffix(".log.1"))
        command: list[str | Path] = [binaries.folder / "postgres", "-D", home.cluster, "-p", str(PORT)]
        for name, value in self._server_settings().items():
            command += ["-c", f"{name}={value}"]
        with home.log.open("ab") as log:
            if home.user.is_another:
                os.fchown(log.fileno(), home.user.uid, home.user.gid)
            self._server = home.user.spawn(command, stdout=log, stderr=log, pass_fds=[server_lock])

    def _server_settings(self) -> dict[str, str]:
        memory = _memory_bytes() // _MB
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": f'"{self._socket_folder}"',
            "unix_socket_permissions": "0700",
            "max_connections": str(self._max_connections),
            # An eighth, not the usual quarter: the workers live beside it, and the system's cache holds the rest.
            "shared_buffers": f"{min(max(memory // 8, 16), 2048)}MB",
            "effective_cache_size": f"{max(memory // 2, 64)}MB",
            "maintenance_work_mem": f"{min(max(memory // 64, 16), 256)}MB",
            "max_wal_size": "512MB",
            "jit": "off",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "log_checkpoints": "off",
            # Neither statements, their values nor rows in the log: they could hold a deck.
            "log_min_error_statement": "panic",
            "log_parameter_max_length": "0",
            "log_parameter_max_length_on_error": "0",
            "log_error_verbosity": "terse",
        }
        if not self._durable:
            settings |= {"fsync": "off", "full_page_writes": "off"}
        return settings

    def _wait_until_up(self, home: Home, deadline: float) -> None:
        assert self._server is not None and self._socket_folder is not None
        while not answers(self._socket_folder, user=_NAME, database=_NAME):
            if self._server.poll() is not None or time.monotonic() > deadline:
                last = "\n".join(home.log.read_text(errors="replace").splitlines()[-15:])
                raise PostgresFailed(f"Postgres did not start. The end of its log, {home.log}:\n{last}")
            time.sleep(0.02)

    def _stop(self, home: Home) -> None:
        """SIGINT asks for a fast shutdown; SIGQUIT, when that took too long, for one that the log repairs."""
        for how in (signal.SIGINT, signal.SIGQUIT) if self._durable else (signal.SIGQUIT,):
            running = Postmaster.of(home.cluster)
            if self._server:
                self._server.send_signal(how)
            elif running and running.works_in(home.cluster):
                with suppress(ProcessLookupError):
                    os.kill(running.pid, how)
            if self._ended_within(home, _STOP_TIMEOUT_S):
                return
        raise PostgresFailed(f"Postgres did not stop. Its log: {home.log}")

    def _ended_within(self, home: Home, timeout_s: float) -> bool:
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            ended = self._server is None or self._server.poll() is not None
            running = Postmaster.of(home.cluster)
            if ended and not (running and running.works_in(home.cluster)) and (lock := hold(home.lock)) is not None:
                os.close(lock)
                return True
            time.sleep(0.02)
        return False


def _end_orphans(home: Home) -> None:
    """End what is left of a server whose postmaster is dead: by itself that ends too, unless it is stopped."""
    left = Postmaster.of(home.cluster)
    if left is not None and not left.works_in(home.cluster):
        for pid in works_of(home.cluster):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _url_at(socket_folder: Path) -> str:
    return f"postgresql://{_NAME}@/{_NAME}?host={quote(str(socket_folder))}&port={PORT}"


@contextmanager
def throwaway_postgres(*, bin_dir: Path | None = None, max_connections: int = 100) -> Iterator[str]:
    """The URL of an empty database for tests, gone afterwards. Nothing that it stores survives a crash."""
    # Not a folder of tempfile's own making: as root, those are closed to the user who runs Postgres.
    folder = made(Path(tempfile.gettempdir()) / f"hanabi-test-{secrets.token_hex(8)}")
    try:
        server = EmbeddedPostgres(
            folder / "data", bin_dir=bin_dir, max_connections=max_connections, durable=False, elsewhere=folder
        )
        with server as url:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _memory_bytes() -> int:
    """What this machine has, or what its container is allowed."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        return min(machine, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    except (OSError, ValueError):
        return machine
