"""The folder in which the workers share their counters for Prometheus."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

__all__ = ["create", "forget_worker", "remove", "reserve"]

_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it when it is imported
_PREFIX: Final = "hanabi-metrics-"
_GAUGE: Final = "gauge_livesum"
_KINDS: Final = ("counter", "histogram", _GAUGE)  # prometheus_client names its files `kind_pid.db`
_RESERVED_BYTES: Final = 1024 * 1024
"""More than all samples of one kind need: the labels are routes, methods and statuses."""


def create(parent: str | None) -> None:
    """Create the folder of this gunicorn, unless a reload finds it; remove those of gunicorns that were killed."""
    if os.environ.get(_VARIABLE, "").endswith(f"-{os.getpid()}"):
        return
    folder = Path(parent or tempfile.gettempdir())
    for left in _left_in(folder):
        shutil.rmtree(left, ignore_errors=True)
    os.environ[_VARIABLE] = tempfile.mkdtemp(f"-{os.getpid()}", _PREFIX, folder)


def remove() -> None:
    """Remove the folder."""
    shutil.rmtree(os.environ[_VARIABLE], ignore_errors=True)


def reserve() -> None:
    """Write this worker's files in full size, since a mapped file that cannot grow would end the process.

    On a full disk the worker counts in memory of its own instead, which no other worker reads.
    """
    files = [Path(os.environ[_VARIABLE], f"{kind}_{os.getpid()}.db") for kind in _KINDS]
    try:
        for file in files:
            file.write_bytes(bytes(_RESERVED_BYTES))
    except OSError:
        for file in files:
            with suppress(OSError):
                file.unlink(missing_ok=True)
        del os.environ[_VARIABLE]


def forget_worker(pid: int) -> None:
    """Drop the gauges of a worker that has ended; its counters stay."""
    Path(os.environ[_VARIABLE], f"{_GAUGE}_{pid}.db").unlink(missing_ok=True)


def _left_in(folder: Path) -> Iterator[Path]:
    """Yield the folders of processes that are gone."""
    for found in folder.glob(f"{_PREFIX}*"):
        try:
            os.kill(int(found.name.rpartition("-")[2]), 0)
        except (ValueError, PermissionError):
            continue  # another user's
        except ProcessLookupError:
            yield found
