"""Servers for the benchmarks: Postgres with a temporary database, and gunicorn."""

import contextlib
import http.client
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from service.platform.embedded_postgres.launcher import EmbeddedPostgres

_ROOT = Path(__file__).resolve().parents[2]


class Served(NamedTuple):
    """A running server and its port."""

    process: subprocess.Popen[bytes]
    port: int


def size_of(port: int, path: str) -> int:
    """Return the size of a response's body in bytes."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path)
    size = len(connection.getresponse().read())
    connection.close()
    return size


@contextlib.contextmanager
def database() -> Iterator[str]:
    """Start Postgres with the usual durability, and yield the URL of a migrated database."""
    folder = Path(tempfile.gettempdir()) / f"hanabi-bench-{os.getpid()}"
    folder.mkdir(mode=0o755)
    try:
        with EmbeddedPostgres(folder / "data", max_connections=100, elsewhere=folder) as url:
            migrate(url)
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def migrate(url: str) -> None:
    """Migrate a database to the newest schema."""
    environ = {**os.environ, "DATABASE_URL": url}
    command = [sys.executable, "-m", "alembic", "upgrade", "head"]
    subprocess.run(command, cwd=_ROOT, env=environ, check=True, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def serving(
    application: str, url: str, workers: int, configuration: str = "", checkout: Path = _ROOT, **settings: str
) -> Iterator[Served]:
    """Serve an application of a checkout with gunicorn.

    `configuration` is a file of gunicorn's settings, by default `gunicorn.conf.py` for the service and
    `benchmarks/http/floor.conf.py` for the floor. `settings` are environment variables.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    environ = {
        **os.environ,
        "DATABASE_URL": url,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WORKERS": str(workers),
        "POOL_SIZE": "8",
        "RATE_LIMIT_TOKEN": "999999999/1",
        "RATE_LIMIT_ADDRESS": "999999999/1",
        "MAX_STREAMS_ADDRESS": "4000",
        **settings,
    }
    configuration = configuration or (
        "gunicorn.conf.py" if application.startswith("service") else "benchmarks/http/floor.conf.py"
    )
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", configuration, application],
            cwd=checkout,
            env=environ,
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
        try:
            for _ in range(600):
                with contextlib.suppress(OSError):
                    size_of(port, "/livez")
                    break
                time.sleep(0.1)
            else:
                raise SystemExit(f"{application} does not answer on port {port}")
            time.sleep(workers)  # a worker has answered; wait for the others
            yield Served(process, port)
        finally:
            process.terminate()
            process.wait(15)
            _print_errors(log)


def _print_errors(log: IO[bytes]) -> None:
    """Print what a server has logged as an error, so that a benchmark that fails shows why."""
    log.seek(0)
    for line in log:
        if b'"level": "error"' in line:
            print(line.decode(errors="replace"), end="", file=sys.stderr)
