"""The hub of one process: subscriptions of its streams and long-polls to games and accounts."""

import select
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, socket
from types import MappingProxyType
from typing import Final, Literal
from uuid import UUID

from service.core.people.tokens import Caller
from service.core.tables.news.frame_turns import FrameTurns
from service.core.tables.news.stream_places import Holder, Places
from service.core.tables.news.token_checks import TokenChecks
from service.core.tables.news.topic import LOBBY, Topic
from service.platform.database import deadline
from service.platform.observability import metrics

_POLL_S: Final = 2.0

_TEND_S: Final = 0.25

_STALLED_S: Final = 30.0

_HANGUP: Final = getattr(select, "POLLRDHUP", 0)  # Linux only; elsewhere the next comment finds that a client is gone


class TooManyStreams(Exception):
    """This process, or the client, has reached its limit of streams and long-polls."""


class Subscription:
    """The subscription of a stream or long-poll, with pending news."""

    def __init__(
        self,
        hub: "Hub",
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
        self.watches = False
        """True if it shows a game to somebody without a seat in it."""
        self.has_place = True
        """False after its place was freed, which is before it has ended if the client is gone."""
        self.sending_since: float | None = None
        """The time since which the subscriber has been sending a frame."""
        self._hub = hub
        self._news: set[UUID] = set()
        self._woken = threading.Event()

    def wait(self, timeout_s: float) -> bool:
        """Block until there may be news, or the subscriber has to end.

        Return False if the timeout ends first, unless the listener is not working.
        """
        woken = self._woken.wait(timeout_s)
        if woken:
            self._woken.clear()
        return woken or self._hub.stale

    def take_turn(self) -> None:
        """Wait until the subscriber may make a frame. News that come meanwhile are a part of it."""
        time.sleep(self._hub.turn_s(self))

    def take_news(self) -> set[UUID]:
        """Return the games that may have news, and clear them."""
        with self._hub.lock:
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
        self._hub.follow(self, frozenset(games))

    def report_version(self, game_id: UUID, version: int) -> None:
        """Report the version of a read. Wake the other subscriptions if it is new."""
        self._hub.publish(game_id, version, by=self)

    def topic(self, game_id: UUID) -> Topic:
        """Return the topic of a game that this subscription follows."""
        return self._hub.topic(game_id)

    @property
    def stale(self) -> bool:
        """True if the listener is not working. The subscriber has to poll then."""
        return self._hub.stale

    def is_authorized(self) -> bool:
        """Return True if the token is still valid, and of the same account.

        Call it before each frame, after the frame has been read.
        """
        return self.caller is None or self._hub.token_checks.is_valid(self.caller)

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
        self._hub.remove(self)


class Hub:
    """All subscriptions of one process.

    The first subscription starts a thread that calls `listen` with this object, so the thread starts after any fork.
    The thread ends when `wants_listener` returns False.
    """

    def __init__(self, listen: Callable[["Hub"], None], *, max_streams: int, keep_alive_s: float) -> None:
        self.keep_alive_s = keep_alive_s
        self.poll_s = _POLL_S
        """The interval in seconds at which the listener polls, and the delay of news whose notification is lost."""
        self.token_checks = TokenChecks()
        self.serving: Callable[[], bool] = lambda: True
        """A function that returns False once this process has to stop."""
        self.stopping = False
        """True once all streams have to end."""
        self.lock = threading.Lock()  # never held during I/O
        self.lobby_changed = False
        """True if an open game has changed since the subscriptions to the lobby were last woken."""
        self._lobby_version = 0
        self._listen = listen
        self._subscriptions: set[Subscription] = set()
        self._topics: dict[UUID, Topic] = {}
        self._accounts: defaultdict[UUID, set[Subscription]] = defaultdict(set)
        self._places = Places(max_streams)
        self._turns = FrameTurns()
        self._clients: dict[int, Subscription] = {}
        """By the file number of the client's socket."""
        self._hangups = deadline.system_poll()()
        self._listening = False
        self._wanted_at = self.polled_at = self._tended_at = 0.0

    @property
    def stale(self) -> bool:
        """True if the listener has missed several polls. The subscribers have to poll then."""
        return time.monotonic() - self.polled_at > 3 * self.poll_s

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

    def subscribe(
        self,
        *games: UUID,
        caller: Caller | None = None,
        follows_account: bool = False,
        limits: Mapping[Holder, int] = MappingProxyType({}),
        plays: Callable[[], bool] = lambda: False,
        client: socket | None = None,
    ) -> Subscription:
        """Subscribe to games, or to the games and invitations of the caller. Raises TooManyStreams.

        `limits` maps each holder of the place to its number of places. `plays` tells whether the caller plays
        a running game. It is called only if all other places are taken. `client` is the socket of the client.
        """
        if not self._take_place(limits, plays):
            raise TooManyStreams
        subscription = Subscription(self, caller, follows_account=follows_account, limits=limits, client=client)
        with self.lock:
            self._subscriptions.add(subscription)
            metrics.streams(len(self._subscriptions))
            if client is not None:
                self._clients[client.fileno()] = subscription
                self._hangups.register(client.fileno(), _HANGUP)
            if subscription.account_id is not None:
                self._accounts[subscription.account_id].add(subscription)
            to_start, self._listening = not self._listening, True
            if to_start:
                self._wanted_at = self.polled_at = time.monotonic()
        self.follow(subscription, frozenset(games))
        if self.stopping:
            subscription.end("restart")
        if to_start:
            threading.Thread(target=self._listen, args=(self,), name="listener", daemon=True).start()
        return subscription

    def _take_place(self, limits: Mapping[Holder, int], plays: Callable[[], bool]) -> bool:
        with self.lock:
            if self._places.take(limits, plays=False):
                return True
        self._end_disconnected()
        as_player = plays()
        with self.lock:
            return self._places.take(limits, plays=as_player)

    def turn_s(self, subscription: Subscription) -> float:
        """Return the seconds until a subscription may make a frame (`FrameTurns`)."""
        addresses = [holder for holder in subscription.limits if holder[0] == "address"]
        if not addresses or not subscription.has_place:
            return 0.0
        game = None if subscription.account_id is not None else next(iter(subscription.games), None)
        with self.lock:
            return self._turns.next_s(addresses[-1], game, is_of_crowd=subscription.watches or game == LOBBY)

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
            metrics.streams(len(self._subscriptions))
            self._free_place(subscription)
            self._leave(subscription, subscription.games)
            if subscription.account_id is not None:
                self._accounts[subscription.account_id].discard(subscription)
                if not self._accounts[subscription.account_id]:
                    del self._accounts[subscription.account_id]

    def _free_place(self, subscription: Subscription) -> None:
        """Free the place of a subscription that still has one."""
        if not subscription.has_place:
            return
        subscription.has_place = False
        for holder in self._places.leave(subscription.limits):
            self._turns.forget(holder)
        if subscription.client is not None:
            self._hangups.unregister(fileno := subscription.client.fileno())
            del self._clients[fileno]

    def _leave(self, subscription: Subscription, games: Iterable[UUID]) -> None:
        for game_id in games:
            topic = self._topics[game_id]
            topic.subscriptions.remove(subscription)
            if not topic.subscriptions:
                del self._topics[game_id]

    def watchers(self) -> dict[UUID, int]:
        """Return how many subscriptions watch each game that has any."""
        with self.lock:
            counted = Counter(game for one in self._subscriptions if one.watches for game in one.games)
        return dict(counted)

    def publish(self, game_id: UUID, version: int, *, by: Subscription | None = None) -> None:
        """Wake the subscriptions to a game if the version is new.

        `by` is the subscription that reported the version; it is not woken.
        """
        with self.lock:
            topic = self._topics.get(game_id)
            if topic is not None and version > topic.newest:
                topic.newest = version
                topic.publish(game_id, excluding=by)

    def keep(self, game_id: UUID, version: int, game: object) -> None:
        """Keep a game for its subscriptions after this process appended an event, and wake them.

        They need not wait for the notification, which tells them nothing new then.
        """
        with self.lock:
            topic = self._topics.get(game_id)
            if topic is not None:
                topic.keep(version, game)
        self.publish(game_id, version)

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
            if topic is not None:
                topic.expire()
            if topic is not None and (idle or topic.polled != polled):
                topic.polled = polled
                topic.forget()
                topic.publish(game_id)

    def publish_to_accounts(self, rows: Iterable[tuple[UUID, UUID]]) -> None:
        """Wake subscriptions of accounts to games that they do not follow.

        A row contains the account and the game.
        """
        with self.lock:
            for account_id, game_id in rows:
                for subscription in self._accounts.get(account_id, ()):
                    if game_id not in subscription.games:
                        subscription.publish(game_id)

    def tokens(self, accounts: Collection[UUID] | None = None) -> set[tuple[UUID, UUID]]:
        """Return the tokens with subscriptions, or those of some accounts, each with its account."""
        callers = {subscription.caller for subscription in self._subscriptions if subscription.caller is not None}
        held = {(caller.token_id, caller.account_id) for caller in callers}
        return {(token, account) for token, account in held if accounts is None or account in accounts}

    def end_tokens(self, held: Collection[tuple[UUID, UUID]]) -> None:
        """End the subscriptions with these tokens of these accounts."""
        for subscription in list(self._subscriptions) if held else ():
            caller = subscription.caller
            if caller is not None and (caller.token_id, caller.account_id) in held:
                subscription.end("token")

    def tend(self) -> None:
        """End the subscriptions that have to end, and tell of the lobby. Call it several times a second.

        The subscriptions of clients that are gone or do not read have to end, and all if the process has to stop.
        """
        now = time.monotonic()
        if now - self._tended_at >= _TEND_S:
            self._tended_at = now
            self._end_disconnected()
            for subscription in list(self._subscriptions):
                if subscription.sending_since is not None and now - subscription.sending_since > _STALLED_S:
                    subscription.end("closed")
            if self.lobby_changed:  # at most once in this time, however many games change
                self.lobby_changed = False
                self._lobby_version += 1
                self.publish(LOBBY, self._lobby_version)
        if not self.stopping and not self.serving():
            self.stopping = True
            for subscription in list(self._subscriptions):
                subscription.end("restart")

    def _end_disconnected(self) -> None:
        """End the subscriptions whose clients have closed the connection, and free their places.

        A client that has closed its side only counts too: the two look the same until something is sent.
        """
        with self.lock:
            found = [self._clients[fileno] for fileno, _ in self._hangups.poll(0)]
            for subscription in found:
                self._free_place(subscription)
        for subscription in found:
            subscription.end("closed")

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
