"""The workers of jobs beside an attacked service."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

from tests.pooled import environ_for


@contextlib.contextmanager
def working(database_url: str, **settings: str) -> Iterator[None]:
    """Run each kind of jobs in a process of its own, as `hanabi run` does, with more settings."""
    environ = {**os.environ, **environ_for(database_url), "POOL_SIZE": "4", **settings}
    command = [sys.executable, "-m", "service.cli", "work", "--only"]
    workers = [subprocess.Popen([*command, only], env=environ) for only in ("analysis", "webhooks")]
    try:
        yield
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait(60)
