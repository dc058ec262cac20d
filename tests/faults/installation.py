"""A running installation for the fault tests: the service and a supervisor that restarts it."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.faults.clusters import Cluster, family
from tests.served import START_LIMIT_S, free_port

_ROOT = Path(__file__).resolve().parents[2]
_GUNICORN = ("gunicorn", "-c", "gunicorn.conf.py", "service.app:create_app()")
_HANABI = ("service.cli", "run")


class Installation:
    """The service under gunicorn or `hanabi run`, with its output in a file."""

    def __init__(self, folder: Path, *, database_url: str | None, host: str = "127.0.0.1", **settings: str) -> None:
        self.address = (host, free_port())
        self.wrapper: tuple[str, ...] = ()
        """The start of the command that starts the service."""
        self.log = folder / "service.log"
        self.command = _GUNICORN if database_url else _HANABI
        own = {"DATABASE_URL": database_url or "", "HOST": host, "PORT": str(self.address[1])}
        own |= {"WORKERS": "2", "POOL_SIZE": "4", "RATE_LIMITS": "off", "ACCESS_LOG": "0", "GRACEFUL_TIMEOUT_S": "1"}
        own["STREAM_KEEP_ALIVE_S"] = "1"
        self._environ = {**os.environ, **own, **settings}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the service and wait until it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self.wrapper, sys.executable, "-m", *self.command],
                cwd=_ROOT,
                env=self._environ,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + START_LIMIT_S
        while True:
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen("http://{}:{}/livez".format(*self.address), timeout=2),
            ):
                return
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The service did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def gunicorn(self) -> int:
        """Return gunicorn's master process."""
        assert self._process is not None
        if self.command == _GUNICORN:
            return self._process.pid
        children = [pid for pid in family(self._process.pid)[1:] if b"gunicorn" in _command_of(pid)]
        return children[0]

    def workers(self) -> list[int]:
        """Return the worker processes."""
        return family(self.gunicorn())[1:]

    def kill(self) -> None:
        """Kill the gunicorn master, but not its workers, and wait until they accept no connections."""
        assert self._process is not None
        os.kill(self.gunicorn(), signal.SIGKILL)
        while self._takes_connections():
            time.sleep(0.02)
        self._process.wait(60)  # `hanabi run` has ended

    def _takes_connections(self) -> bool:
        try:
            socket.create_connection(self.address, timeout=2).close()
        except ConnectionRefusedError:
            return False
        return True

    def require_no_traceback(self) -> None:
        """Fail the test if the log has a traceback, and show it. An error has its stack in a line of JSON."""
        before, found, after = self.log.read_text().partition("Traceback")
        assert not found, before[-1000:] + found + after[:2000]

    def stop(self) -> None:
        """Stop the service."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                for pid in reversed(family(self._process.pid)):
                    os.kill(pid, signal.SIGKILL)
                self._process.wait()


def _command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@contextlib.contextmanager
def running(folder: Path, url: str | None, **settings: str) -> Iterator[Installation]:
    """The service on a database, or with an embedded one."""
    service = Installation(folder, database_url=url, **settings)
    try:
        service.start()
        yield service
    finally:
        service.stop()


@contextlib.contextmanager
def started(cluster: Cluster, *, migrated: bool = True) -> Iterator[Cluster]:
    """Create a cluster with the newest schema, and stop it in the end."""
    try:
        cluster.create()
        if migrated:
            migrate(cluster.url)
        yield cluster
    finally:
        cluster.stop()


def migrate(url: str) -> None:
    """Migrate a database to the newest schema."""
    environ = {**os.environ, "DATABASE_URL": url}
    subprocess.run([sys.executable, "-m", "service.cli", "migrate"], cwd=_ROOT, env=environ, check=True)
