"""Turns of streams to make their frames, so that a worker has time for other requests.

All streams of a table have news at the same moment, and a table or the lobby can have hundreds of readers.
"""

import time
from uuid import UUID

from service.core.tables.news.stream_places import Holder
from service.platform.limits import gates


class FrameTurns:
    """The turns of one process. Its methods are called under a lock."""

    def __init__(self) -> None:
        self.by_address: dict[Holder, dict[UUID | None, float]] = {}
        """By address and game: when its next frame may be made, by the monotonic clock."""
        self._crowd = (0.0, 0)
        """When watchers and readers of the lobby may make their next frames, and how many of them have this turn."""

    def next_s(self, address: Holder, game: UUID | None, *, is_of_crowd: bool) -> float:
        """Return the seconds until a stream of a game may make a frame; of an account if `game` is None.

        At one address, the streams of a game have one turn after the other, and so have those of accounts. Some of the
        crowd, which is all watchers and readers of the lobby, have a turn at a time.
        """
        earliest = (now := time.monotonic()) - gates.FRAMES_AT_ONCE_S
        turns = {other: at for other, at in self.by_address.get(address, {}).items() if at > earliest}
        at = turns.get(game, earliest)
        self.by_address[address] = {**turns, game: at + gates.FRAME_PACE_S}
        return max(0.0, at - now, self._next_of_the_crowd(now) - now if is_of_crowd else 0.0)

    def _next_of_the_crowd(self, now: float) -> float:
        at, taken = self._crowd
        if taken == gates.CROWD_TOGETHER:
            at, taken = at + gates.CROWD_PACE_S, 0
        if at < now:
            at, taken = now, 0
        self._crowd = (at, taken + 1)
        return at

    def forget(self, holder: Holder) -> None:
        """Forget an address without streams."""
        self.by_address.pop(holder, None)
