"""A clock for processes that can jump."""

import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Final

from tests.programs import require_program

_SOURCE: Final = Path(__file__).with_name("clock.c")


class Clock:
    """The wall clock of the processes that are started with `wrapper`. Their monotonic clock is never changed.

    Skips the test if there is no C compiler.
    """

    def __init__(self, folder: Path) -> None:
        library, self._ahead = folder / "clock.so", folder / "clock"
        compiler = require_program("cc")
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, _SOURCE], check=True)
        self._ahead.write_bytes(bytes(8))
        for file in (library, self._ahead):
            file.chmod(0o644)  # Postgres may have another user
        self.wrapper = ("env", f"LD_PRELOAD={library}", f"CLOCK_AHEAD={self._ahead}")

    def set(self, ahead: timedelta) -> None:
        """Set the clock ahead of the real time, at once for all processes."""
        with self._ahead.open("r+b", buffering=0) as file:
            file.write(int(ahead.total_seconds()).to_bytes(8, "little", signed=True))
