"""Child processes of `hanabi run`."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from service.platform import data_files

_PR_SET_PDEATHSIG: Final = 1


def start(command: Sequence[str], environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a Python module, with its arguments, as a process that ends with this one."""
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        env=environ,
        # pip deletes the folder of a wheel when it installs the next one, and gunicorn could not reload in it.
        cwd="/" if data_files.IS_INSTALLED else data_files.ROOT,
        start_new_session=True,  # Ctrl-C reaches it only through this process
        preexec_fn=_end_with_parent(os.getpid()),  # noqa: PLW1509  (this process has no threads)
    )


def _end_with_parent(parent: int) -> Callable[[], None] | None:
    """Return a function that makes a child end with this process.

    It is called in the child, and covers a SIGKILL of this process. Return None if the operating system does not
    support it.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def request_signal() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the parent was killed before the call
            os._exit(1)

    return request_signal
