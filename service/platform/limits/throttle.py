"""Throttles: pauses before the work of those who have used a worker for long, and before refusals."""

import math
import time
from collections.abc import Hashable

from service.platform.limits import gates


class Throttle:
    """The use that addresses or clients have made of a worker. It forgets half of it each second."""

    def __init__(self, free_s: float) -> None:
        """`free_s` is the time that somebody may have used of late without a pause, in seconds.

        With the half-life, 0.35 s is a quarter of a worker for long.
        """
        self._free_s = free_s
        self._used: dict[Hashable, tuple[float, float]] = {}
        """The seconds that were left of a use at a time, and this time."""

    def pause(self, user: Hashable) -> None:
        """Sleep until at most `free_s` are left of what somebody has used."""
        excess = self._left_s(user) / self._free_s
        if excess > 1:
            time.sleep(gates.HALF_LIFE_S * math.log2(excess))

    def add(self, user: Hashable, since: float) -> None:
        """Count the time since `since`, a time of the monotonic clock."""
        if len(self._used) >= gates.MOST_THROTTLED:
            self._used.clear()
        now = time.monotonic()
        self._used[user] = (self._left_s(user) + now - since, now)

    def _left_s(self, user: Hashable) -> float:
        left_s, at = self._used.get(user, (0.0, 0.0))
        return left_s * math.exp2((at - time.monotonic()) / gates.HALF_LIFE_S)
