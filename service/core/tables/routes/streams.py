"""The event streams of a game, and their shared reads."""

import time
from collections.abc import Callable
from typing import NamedTuple

import orjson

from engine.proof.chain import GENESIS
from engine.reading.view import undealt_view
from service.core.requests.event_streams import frame
from service.core.tables import lookup, receipts
from service.core.tables.advancing import Current
from service.core.tables.lookup import GameRequest
from service.core.tables.news.hub import Subscription
from service.core.tables.news.topic import SHARED_FOR_S, Topic
from service.core.tables.rendering import game_json
from service.core.tables.rendering.view_schemas import View
from service.core.tables.views import GameView
from service.platform import timestamps
from service.platform.wire.request_fields import MAX_INT


class EncodedEvents(NamedTuple):
    """The events above version `since` as a caller saw them, as JSON."""

    since: int
    items: list[tuple[int, bytes]]
    """Version and JSON."""
    version: int
    ended: bool
    seat: int | None
    """The caller's seat; None for a watcher."""
    reveal_until: str | None
    """Until when the caller's seat has to reveal its contribution to the deal; None if it has not to."""
    read_at: float
    """By the monotonic clock, in seconds."""
    view: bytes | None = None
    """The caller's view after the events, as JSON; None if it was not requested."""
    is_past: bool = False
    """True if these are events of some turns ago, with open hands."""

    @property
    def are_awaited(self) -> bool:
        """True if a long-poll returns these events: there are some, none follow, or the caller has to reveal."""
        return bool(self.items) or self.ended or self.reveal_until is not None

    @property
    def is_recent(self) -> bool:
        """True if other subscribers can use this read."""
        return time.monotonic() - self.read_at < SHARED_FOR_S


def read(
    asked: GameRequest, since: int, language: str, *, views: bool = False, found: Callable[[int], None] = lambda _: None
) -> EncodedEvents:
    """Return the events above version `since` as the caller saw them.

    With `views`, the view after them comes with them. `found` is called with their number, before the work for each.
    Raises the errors of `lookup.read_events`.
    """
    view = None
    if views:
        feed, seen = lookup.read_events_and_view(asked, since)
        view = _encoded(View.render(seen, language))
    else:
        feed = lookup.read_events(asked, since)
    found(len(feed.entries))
    items = [(entry.item.version, _encoded(game_json.entry(entry, feed.names, language))) for entry in feed.entries]
    until = timestamps.rfc3339(feed.reveal_until)
    return EncodedEvents(since, items, feed.version, feed.ended, feed.seat, until, time.monotonic(), view, feed.is_past)


def _encoded(document: object) -> bytes:
    # Streams share these bytes for a while. The copy saves memory, since orjson allocates 4 KB more than it writes.
    return bytes(memoryview(orjson.dumps(document)))


class GameReader:
    """Reader of a game for one subscriber.

    All subscribers of a process share one read of the game, which an append in this process makes needless. Those with
    the same seat and language share the events and views that are rendered from it.
    """

    def __init__(
        self,
        subscription: Subscription,
        asked: GameRequest,
        language: str,
        before: EncodedEvents | None = None,
        *,
        views: bool = False,
    ) -> None:
        """`before` contains the events that the caller has read already. With `views`, events come with views."""
        self._subscription, self._language = subscription, language
        self._asked = asked._replace(stored=None, head=None)  # each read loads the game again
        self._views = views
        self._viewer: tuple[int | None, bool, str, bool] | None = None
        """Seat, whether it sees the past, language and whether views are read: the key of the shared reads.

        None in an open game, whose seats can change, and for moderators, who see hidden games.
        """
        if before is not None:
            self._note(before.version, before.seat, is_past=before.is_past)

    def view(self) -> GameView:
        """Return the caller's view of the game. Raises NotFound."""
        found = lookup.read_view(self._asked)
        self._note(found.view.version, found.view.viewer, is_past=found.view_version.is_past)
        self._subscription.report_version(self._asked.game_id, found.view.version)
        return found

    def events(self, since: int) -> EncodedEvents:
        """Return the events above version `since` as the caller saw them. Raises NotFound."""
        topic = self._subscription.topic(self._asked.game_id)
        if self._viewer is None:
            found = self._read(self._asked, since)
            self._note(found.version, found.seat, is_past=found.is_past)
        else:
            with topic.exclusive():
                cached: EncodedEvents | None
                cached, newest = topic.cache.get(self._viewer, (None, -2))
                outdated = cached is None or newest < topic.newest or not cached.is_recent
                if cached is None or outdated or cached.since > since or self._subscription.stale:
                    game = self._game(topic)
                    cached = self._read(self._asked._replace(**game._asdict()), since)
                    topic.cache[self._viewer] = cached, game.stored.newest
            found = cached._replace(since=since, items=[item for item in cached.items if item[0] > since])
        self._subscription.report_version(self._asked.game_id, found.version)
        return found

    def _game(self, topic: Topic) -> Current:
        """Return the game that the subscribers share, read again if it is outdated."""
        kept = None if self._subscription.stale else topic.kept()
        if isinstance(kept, Current):
            return kept
        current = lookup.load_dealt(self._asked.game_id)
        topic.keep(current.stored.newest, current)
        return current

    def _read(self, asked: GameRequest, since: int) -> EncodedEvents:
        return read(asked, since, self._language, views=self._views)

    def _note(self, version: int, seat: int | None, *, is_past: bool) -> None:
        self._subscription.watches = seat is None
        shares = version >= 0 and not (self._asked.caller is not None and self._asked.caller.is_moderator)
        self._viewer = (seat, is_past, self._language, self._views) if shares else None


