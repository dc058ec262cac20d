"""The processes for jobs that `hanabi run` starts beside gunicorn."""

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from service.cli import work_command
from service.cli.child_process import Fork
from service.platform.commands.failure import CommandFailed, database_errors
from service.platform.embedded_postgres.server_settings import memory_bytes
from service.platform.jobs import POOL_SIZE
from service.platform.settings import Settings

_FIRST_PAUSE_S: Final = 1.0

_LONGEST_PAUSE_S: Final = 60.0

_STEADY_S: Final = 60.0
"""A worker that ran for so long may start again after the shortest pause."""

_END_S: Final = 20.0

_SMALL_BYTES: Final = 2 * 1024**3
"""On a machine with less memory, one process does all jobs: each takes 45 MB."""


@dataclass
class _Place:
    """One worker, which is replaced when it ends."""

    only: str | None
    """The kind of its jobs; None for all."""
    process: Fork
    started_at: float
    pause_s: float = _FIRST_PAUSE_S
    ended_at: float | None = None


class JobWorkers:
    """Workers that run `hanabi work`: some for the analysis, and one that sends the deliveries of webhooks.

    Deliveries have a process of their own, since the analysis has the lowest priority for the CPU. On a machine with
    little memory, one process does all jobs.
    """

    def __init__(self, number: int, environ: Mapping[str, str], forget: Callable[[], None]) -> None:
        """Start `number` workers for the analysis, and that for deliveries unless `number` is 0.

        They are copies of this process, which share the memory of what it has imported. Each calls `forget` first.
        """
        self._forget = forget
        if number:
            # A worker runs one job at a time, and records the outcomes of deliveries meanwhile.
            os.environ.update(environ, POOL_SIZE=str(POOL_SIZE))
            work_command.load()
            gc.collect()
            gc.freeze()  # a search for garbage would write to the shared memory
        kinds: list[str | None] = [*["analysis"] * number, *["webhooks"] * min(number, 1)]
        if number == 1 and memory_bytes() < _SMALL_BYTES:
            kinds = [None]
        self._places = [_Place(only, self._start(only), time.monotonic()) for only in kinds]

    def revive(self) -> bool:
        """Start workers again that have ended, each after a pause that grows. Return True if one has ended just now."""
        now, ended = time.monotonic(), False
        for place in self._places:
            if place.process.poll() is None:
                continue
            if place.ended_at is None:
                place.ended_at, ended = now, True
                if now - place.started_at > _STEADY_S:
                    place.pause_s = _FIRST_PAUSE_S
            elif now - place.ended_at >= place.pause_s:
                place.pause_s = min(2 * place.pause_s, _LONGEST_PAUSE_S)
                place.process, place.started_at, place.ended_at = self._start(place.only), now, None
        return ended

    def stop(self) -> None:
        """End all workers. They give back their jobs."""
        for place in self._places:
            place.process.send(signal.SIGTERM)
        give_up = time.monotonic() + _END_S
        while running := [place.process for place in self._places if place.process.poll() is None]:
            if time.monotonic() > give_up:
                for process in running:
                    process.send(signal.SIGKILL)
            time.sleep(0.02)

    def _start(self, only: str | None) -> Fork:
        def work() -> int:
            self._forget()
            try:
                with database_errors():
                    return work_command.work(Settings.from_environ(), only=only, until_idle=False)
            except CommandFailed as error:
                print(f"hanabi: {error}", file=sys.stderr)
                return 1

        return Fork(f"hanabi {only or 'work'}", work)
