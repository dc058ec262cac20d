"""Subscription of one stream or long-poll, and what the subscriptions to one game share."""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from socket import SHUT_RDWR, socket
from typing import TYPE_CHECKING, Any, Final, Literal
from uuid import UUID

from service.database import deadline
from service.games.news.places import Holder
from service.identity.tokens import Caller

if TYPE_CHECKING:
    from service.games.news.subscriptions import Subscriptions

__all__ = ["SHARED_FOR_S", "Subscription", "Topic"]

SHARED_FOR_S: Final = 60
"""How long rendered events are shared. They have names, and a player can be renamed or deleted meanwhile."""
_KEPT_FOR_S: Final = 5
"""How long a game is kept. All streams of a process read it at the same moment."""


class Topic:
    """All subscriptions to one game, with their shared state."""

    def __init__(self) -> None:
        self.subscriptions: set[Subscription] = set()
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
        """Return the game that was kept; None if it is outdated. Names in it can have changed meanwhile."""
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

    def publish(self, game_id: UUID, *, excluding: "Subscription | None" = None) -> None:
        """Wake all subscriptions, except `excluding`."""
        for subscription in self.subscriptions:
            if subscription is not excluding:
                subscription.publish(game_id)


class Subscription:
    """The subscription of a stream or long-poll, with pending news."""

    def __init__(
        self,
        subscriptions: "Subscriptions",
        caller: Caller | None,
        *,
        follows_account: bool,
        limits: Mapping[Holder, int],
        client: socket | None,
    ) -> None:
        self.caller, self.limits, self.client = caller, limits, client
        self.account_id = caller.account_id if caller is not None and follows_account else None
        """The account whose games and invitations it follows."""
        self.games: frozenset[UUID] = frozenset()
        self.ending: Literal["restart", "token", "closed"] | None = None
        """Why the subscriber has to end: the process stops, the token is invalid, or the client is gone."""
        self.has_place = True
        """False after its place was freed, which is before it has ended if the client is gone."""
        self.sending_since: float | None = None
        """The time since which the subscriber has been sending a frame."""
        self._all = subscriptions
        self._news: set[UUID] = set()
        self._woken = threading.Event()

    def wait(self, timeout_s: float) -> bool:
        """Block until there may be news, or the subscriber has to end.

        Return False if the timeout ends first, unless the listener is not working.
        """
        woken = self._woken.wait(timeout_s)
        if woken:
            self._woken.clear()
        return woken or self._all.stale

    def take_turn(self) -> None:
        """Wait until the subscriber may make a frame. News that come meanwhile are a part of it."""
        time.sleep(self._all.turn_s(self))

    def take_news(self) -> set[UUID]:
        """Return the games that may have news, and clear them."""
        with self._all.lock:
            news, self._news = self._news, set()
        return news

    def publish(self, game_id: UUID) -> None:
        """Record that a game may have news, and wake the subscriber."""
        self._news.add(game_id)
        self._woken.set()

    def wake(self) -> None:
        """Wake the subscriber."""
        self._woken.set()

    def follow(self, games: Iterable[UUID]) -> None:
        """Subscribe to these games, and unsubscribe from all others."""
        self._all.follow(self, frozenset(games))

    def report_version(self, game_id: UUID, version: int) -> None:
        """Report the version of a read. Wake the other subscriptions if it is new."""
        self._all.publish(game_id, version, by=self)

    def topic(self, game_id: UUID) -> Topic:
        """Return the topic of a game that this subscription follows."""
        return self._all.topic(game_id)

    @property
    def stale(self) -> bool:
        """True if the listener is not working. The subscriber has to poll then."""
        return self._all.stale

    def is_authorized(self) -> bool:
        """Return True if the token is still valid. Call it before each frame, after the frame has been read."""
        return self.caller is None or self._all.token_checks.is_valid(self.caller.token_id)

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Surround the sending of a frame, so that `end` can interrupt it."""
        self.sending_since = time.monotonic()
        yield
        self.sending_since = None

    def end(self, reason: Literal["restart", "token", "closed"]) -> None:
        """Make the subscriber end. A frame that is being sent is interrupted, unless the process stops."""
        self.ending = reason
        self._woken.set()
        if reason != "restart" and self.sending_since is not None and self.client is not None:
            with suppress(OSError), self.client.dup() as connection:
                connection.shutdown(SHUT_RDWR)

    def close(self) -> None:
        """End the subscription."""
        self._all.remove(self)