class GameStream:
    """The stream of a game. It sends a snapshot, unless the client resumes, then each event once."""

    def __init__(self, reader: GameReader, language: str) -> None:
        self.over, self.polls = False, False
        self._reader, self._language = reader, language
        self._seen = -1
        self._lobby: object = None
        """The last snapshot that was sent before the deal."""

    def begin(self, since: int | None) -> bytes | None:
        """Return the first frames: the events above version `since`, or a snapshot. Raises NotFound.

        A version that the game has not reached gets a snapshot too. Return None if the game has ended and `since` is
        its last event.
        """
        if since is not None:
            events = self._reader.events(since)
            if since <= events.version:
                if events.ended and since == events.version:
                    return None
                self._seen = since
                return self._frames(events)
        found = self._reader.view()
        view = found.view
        if view.version < 0:
            return self._before_the_deal(found)
        self._seen = view.version
        snapshot = frame("snapshot", self._json(found), view.version)
        return snapshot + (self.news() if view.result is not None else b"")

    def news(self) -> bytes:
        """Return the frames of new events. `end` follows the last event of a game."""
        return self._frames(self._reader.events(self._seen))

    def _frames(self, events: EncodedEvents) -> bytes:
        # The view is read after the events, so a game with events has all its players. It is read before the stream's
        # state changes, so that a failed read can be repeated.
        found = self._reader.view() if self._seen < 0 else None
        frames = [] if found is None else [self._before_the_deal(found)]
        frames += [frame("event", orjson.Fragment(item), version) for version, item in events.items]
        self._seen = max(self._seen, events.version)
        if events.ended:
            self.over = True
            frames.append(frame("end", {"version": self._seen}, self._seen))
        return b"".join(frames)

    def _before_the_deal(self, found: GameView) -> bytes:
        """Return a snapshot of the lobby if it has changed.

        The start of the game changes it a last time: all seats are taken then.
        """
        view = found.view
        undealt = undealt_view(view.rules, view.seats, view.viewer)
        opening = receipts.of_opening(
            found.game_id,
            found.secret_commitment,
            found.created_at,
            view.viewer,
            found.entropies,
            found.entropy_commitments,
            found.reveal_until,
            found.log_point,
            found.setting,
        )
        lobby = self._json(found._replace(head=GENESIS, protection=None, receipt=opening, view=undealt))
        if lobby == self._lobby:
            return b""
        self._lobby = lobby
        return frame("snapshot", lobby, -1)

    def _json(self, found: GameView) -> object:
        return View.render(found, self._language)


class ViewStream:
    """A stream whose frames have new events and the caller's view after them.

    The first frame contains the present view, with the events after the last one that the client has. Each event is
    sent once; events that come together share a frame.
    """

    def __init__(self, reader: GameReader) -> None:
        """`reader` must read views."""
        self.over, self.polls = False, False
        self._reader = reader
        self._seen = -1
        self._lobby: bytes | None = None
        """The last view that was sent before the deal."""

    def begin(self, since: int | None) -> bytes | None:
        """Return the first frame. Raises NotFound.

        It contains the events above version `since`, or none if the game has not reached it. Return None if the game
        has ended and `since` is its last event.
        """
        events = self._reader.events(MAX_INT if since is None else since)
        if events.ended and since == events.version:
            return None
        return self._frames(events)

    def news(self) -> bytes:
        """Return the frame of new events. `end` follows the last event of a game."""
        events = self._reader.events(self._seen)
        is_new = events.items or (events.version < 0 and events.view != self._lobby)
        return self._frames(events) if is_new else b""

    def _frames(self, events: EncodedEvents) -> bytes:
        assert events.view is not None
        items = [orjson.Fragment(item) for _, item in events.items]
        found = frame("view", {"events": items, "view": orjson.Fragment(events.view)}, events.version)
        self._seen = events.version
        self._lobby = events.view if events.version < 0 else None
        if events.ended:
            self.over = True
            found += frame("end", {"version": self._seen}, self._seen)
        return found
