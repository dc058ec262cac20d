"""The processes of a Postgres server, and how they are ended."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from service.platform.embedded_postgres.data_directory import Home
from service.platform.embedded_postgres.failure import PostgresFailed
from service.platform.embedded_postgres.postmaster import Postmaster, answers, lock_file

_FAST: Final = (signal.SIGINT, 30.0)  # seconds: time to write a checkpoint
_AT_ONCE: Final = ((signal.SIGQUIT, 6.0), *[(signal.SIGKILL, 1.0)] * 10)  # Postgres kills its children after 5 s

_FIND: Final = """
for process in /proc/[0-9]*; do
  if [ "$process/cwd" -ef "$0" ] && read -r name <"$process/comm" && [ "$name" = postgres ]; then
    echo "${process#/proc/}"
    continue
  fi
  for file in "$process"/fd/*; do
    if [ "$file" -ef "$1" ] && grep -q FLOCK "$process/fdinfo/${file##*/}"; then
      echo "${process#/proc/}"
      break
    fi
  done
done 2>/dev/null
"""


def processes_of(home: Home) -> list[int]:
    """Return the processes that have inherited the server's lock, and each `postgres` in the cluster's folder.

    The former include initdb and commands that Postgres has started. The cluster's user looks for them, since root in a
    container may not see what the processes of others have open. Without /proc, only the postmaster is found.
    """
    if Path("/proc/self/cwd").exists():
        found = home.user.run(["sh", "-c", _FIND, home.cluster, home.lock]).stdout.split()
        return [pid for pid in map(int, found) if pid != os.getpid()]
    left = Postmaster.of(home.cluster)
    command = ["ps", "-ww", "-o", "command=", "-p", str(left.pid if left else 0)]
    shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return [left.pid] if left and "postgres" in shown and str(home.cluster) in shown else []


def end_server(home: Home, *, fast: bool = True) -> int:
    """End all processes of the server, if there are any. Return the server's lock.

    A server that answers gets 30 s for a fast shutdown; with `fast=False`, and if it is starting, recovering, stopping
    or frozen, it is shut down immediately, and killed after 6 s. The next start then replays the WAL. Raises
    PostgresFailed.
    """
    steps = iter((_FAST, *_AT_ONCE) if fast and _answers(home) else _AT_ONCE)
    next_step_at = 0.0
    while (lock := _lock_of_ended(home)) is None:
        if time.monotonic() >= next_step_at:
            how, seconds = next(steps, (None, 0.0))
            if how is None:
                raise PostgresFailed(
                    f"The Postgres in {home.cluster} cannot be ended; processes {processes_of(home) or 'elsewhere'}."
                )
            _send(home, how)
            next_step_at = time.monotonic() + seconds
        time.sleep(0.02)
    return lock


def _lock_of_ended(home: Home) -> int | None:
    lock = lock_file(home.lock)
    if lock is not None and processes_of(home):  # a server that was started by other means
        os.close(lock)
        return None
    return lock


def _answers(home: Home) -> bool:
    left = Postmaster.of(home.cluster)
    return left is not None and answers(left.socket_folder)


def _send(home: Home, how: signal.Signals) -> None:
    """Send a signal to the postmaster. Kill all processes if there is no postmaster."""
    found, left = processes_of(home), Postmaster.of(home.cluster)
    if how != signal.SIGKILL and left is not None and left.pid in found:
        _kill([left.pid], how)
        _kill(found, signal.SIGCONT)  # a frozen process handles no signal
    else:
        _kill(found, signal.SIGKILL)


def _kill(pids: list[int], how: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, how)
