"""Memory and processor time of a process, read from /proc."""

import os
from pathlib import Path


def children(pid: int) -> list[int]:
    """Return the ids of the child processes of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process in MB, shared pages included."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_s(pid: int) -> float:
    """Return the processor time of a process in seconds; 0 if it has just ended."""
    try:
        return _ticks_s(pid, 11)
    except (FileNotFoundError, ProcessLookupError):  # its parent has its time now
        return 0.0


def ended_children_s(pid: int) -> float:
    """Return the processor time of the children of a process that have ended, in seconds."""
    return _ticks_s(pid, 13)


def _ticks_s(pid: int, first: int) -> float:
    """Return the sum of two fields of a process's statistics, user and system time, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[first]) + int(fields[first + 1])) / os.sysconf("SC_CLK_TCK")
