"""The workers of jobs beside an attacked service."""

import contextlib
import os
from collections.abc import Iterator

from service.cli.job_processes import JobWorkers
from tests.pooled import environ_for

__all__ = ["working"]


@contextlib.contextmanager
def working(database_url: str, **settings: str) -> Iterator[None]:
    """Run jobs as `hanabi run` does, with more settings."""
    workers = JobWorkers(1, {**os.environ, **environ_for(database_url), **settings})
    try:
        yield
    finally:
        workers.stop()
