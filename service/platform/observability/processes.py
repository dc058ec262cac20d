"""What gunicorn and its workers use of the machine."""

import os
from contextlib import suppress
from pathlib import Path


def used() -> tuple[int, float, int]:
    """Return the memory in bytes, the CPU time in seconds and the open files of gunicorn and its workers.

    Each is 0 where the system does not tell.
    """
    memory, cpu_s, files = 0, 0.0, 0
    first = os.getppid()
    with suppress(OSError, ValueError):
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in (str(first), *children):
            with suppress(OSError, ValueError, IndexError):
                process = Path("/proc", pid)
                fields = process.joinpath("stat").read_text().rpartition(")")[2].split()
                memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
                cpu_s += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
                files += len(list(process.joinpath("fd").iterdir()))
    return memory, cpu_s, files
