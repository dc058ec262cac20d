"""A clock for Postgres that can jump."""

from pathlib import Path

__all__ = ["Clock"]

_LIBRARIES = ("/usr/lib/*/faketime/libfaketime.so.1", "/usr/local/lib/faketime/libfaketime.so.1")


class Clock:
    """The wall clock of the processes that are started with `wrapper`. Their monotonic clock is never changed."""

    def __init__(self, folder: Path, library: Path) -> None:
        self._offset = folder / "clock"
        self.set(0)
        self.wrapper = (
            "env",
            f"LD_PRELOAD={library}",
            f"FAKETIME_TIMESTAMP_FILE={self._offset}",
            "FAKETIME_NO_CACHE=1",  # else two processes of Postgres disagree for a second
            "FAKETIME_DONT_FAKE_MONOTONIC=1",
        )

    @classmethod
    def find(cls, folder: Path) -> "Clock | None":
        """Return a clock, or None if libfaketime is not installed."""
        found = [path for pattern in _LIBRARIES for path in Path("/").glob(pattern.removeprefix("/"))]
        return cls(folder, found[0]) if found else None

    def set(self, days: int) -> None:
        """Set the clock some days ahead of the real time."""
        self._offset.write_text(f"{days * 86400:+d}")
        self._offset.chmod(0o644)
