"""The priority of a process for the CPU."""

import os
from pathlib import Path
from typing import Final

__all__ = ["take_the_lowest"]

_NICEST: Final = 19

_AUTOGROUP: Final = Path("/proc/self/autogroup")
"""The weight of this session on Linux, if the kernel divides the CPU between sessions first."""


def take_the_lowest() -> None:
    """Give this process, and the session that it leads, the lowest priority.

    Where the kernel divides the CPU between sessions (`man 7 sched`, "The autogroup feature"), `nice` orders only the
    processes of one session, and `hanabi run` starts each of its processes in a session of its own.
    """
    os.nice(_NICEST)
    if os.getsid(0) != os.getpid():
        return  # others share the session
    try:
        _AUTOGROUP.write_text(str(_NICEST), encoding="ascii")
    except OSError:
        return  # another operating system, or another kernel
