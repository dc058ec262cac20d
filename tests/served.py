"""Run the service under gunicorn on a free port."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from flask import Flask

from service.platform.limits import gates
from tests.pooled import environ_for

_ROOT = Path(__file__).resolve().parents[1]
START_LIMIT_S = 120
"""Long, since other tests use all cores meanwhile."""

_given: Final = set[int]()
"""The ports that `free_port` has returned. Nobody may listen there yet."""


@contextlib.contextmanager
def serving(
    database_url: str, log: IO[bytes] | None = None, *, app: str = "service.app:create_app()", **wishes: str
) -> Iterator[str]:
    """Serve a migrated database and yield the URL.

    Other keywords are settings. `log` is the file for the output.
    """
    port = free_port()
    settings = {**environ_for(database_url), "HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1", "POOL_SIZE": "4"}
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", app],
        cwd=_ROOT,
        env={
            **os.environ,
            **settings,
            "RATE_LIMITS": "off",
            "ACCESS_LOG": "0",
            "GRACEFUL_TIMEOUT_S": "1",
            "BODY_TIMEOUT_S": "3",
            **wishes,
        },
        stdout=log,
        stderr=log,
    )
    try:
        base = f"http://127.0.0.1:{port}"
        _wait_for(server, f"{base}/livez")
        yield base
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def serving_patiently(database_url: str) -> contextlib.AbstractContextManager[str]:
    """Serve as `serving` does, but refuse no request because others use the machine."""
    app = f"{__name__}:patient_app()"
    return serving(database_url, app=app, POOL_TIMEOUT_S="60", DATABASE_DEADLINE_S="60", REVEAL_TIMEOUT_S="600")


def patient_app() -> Flask:
    """Create the service. Its requests wait longer for their turn than elsewhere."""
    from service.app import create_app

    gates.QUEUE_TIMEOUT_S = 60.0  # type: ignore[misc]
    return create_app()


def free_port() -> int:
    """Return a free port. Each worker has its own eighth of them, since another could take the port before its use."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            port = int(taken.getsockname()[1])
        if port // 2 % 8 == worker % 8 and port not in _given:  # most systems give odd ports to servers
            _given.add(port)
            return port


def _wait_for(server: subprocess.Popen[bytes], url: str) -> None:
    give_up = time.monotonic() + START_LIMIT_S
    while time.monotonic() < give_up and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2):
            return
        time.sleep(0.05)
    raise RuntimeError("The service did not start: see above.")
