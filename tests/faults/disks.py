"""Full disks for the fault tests, on small file systems if the system allows mounting them."""

import contextlib
import os
import resource
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from service.platform.embedded_postgres.os_user import OsUser

_MOUNT = ("mount", "-t", "tmpfs", "-o")


class Disk(Protocol):
    """A disk that a test can fill."""

    path: Path

    def fill(self) -> None:
        """Fill the disk."""

    def free(self) -> None:
        """Free the space again."""


class Small:
    """A small file system."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ballast = path / "ballast"

    def fill(self) -> None:
        """Fill the disk."""
        with self._ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1 << 16))

    def free(self) -> None:
        """Free the space again."""
        self._ballast.unlink()


class Injected:
    """A folder whose writes fail, for systems where no file system can be mounted.

    A limit on the file size of the Postgres processes lets each write fail with EFBIG instead of ENOSPC. It needs no
    privileges.
    """

    def __init__(self, path: Path, pids: Callable[[], list[int]]) -> None:
        self.path = path
        self._pids, self._freed = pids, threading.Event()
        self._filling: threading.Thread | None = None

    def fill(self) -> None:
        """Let all writes fail, also those of new processes."""
        self._freed.clear()
        self._filling = threading.Thread(target=self._fill)
        self._filling.start()

    def free(self) -> None:
        """Let writes succeed again."""
        assert self._filling is not None
        self._freed.set()
        self._filling.join()
        self._limit("unlimited")

    def _fill(self) -> None:
        while not self._freed.wait(0.02):
            self._limit("1")

    def _limit(self, soft: str) -> None:
        user = OsUser.for_postgres()
        for pid in self._pids():
            if user.is_another:
                user.run(["prlimit", "--pid", str(pid), f"--fsize={soft}:unlimited"])
                continue
            with contextlib.suppress(ProcessLookupError, PermissionError):
                most = resource.RLIM_INFINITY
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 if soft == "1" else most, most))


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Small | None]:
    """Return a small file system, or None if the system allows none.

    Root mounts it directly; another user mounts it in a namespace.
    """
    path = folder / "disk"
    path.mkdir(mode=0o711)
    size = f"size={megabytes}m,mode=711"
    if os.geteuid() == 0:
        mounted = subprocess.run([*_MOUNT, size, "tmpfs", path], capture_output=True, check=False)
        try:
            yield Small(path) if mounted.returncode == 0 else None
        finally:
            subprocess.run(["umount", "-l", path], capture_output=True, check=False)
        return
    with _namespace(path, size) as found:
        yield found


@contextlib.contextmanager
def _namespace(path: Path, size: str) -> Iterator[Small | None]:
    """Yield the file system of a new namespace. Its process gives others access through `/proc`."""
    script = f'{" ".join(_MOUNT)} {size} tmpfs "$0" && echo mounted && exec cat'
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, str(path)]
    try:
        keeper = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
    except OSError:
        yield None
        return
    with keeper:  # it ends when its standard input is closed
        assert keeper.stdout is not None
        reached = Path(f"/proc/{keeper.pid}/root{path}")
        mounted = keeper.stdout.readline() == "mounted\n"
        yield Small(reached) if mounted and reached.is_dir() else None
