"""What the subscriptions to one game share."""

import threading
import time
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol
from uuid import UUID

from service.platform.database import deadline

LOBBY: Final = UUID(int=0)
"""The topic of all open games together; no game has this id."""

SHARED_FOR_S: Final = 60
"""How long rendered events are shared. They have names, and a player can be renamed or deleted meanwhile."""

_KEPT_FOR_S: Final = 5
"""How long a game is kept. All streams of a process read it at the same moment."""


class Subscriber(Protocol):
    """A subscription to the topic."""

    def publish(self, game_id: UUID) -> None:
        """Record that a game may have news, and wake the subscriber."""


class Topic:
    """All subscriptions to one game, with their shared state."""

    def __init__(self) -> None:
        self.subscriptions: set[Subscriber] = set()
        self.newest = -2
        """The newest known version of the game: -1 for its lobby, -2 before the first news."""
        self.polled: object = (False, None)
        """As last polled: whether the game is hidden, and the accounts in the seats of an open game."""
        self._reading = threading.Lock()
        self.cache: dict[object, Any] = {}
        """The last read by viewer, shared by all subscriptions of the same viewer."""
        self._game: tuple[int, object, float] | None = None
        """The game as it was last read or appended to by this process, with its version and the time of that."""

    def exclusive(self) -> AbstractContextManager[None]:
        """Let only one read run at a time. Raises Unanswered after the request's deadline."""
        return deadline.holding(self._reading)

    def keep(self, version: int, game: object) -> None:
        """Keep the game at a version for the reads of all viewers, unless a later one is kept."""
        if self._game is None or self._game[0] <= version:
            self._game = (version, game, time.monotonic())

    def kept(self) -> object | None:
        """Return the game that was kept; None if it is outdated. Its names may be outdated."""
        if self._game is None or self._game[0] < self.newest or time.monotonic() - self._game[2] > _KEPT_FOR_S:
            return None
        return self._game[1]

    def expire(self) -> None:
        """Free the memory of a game that nobody reads any more."""
        if self.kept() is None:
            self._game = None

    def forget(self) -> None:
        """Drop all reads: the game has changed otherwise than by an event."""
        self.cache.clear()
        self._game = None

    def publish(self, game_id: UUID, *, excluding: Subscriber | None = None) -> None:
        """Wake all subscriptions, except `excluding`."""
        for subscription in self.subscriptions:
            if subscription is not excluding:
                subscription.publish(game_id)
