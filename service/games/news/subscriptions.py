"""Subscriptions of streams and long-polls to games and accounts, in one process."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from service.database import deadline

__all__ = ["POLL_S", "Subscription", "Subscriptions", "TooManyStreams", "Topic"]

POLL_S: Final = 2.0
"""The interval in seconds at which the listener polls, and the delay of news whose notification is lost."""


class TooManyStreams(Exception):
    """This process has reached its limit of streams and long-polls."""


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

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Let only one read run at a time. Raises Unanswered after the request's deadline."""
        if not self._reading.acquire(timeout=deadline.left_s()):
            raise deadline.Unanswered("Other reads took too long")
        try:
            yield
        finally:
            self._reading.release()

    def publish(self, game_id: UUID, *, excluding: "Subscription | None" = None) -> None:
        """Wake all subscriptions, except `excluding`."""
        for subscription in self.subscriptions:
            if subscription is not excluding:
                subscription.publish(game_id)


class Subscription:
    """The subscription of a stream or long-poll, with pending news."""

    def __init__(self, subscriptions: "Subscriptions", account_id: UUID | None) -> None:
        self.account_id = account_id
        self.games: frozenset[UUID] = frozenset()
        self._all = subscriptions
        self._news: set[UUID] = set()
        self._woken = threading.Event()

    def wait(self, timeout_s: float) -> bool:
        """Block until there may be news, or the process stops.

        Return False if the timeout ends first, unless the listener is not working.
        """
        woken = self._woken.wait(timeout_s)
        if woken:
            self._woken.clear()
        return woken or self._all.stale

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

    def must_end(self) -> bool:
        """Return True once the process is about to stop."""
        return self._all.stopping

    def close(self) -> None:
        """End the subscription."""
        self._all.remove(self)


class Subscriptions:
    """All subscriptions of one process.

    The first subscription starts a thread that calls `listen` with this object, so the thread starts after any fork.
    The thread ends when `wants_listener` returns False.
    """

    def __init__(self, listen: Callable[["Subscriptions"], None], *, max_streams: int, keep_alive_s: float) -> None:
        self.max_streams, self.keep_alive_s = max_streams, keep_alive_s
        self.serving: Callable[[], bool] = lambda: True
        """A function that returns False once this process has to stop."""
        self.stopping = False
        """True once all streams have to end."""
        self.lock = threading.Lock()  # never held during I/O
        self._listen = listen
        self._subscriptions: set[Subscription] = set()
        self._topics: dict[UUID, Topic] = {}
        self._accounts: defaultdict[UUID, set[Subscription]] = defaultdict(set)
        self._listening = False
        self._wanted_at = self.polled_at = 0.0

    @property
    def stale(self) -> bool:
        """True if the listener has missed several polls. The subscribers have to poll then."""
        return time.monotonic() - self.polled_at > 3 * POLL_S

    @property
    def games(self) -> list[UUID]:
        """The games with subscriptions."""
        return list(self._topics)

    @property
    def accounts(self) -> list[UUID]:
        """The accounts with subscriptions."""
        return list(self._accounts)

    def __len__(self) -> int:
        return len(self._subscriptions)

    def subscribe(self, *games: UUID, account_id: UUID | None = None) -> Subscription:
        """Subscribe to games, or to the games and invitations of an account. Raises TooManyStreams."""
        subscription = Subscription(self, account_id)
        with self.lock:
            if len(self._subscriptions) >= self.max_streams:
                raise TooManyStreams
            self._subscriptions.add(subscription)
            if account_id is not None:
                self._accounts[account_id].add(subscription)
            to_start, self._listening = not self._listening, True
            if to_start:
                self._wanted_at = self.polled_at = time.monotonic()
        self.follow(subscription, frozenset(games))
        if self.stopping:
            subscription.wake()
        if to_start:
            threading.Thread(target=self._listen, args=(self,), name="listener", daemon=True).start()
        return subscription

    def topic(self, game_id: UUID) -> Topic:
        """Return the topic of a game that has subscriptions."""
        return self._topics[game_id]

    def follow(self, subscription: Subscription, games: frozenset[UUID]) -> None:
        """Add a subscription to the topics of these games. Remove it from all other topics."""
        with self.lock:
            if subscription not in self._subscriptions:
                return
            for game_id in games - subscription.games:
                self._topics.setdefault(game_id, Topic()).subscriptions.add(subscription)
            self._leave(subscription, subscription.games - games)
            subscription.games = games

    def remove(self, subscription: Subscription) -> None:
        """Remove a subscription."""
        with self.lock:
            if subscription not in self._subscriptions:
                return
            self._subscriptions.remove(subscription)
            self._leave(subscription, subscription.games)
            if subscription.account_id is not None:
                self._accounts[subscription.account_id].discard(subscription)
                if not self._accounts[subscription.account_id]:
                    del self._accounts[subscription.account_id]

    def _leave(self, subscription: Subscription, games: Iterable[UUID]) -> None:
        for game_id in games:
            topic = self._topics[game_id]
            topic.subscriptions.remove(subscription)
            if not topic.subscriptions:
                del self._topics[game_id]

    def publish(self, game_id: UUID, version: int, *, by: Subscription | None = None) -> None:
        """Wake the subscriptions to a game if the version is new.

        `by` is the subscription that reported the version; it is not woken.
        """
        with self.lock:
            topic = self._topics.get(game_id)
            if topic is not None and version > topic.newest:
                topic.newest = version
                topic.publish(game_id, excluding=by)

    def publish_lobby(self, game_id: UUID) -> None:
        """Wake the subscriptions to a game that has not started."""
        with self.lock:
            topic = self._topics.get(game_id)
            if topic is not None and topic.newest < 0:
                topic.publish(game_id)

    def publish_polled(self, game_id: UUID, polled: object, *, idle: bool) -> None:
        """Wake the subscriptions to a game whose polled state needs a read.

        That is the case if it was hidden, if its seats have changed, or if it is idle past its limit (R21) and the next
        read ends it. The cached reads are dropped.
        """
        with self.lock:
            topic = self._topics.get(game_id)
            if topic is not None and (idle or topic.polled != polled):
                topic.polled = polled
                topic.cache.clear()
                topic.publish(game_id)

    def publish_to_accounts(self, rows: Iterable[tuple[UUID, UUID]]) -> None:
        """Wake subscriptions of accounts to games that they do not follow.

        A row has the account and the game.
        """
        with self.lock:
            for account_id, game_id in rows:
                for subscription in self._accounts.get(account_id, ()):
                    if game_id not in subscription.games:
                        subscription.publish(game_id)

    def stop_if_worker_stops(self) -> None:
        """End all streams and long-polls if the process has to stop."""
        if self.stopping or self.serving():
            return
        with self.lock:
            self.stopping = True
            for subscription in self._subscriptions:
                subscription.wake()

    def wants_listener(self, linger_s: float) -> bool:
        """Return False if there has been no subscription for `linger_s` seconds.

        After that, the next subscription starts a new thread.
        """
        with self.lock:
            now = time.monotonic()
            if self._subscriptions:
                self._wanted_at = now
            self._listening = now - self._wanted_at <= linger_s
            return self._listening
