"""Open tables: the list, and the stream of those that come, change and go."""

import time
from typing import Final, NamedTuple
from uuid import UUID

import orjson
from flask import Blueprint, Response

from service.core.common_values import GameId
from service.core.replays.lists.games import open_tables
from service.core.requests import auth, waiting
from service.core.requests.event_streams import frame
from service.core.tables.news.hub import Subscription
from service.core.tables.news.topic import LOBBY
from service.core.tables.rendering.event_schemas import StreamBye
from service.core.tables.rendering.view_schemas import ListedGame
from service.core.tables.routes.lists import summary
from service.platform import ids
from service.platform.database.unreadable_rows import shown
from service.platform.languages.choice import DEFAULT_LANGUAGE
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text
from service.platform.wire.headers import NO_BUFFERING
from service.platform.wire.media_types import EVENT_STREAM, JSON
from service.platform.wire.operation import Answer, Content, Link, Operation
from service.platform.wire.request_record import accepted_type
from service.platform.wire.responses import as_json

routes = Blueprint("lobby", __name__, url_prefix="/v1/lobby")


class OpenTables(ResponseSchema):
    """Games that somebody can join."""

    items = Items(Object(ListedGame), "The games, newest first.", most=100)


class OpenTableGone(ResponseSchema):
    """The data of the frame `gone` of the stream of open tables: nobody can join the game any more."""

    id = GameId()


_SHOWN: Final = 100
_RECENT_S: Final = 2.0
"""How long streams share a read, so that keep-alives find what nothing announces, such as expired games."""


class Tables(NamedTuple):
    """The open tables at one time."""

    number: int
    """The number of reads that found a change."""
    games: dict[UUID, bytes]
    """By id: the game as JSON. Newest first."""
    lobby_version: int
    read_at: float
    """By the monotonic clock, in seconds."""


class LobbyStream:
    """The stream of the open tables: all of them at first, and then each that is new, has changed or is gone.

    All streams of a worker share the reads, and those that know the same tables share the frames.
    """

    def __init__(self, subscription: Subscription) -> None:
        self.over, self.polls = False, True
        self._subscription = subscription
        self._sent: Tables | None = None

    def news(self) -> bytes:
        """Return the frames of what has changed."""
        found, sent = self._read(), self._sent
        self._sent = found
        if sent is None:
            return frame("tables", {"items": [orjson.Fragment(game) for game in found.games.values()]})
        return b"" if sent.number == found.number else self._changes(sent, found)

    def _changes(self, before: Tables, after: Tables) -> bytes:
        cache, between = self._subscription.topic(LOBBY).cache, (before.number, after.number)
        known, frames = cache.get("changes", (None, b""))
        if known != between:
            gone = [frame("gone", {"id": ids.render("g", game)}) for game in before.games if game not in after.games]
            new = [game for game in after.games.items() if before.games.get(game[0]) != game[1]]
            # The newest last, as if each were sent when it came.
            frames = b"".join([*gone, *[frame("table", orjson.Fragment(game)) for _, game in reversed(new)]])
            cache["changes"] = between, frames
        encoded: bytes = frames
        return encoded

    def _read(self) -> Tables:
        topic = self._subscription.topic(LOBBY)
        with topic.exclusive():
            cached: Tables | None = topic.cache.get(None)
            version = topic.newest
            is_old = cached is None or time.monotonic() - cached.read_at > _RECENT_S
            if cached is None or is_old or cached.lobby_version < version or self._subscription.stale:
                rows = open_tables(_SHOWN)
                games = dict(shown(rows, lambda row: (row.game_id, orjson.dumps(summary(row, DEFAULT_LANGUAGE)))))
                number = 0 if cached is None else cached.number + (cached.games != games)
                cached = topic.cache[None] = Tables(number, games, version, time.monotonic())
        return cached


@routes.get("")
@Operation(
    "getLobby",
    price=8,
    media_types=(JSON, EVENT_STREAM),
    plays=True,
    answers={
        200: Answer(
            OpenTables,
            "The tables, or the stream, which does not end by itself.",
            examples=("lobby",),
            headers=(NO_BUFFERING,),
            links=(
                Link("seat", "createSeat", "A seat at one of the tables.", {"game": "items/0/id"}),
                Link("game", "getGame", "The view of one of the games.", {"game": "items/0/id"}),
            ),
            others=(
                Content(
                    EVENT_STREAM,
                    Text("The events of the stream, as the description says."),
                    ("lobby-stream",),
                    events={"tables": OpenTables, "table": ListedGame, "gone": OpenTableGone, "bye": StreamBye},
                ),
            ),
        )
    },
    problems=("too-many-streams",),
)
def get_lobby() -> Response:
    """List or stream the open tables.

    Returns the hundred newest public games that have a free seat, newest first. With `Accept: text/event-stream`, it is
    a stream of server-sent events: `tables` with all of them at first, and then `table` for each game that is new or
    has changed, and `gone` for each that nobody can join any more, because it has started, has expired or was given up.
    News may come up to half a second late, or three seconds with many readers, and those that no request causes up to
    fifteen seconds.
    """
    media_type = accepted_type()
    caller = auth.caller_if_any()
    if media_type == JSON:
        return as_json({"items": [*shown(open_tables(_SHOWN), lambda row: summary(row, DEFAULT_LANGUAGE))]})
    subscription = waiting.subscribe(caller, LOBBY)
    stream = LobbyStream(subscription)
    return waiting.streamed(stream, subscription, stream.news)
