"""The processes for jobs that `hanabi run` starts beside gunicorn."""

import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.cli import child_process
from service.platform.embedded_postgres.server_settings import memory_bytes

_FIRST_PAUSE_S: Final = 1.0

_LONGEST_PAUSE_S: Final = 60.0

_STEADY_S: Final = 60.0
"""A worker that ran for so long may start again after the shortest pause."""

_END_S: Final = 10.0

_SMALL_BYTES: Final = 2 * 1024**3
"""On a machine with less memory, one process does all jobs: each takes 75 MB."""


@dataclass
class _Place:
    """One worker, which is replaced when it ends."""

    only: str | None
    """The kind of its jobs; None for all."""
    process: subprocess.Popen[bytes]
    started_at: float
    pause_s: float = _FIRST_PAUSE_S
    ended_at: float | None = None


class JobWorkers:
    """Workers that run `hanabi work`: some for the analysis, and one that sends the deliveries of webhooks.

    Deliveries have a process of their own, since the analysis has the lowest priority for the CPU. On a machine with
    little memory, one process does all jobs.
    """

    def __init__(self, number: int, environ: Mapping[str, str]) -> None:
        """Start `number` workers for the analysis, and that for deliveries unless `number` is 0."""
        # A worker runs one job at a time, and records the outcomes of deliveries meanwhile.
        self._environ = {**environ, "POOL_SIZE": "4"}
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
            place.process.terminate()
        for place in self._places:
            try:
                place.process.wait(_END_S)
            except subprocess.TimeoutExpired:
                place.process.kill()
                place.process.wait()

    def _start(self, only: str | None) -> subprocess.Popen[bytes]:
        kind = [] if only is None else ["--only", only]
        return child_process.start(["service.cli", "work", *kind], self._environ)
