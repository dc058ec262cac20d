"""The stream of a game with views: all that a bot needs to move."""

import orjson

from service.http.routes.games.game_stream import EncodedEvents, GameReader
from service.http.wire.schemas.fields import MAX_INT
from service.http.wire.sse import frame

__all__ = ["ViewStream"]


class ViewStream:
    """A stream whose frames have new events and the caller's view after them.

    The first frame has the present view, with the events after the last one that the client has. Each event is sent
    once; events that come together share a frame.
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

        It has the events above version `since`, or none if the game has not reached it. Return None if the game has
        ended and `since` is its last event.
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
