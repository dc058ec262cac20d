"""The error of the embedded Postgres."""

import shutil
from pathlib import Path
from typing import Final

_NEEDED_MB: Final = 50


class PostgresFailed(Exception):
    """The embedded Postgres cannot run. The message gives the reason and a remedy."""


def not_started(folder: Path, why: str) -> PostgresFailed:
    """Return the error with the reason `why`, or a full disk if there is no space for a start."""
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    if free_mb < _NEEDED_MB:
        why = (
            f"The disk of {folder} is full. Postgres needs about {_NEEDED_MB} MB to start, and {free_mb} MB are free."
            " Free some space, and start again. No data is lost."
        )
    return PostgresFailed(why)
