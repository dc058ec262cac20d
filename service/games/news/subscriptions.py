"""Subscriptions of streams and long-polls in this process to games and to the games of an account."""

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
"""How often the listener polls: the delay of news whose notification is lost."""


class TooManyStreams(Exception):
    """This process has reached its limit of streams and long-polls."""


class Topic:
    """The subscriptions to one game, and what they share."""

    def __init__(self) -> None:
        self.subscriptions: set[Subscription] = set()
        self.newest = -2
        """The newest version known here: -1 is the lobby, -2 is none yet."""
        self.seated: object = None
        """The accounts in the seats of the lobby, as last polled."""
        self._reading = threading.Lock()
        self.cache: dict[object, Any] = {}
        """The last read by viewer, so that each is read once for all its subscriptions."""

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Let one read run at a time. Raises Unanswered if the request's deadline ends first."""
        if not self._reading.acquire(timeout=deadline.left_s()):
            raise deadline.Unanswered("Others were reading for too long")
        try:
            yield
        finally:
            self._reading.release()

    def publish(self, game_id: UUID, *, but: "Subscription | None" = None) -> None:
        """Wake all subscriptions but one."""
        for subscription in self.subscriptions:
            if subscription is not but:
                subscription.publish(game_id)


class Subscription:
    """The subscription of one stream or long-poll, and the games with news for it."""

    def __init__(self, subscriptions: "Subscriptions", account_id: UUID | None) -> None:
        self.account_id = account_id
        self.games: frozenset[UUID] = frozenset()
        self._all = subscriptions
        self._news: set[UUID] = set()
        self._woken = threading.Event()

    def wait(self, timeout_s: float) -> bool:
        """Block until there may be news or the process stops; return False at the timeout."""
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
        """Note that a game may have news, and wake the subscriber."""
        self._news.add(game_id)
        self._woken.set()

    def wake(self) -> None:
        """Wake the subscriber."""
        self._woken.set()

    def follow(self, games: Iterable[UUID]) -> None:
        """Subscribe to these games, and to no others."""
        self._all.follow(self, frozenset(games))

    def saw(self, game_id: UUID, version: int) -> None:
        """Report the version that a read has returned, and wake the others if it is news."""
        self._all.publish(game_id, version, by=self)

    def topic(self, game_id: UUID) -> Topic:
        """Return the topic of a game in this subscription."""
        return self._all.topic(game_id)

    @property
    def stale(self) -> bool:
        """True while the listener is not working: the subscriber has to poll."""
        return self._all.stale

    def must_end(self) -> bool:
        """Return True once the process is about to stop."""
        return self._all.stopping

    def close(self) -> None:
        """End the subscription."""
        self._all.remove(self)


class Subscriptions:
    """All subscriptions of one process.

    The first one starts `listen` in a thread, with this object: after a fork, never before it. The thread ends when
    `wants_listener` returns False.
    """

    def __init__(self, listen: Callable[["Subscriptions"], None], *, max_streams: int, keep_alive_s: float) -> None:
        self.max_streams, self.keep_alive_s = max_streams, keep_alive_s
        self.serving: Callable[[], bool] = lambda: True
        """Returns False once this process has to stop."""
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
        """True if the listener has not polled for a while: then each subscriber polls."""
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
        """Return the topic of a game with subscriptions."""
        return self._topics[game_id]

    def follow(self, subscription: Subscription, games: frozenset[UUID]) -> None:
        """Add a subscription to the topics of these games, and remove it from all others."""
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
        """Wake the subscriptions to a game if this version is news."""
        with self.lock:
            topic = self._topics.get(game_id)
            if topic is not None and version > topic.newest:
                topic.newest = version
                topic.publish(game_id, but=by)

    def publish_lobby(self, game_id: UUID) -> None:
        """Wake the subscriptions to a game that has not started."""
        with self.lock:
            topic = self._topics.get(game_id)
            if topic is not None and topic.newest < 0:
                topic.publish(game_id)

    def publish_polled(self, game_id: UUID, seated: object, *, idle: bool) -> None:
        """Wake the subscriptions to a game whose seats have changed, or that is idle past its limit (R21).

        Of an idle game nothing stays cached: the next read ends it.
        """
        with self.lock:
            topic = self._topics.get(game_id)
            if topic is not None and (idle or topic.seated != seated):
                topic.seated = seated
                topic.cache.clear()
                topic.publish(game_id)

    def publish_to_accounts(self, rows: Iterable[tuple[UUID, UUID]]) -> None:
        """Wake the subscriptions of accounts for games that they do not follow yet; rows of account and game."""
        with self.lock:
            for account_id, game_id in rows:
                for subscription in self._accounts.get(account_id, ()):
                    if game_id not in subscription.games:
                        subscription.publish(game_id)

    def stop_if_worker_stops(self) -> None:
        """End all streams and long-polls once the process has to stop."""
        if self.stopping or self.serving():
            return
        with self.lock:
            self.stopping = True
            for subscription in self._subscriptions:
                subscription.wake()

    def wants_listener(self, linger_s: float) -> bool:
        """Return False if there has been no subscription for so long; then the next one starts another thread."""
        with self.lock:
            now = time.monotonic()
            if self._subscriptions:
                self._wanted_at = now
            self._listening = now - self._wanted_at <= linger_s
            return self._listening
