"""Workers for tests."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.pooled import environ_for

__all__ = ["await_until", "work_until_idle", "worker"]

_ROOT = Path(__file__).resolve().parents[3]
_WORK = (sys.executable, "-m", "service.cli", "work")
_LIMIT_S = 180


def work_until_idle(database_url: str) -> None:
    """Run all jobs of a database that can run now, in a process of their own."""
    environ = {**os.environ, **environ_for(database_url)}
    subprocess.run([*_WORK, "--until-idle"], cwd=_ROOT, env=environ, check=True, timeout=_LIMIT_S)


@contextmanager
def worker(database_url: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker, and end it."""
    process = subprocess.Popen(_WORK, cwd=_ROOT, env={**os.environ, **environ_for(database_url), **settings})
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def await_until(condition: Callable[[], object], what: str) -> None:
    """Wait until something is true. Fails after three minutes."""
    give_up = time.monotonic() + _LIMIT_S
    while not condition():
        assert time.monotonic() < give_up, f"waited in vain until {what}"
        time.sleep(0.05)
