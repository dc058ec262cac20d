"""The folder of the files in which workers share their Prometheus metrics."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it at import
_PREFIX: Final = "hanabi-metrics-"
_GAUGE: Final = "gauge_livesum"
_KINDS: Final = ("counter", "histogram", _GAUGE)  # prometheus_client names its files `kind_pid.db`
_RESERVED_BYTES: Final = 1024 * 1024
"""Enough for all samples of a kind, since labels are routes, methods and statuses."""
_OF_JOBS_BYTES: Final = 128 * 1024
"""Enough for those of a worker for jobs, since its labels are tasks."""


def create(parent: str | None) -> None:
    """Create the folder of this gunicorn process.

    A reload reuses it. Delete the folders of gunicorn processes that were killed.
    """
    if os.environ.get(_VARIABLE, "").endswith(f"-{os.getpid()}"):
        return
    folder = Path(parent or tempfile.gettempdir())
    for abandoned in _abandoned(folder):
        shutil.rmtree(abandoned, ignore_errors=True)
    os.environ[_VARIABLE] = tempfile.mkdtemp(f"-{os.getpid()}", _PREFIX, folder)


def remove() -> None:
    """Delete the folder."""
    shutil.rmtree(os.environ[_VARIABLE], ignore_errors=True)


def of_gunicorn(pid: int) -> dict[str, str]:
    """Return the variable that names the folder of a gunicorn process, for workers that run jobs beside it."""
    folders = (Path("/dev/shm"), Path(tempfile.gettempdir()))
    found = [folder for parent in folders for folder in parent.glob(f"{_PREFIX}*-{pid}")]
    return {_VARIABLE: str(found[0])} if found else {}


def create_files(*, jobs: bool = False) -> None:
    """Create the files of this worker in full size, or with `jobs` of one for jobs, if it shares the folder.

    A mapped file that cannot grow would kill the process. On a full disk the worker counts in its own memory instead,
    which no other worker reads.
    """
    if _VARIABLE not in os.environ:
        return
    files = [Path(os.environ[_VARIABLE], f"{kind}_{os.getpid()}.db") for kind in _KINDS]
    try:
        for file in files:
            file.write_bytes(bytes(_OF_JOBS_BYTES if jobs else _RESERVED_BYTES))
    except OSError:
        for file in files:
            with suppress(OSError):
                file.unlink(missing_ok=True)
        del os.environ[_VARIABLE]


def remove_gauges(pid: int) -> None:
    """Delete the gauges of a worker that has ended; its counters remain."""
    Path(os.environ[_VARIABLE], f"{_GAUGE}_{pid}.db").unlink(missing_ok=True)


def _abandoned(folder: Path) -> Iterator[Path]:
    """Yield the folders of processes that have ended."""
    for found in folder.glob(f"{_PREFIX}*"):
        try:
            os.kill(int(found.name.rpartition("-")[2]), 0)
        except (ValueError, PermissionError):
            continue  # the folder of another user
        except ProcessLookupError:
            yield found
