"""Start, restart, recover and stop an embedded Postgres."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final
from urllib.parse import quote

from service.platform.embedded_postgres.binaries import Binaries, find_binaries
from service.platform.embedded_postgres.data_directory import Home, ensure_folder
from service.platform.embedded_postgres.data_location import find_home
from service.platform.embedded_postgres.failure import PostgresFailed, not_started
from service.platform.embedded_postgres.new_cluster import create_cluster
from service.platform.embedded_postgres.postmaster import NAME, PORT, Postmaster, answers, lock_file
from service.platform.embedded_postgres.processes import end_server
from service.platform.embedded_postgres.server_settings import server_settings

_ELSEWHERE: Final = Path("/var/lib/hanabi")
_LARGEST_LOG_BYTES: Final = 10_000_000
_REVIVED_WITHIN_S: Final = 5


class EmbeddedPostgres:
    """A Postgres server with its data in a folder.

    The folder is `data_dir`, or is in `elsewhere` if the server's user cannot enter `data_dir`. `start` ends whatever
    an earlier start has left running, and recovers the data. As a context manager, the object returns the URL.
    `durable=False` is for tests: a crash may lose data.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        bin_dir: Path | None = None,
        max_connections: int = 100,
        durable: bool = True,
        elsewhere: Path = _ELSEWHERE,
        timeout_s: float = 600,
    ) -> None:
        self.data_dir = data_dir.absolute()
        self._bin_dir = bin_dir
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
        """The folder of the data; `data_dir` before the start."""
        return self._home.folder if self._home else self.data_dir

    def claim(self) -> None:
        """Lock the data folder until `stop` or the end of this process.

        `start` locks it too. Raises PostgresFailed with the id of the process that has the lock.
        """
        if self._locks:
            return
        try:
            self._take(self.data_dir)
        except OSError as error:
            raise self._unusable(error) from error

    def forget(self) -> None:
        """Leave the lock to the process of which this one is a copy."""
        while self._locks:
            os.close(self._locks.pop())

    def start(self) -> str:
        """Start the server. Return the URL of the database. Raises PostgresFailed."""
        try:
            self.claim()
            home = find_home(self.data_dir, elsewhere=self._elsewhere)
            if home.folder != self.data_dir:
                self._take(home.folder)  # a copy of data_dir points to the same home
            self._home = home
            self._launch(home)
            if not self._is_up_within(home, self._timeout_s):
                raise PostgresFailed(f"Postgres does not answer after {self._timeout_s} s. Its log: {home.log}")
            return self._url
        except BaseException as error:
            self.stop()
            if isinstance(error, LookupError):
                raise PostgresFailed(str(error)) from error
            if isinstance(error, OSError):
                raise self._unusable(error) from error
            raise

    def revive(self) -> bool:
        """Restart the server at its old URL if it has ended. Return False if it runs.

        It may still replay its WAL when this returns. Raises PostgresFailed if it cannot start, for example on a full
        disk. The call may be repeated.
        """
        assert self._home is not None and self._server is not None  # it is started
        if self._server.poll() is None:
            return False
        before = self._url
        try:
            self._launch(self._home)
            if self._url != before:
                raise PostgresFailed(f"The socket of the Postgres in {self._home.cluster} cannot be made again.")
            self._is_up_within(self._home, _REVIVED_WITHIN_S)
        except (LookupError, OSError) as error:
            raise PostgresFailed(str(error)) from error
        return True

    def stop(self) -> None:
        """Stop the server, and unlock the data folder.

        The server stops as by `pg_ctl stop -m fast`. The call may be repeated.
        """
        try:
            if self._home:
                os.close(end_server(self._home, fast=self._durable))
                if self._socket_folder:
                    self._home.remove_socket_folder(self._socket_folder)
        except FileNotFoundError:  # the data folder was deleted
            if self._server:
                self._server.send_signal(signal.SIGQUIT)
        finally:
            if self._server:
                self._server.poll()
            self._server = self._socket_folder = self._home = None
            self.forget()

    def __enter__(self) -> str:
        return self.start()

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()

    def _unusable(self, error: OSError) -> PostgresFailed:
        return PostgresFailed(f"The data folder {self.data_dir} cannot be used: {error}")

    def _take(self, folder: Path) -> None:
        if folder.exists() and not folder.is_dir():
            raise PostgresFailed(f"DATA_DIR names a file, not a folder: {folder}")
        lock = lock_file(ensure_folder(folder) / "lock")
        if lock is None:
            raise PostgresFailed(
                f"The data folder {folder} is in use by another start of this service, process"
                f" {(folder / 'lock').read_text().strip()}. Stop it, or set another folder: DATA_DIR=/some/where."
            )
        self._locks.append(lock)
        os.truncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())

    def url_of_running(self) -> str | None:
        """Return the URL of the server that another process has started.

        Return None if no server accepts connections.
        """
        try:
            home = find_home(self.data_dir, elsewhere=self._elsewhere)
        except (LookupError, OSError):
            return None
        running = Postmaster.of(home.cluster)
        if running is None or not answers(running.socket_folder):
            return None
        return _url_at(running.socket_folder)

    def programs(self) -> Path:
        """Return the folder of PostgreSQL programs that fit the data.

        Raises PostgresFailed.
        """
        try:
            home = find_home(self.data_dir, elsewhere=self._elsewhere)
            folder = self._binaries(home, home.major()).folder
            return (folder / "postgres").resolve().parent  # the folder may contain links to only some programs
        except LookupError as error:
            raise PostgresFailed(str(error)) from error
        except OSError as error:
            raise self._unusable(error) from error

    @property
    def _url(self) -> str:
        assert self._socket_folder is not None  # it is started
        return _url_at(self._socket_folder)

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

    def _launch(self, home: Home) -> None:
        """Start the server, after the processes of an earlier one have ended."""
        server_lock = end_server(home, fast=self._durable)
        try:
            major = home.major()
            binaries = self._binaries(home, major)
            if major is None:
                create_cluster(home, binaries, name=NAME, durable=self._durable, server_lock=server_lock)
            self._socket_folder = home.free_socket_folder(self._socket_folder)
            # No process of this cluster runs, so the file is stale, even if another program now has its process id.
            (home.cluster / "postmaster.pid").unlink(missing_ok=True)
            if home.log.exists() and home.log.stat().st_size > _LARGEST_LOG_BYTES:
                home.log.replace(home.log.with_suffix(".log.1"))
            command: list[str | Path] = [binaries.folder / "postgres", "-D", home.cluster, "-p", str(PORT)]
            settings = server_settings(
                self._socket_folder, max_connections=self._max_connections, durable=self._durable
            )
            for name, value in settings.items():
                command += ["-c", f"{name}={value}"]
            with home.log.open("ab") as log:
                if home.user.is_another:
                    os.fchown(log.fileno(), home.user.uid, home.user.gid)
                self._server = home.user.spawn(command, stdout=log, stderr=log, pass_fds=[server_lock])
        finally:
            os.close(server_lock)  # the server has inherited it, and keeps the lock until its last process ends

    def _is_up_within(self, home: Home, timeout_s: float) -> bool:
        assert self._server is not None and self._socket_folder is not None
        deadline = time.monotonic() + timeout_s
        while not answers(self._socket_folder):
            if self._server.poll() is not None:
                last = "\n".join(home.log.read_text(errors="replace").splitlines()[-15:])
                raise not_started(home.folder, f"Postgres did not start. The end of its log, {home.log}:\n{last}")
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True


def _url_at(socket_folder: Path) -> str:
    return f"postgresql://{NAME}@/{NAME}?host={quote(str(socket_folder))}&port={PORT}"


@contextmanager
def throwaway_postgres(*, bin_dir: Path | None = None, max_connections: int = 100) -> Iterator[str]:
    """Yield the URL of an empty database. It is deleted after the block."""
    with throwaway_server(bin_dir=bin_dir, max_connections=max_connections) as (_, url):
        yield url


@contextmanager
def throwaway_server(
    *, bin_dir: Path | None = None, max_connections: int = 100
) -> Iterator[tuple[EmbeddedPostgres, str]]:
    """Yield a server and the URL of its empty database. Both are deleted after the block."""
    # The user that runs Postgres for root cannot enter the folders that tempfile creates.
    folder = ensure_folder(Path(tempfile.gettempdir()) / f"hanabi-test-{secrets.token_hex(8)}")
    try:
        server = EmbeddedPostgres(
            folder / "data", bin_dir=bin_dir, max_connections=max_connections, durable=False, elsewhere=folder
        )
        with server as url:
            yield server, url
    finally:
        shutil.rmtree(folder, ignore_errors=True)
