"""Child processes of `hanabi run`."""

import ctypes
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from service.platform import data_files

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_NAME: Final = 15

_HANDLED: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals that `hanabi run` handles, and that mean it alone."""


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


class Fork:
    """A copy of this process that runs a function, and ends with this process."""

    def __init__(self, name: str, run: Callable[[], int]) -> None:
        """Start it. `name` is what `ps -o comm` shows, at most 15 bytes. `run` returns the exit status."""
        self._status: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        end_with_parent = _end_with_parent(os.getpid())
        signal.pthread_sigmask(signal.SIG_BLOCK, _HANDLED)  # the handlers of this process would run in the copy
        self.pid = os.fork()
        if self.pid == 0:
            for number in _HANDLED:
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HANDLED)
        if self.pid == 0:
            _run_and_exit(name, run, end_with_parent)

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""
        if self._status is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self._status = os.waitstatus_to_exitcode(status) if ended else None
        return self._status

    def send(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def _run_and_exit(name: str, run: Callable[[], int], end_with_parent: Callable[[], None] | None) -> None:
    status = 1
    try:
        os.setsid()  # Ctrl-C reaches it only through its parent
        if end_with_parent:
            end_with_parent()
            ctypes.CDLL(None).prctl(_PR_SET_NAME, name.encode())
        status = run()
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


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
