"""Routes of the events of a game: lists, long-polls and event streams."""

import re
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple
from uuid import UUID
from wsgiref.types import WSGIEnvironment

import orjson
from flask import Blueprint, Response, request

from service.core.common_parameters import PREFER
from service.core.people.tokens import Caller
from service.core.requests import auth, waiting
from service.core.requests.auth import game_and_query
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest
from service.core.tables.rendering.event_schemas import Event, EventList, StreamBye, StreamEnd, StreamView
from service.core.tables.rendering.view_schemas import View
from service.core.tables.routes import streams
from service.core.tables.routes.streams import GameReader, GameStream, ViewStream
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.wire.field_types import Text
from service.platform.wire.headers import NO_BUFFERING, WAIT_APPLIED
from service.platform.wire.media_types import EVENT_STREAM, JSON
from service.platform.wire.operation import Answer, Content, Link, Operation, Parameter
from service.platform.wire.problems import Problem
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import accepted_type, language
from service.platform.wire.responses import as_json, requested_wait_s, wait_applied

SINCE: Final = Parameter(
    "since",
    "query",
    DecimalDigits(
        "Only events with a version above this one; by default all, in a stream after a snapshot.",
        least=-1,
        most=999999999,
        load_default=-1,
    ),
    0,
)

VIEWS: Final = Parameter(
    "views",
    "query",
    Text(
        "Whether the caller's view comes with the events.",
        values={"true": "With views.", "false": "With events only."},
        load_default="false",
    ),
    "true",
)

LAST_EVENT_ID: Final = Parameter(
    "Last-Event-ID",
    "header",
    Text("The last version that the client of a stream has seen; it takes precedence over `since`."),
    "7",
)

routes = Blueprint("events", __name__, url_prefix="/v1/games")

_VERSION: Final = re.compile(r"-1|[0-9]{1,9}")


class EventQuery(NamedTuple):
    """The query of events."""

    since: int
    """The version before the requested events; -1 for all events."""
    views: bool
    """Whether the caller's view comes with the events."""


def _event_query() -> EventQuery:
    """Return the query of events."""
    query = load_query()
    return EventQuery(query["since"], views=query["views"] == "true")


def _log_price(environ: WSGIEnvironment) -> int:
    """Return the units of a request for events, besides those of the events of a list."""
    is_new_stream = EVENT_STREAM in environ.get("HTTP_ACCEPT", "") and "since=" not in environ["QUERY_STRING"]
    return 25 if is_new_stream else 5


@routes.get("/<game>/events")
@Operation(
    "listEvents",
    price=_log_price,
    media_types=(JSON, EVENT_STREAM),
    plays=True,
    parameters=(SINCE, VIEWS, PREFER, LAST_EVENT_ID),
    answers={
        200: Answer(
            EventList,
            "The events in order. Before the start, there are none and `version` is -1.",
            examples=("events", "events-german"),
            headers=(WAIT_APPLIED, NO_BUFFERING),
            links=(
                Link("next", "listEvents", "Later events.", {"since": "version"}),
                Link("replay", "getReplay", "The replay, once `ended` is true."),
            ),
            others=(
                Content(
                    EVENT_STREAM,
                    Text(
                        "The events of the stream: `snapshot` with a `View`, `event` with an `Event`, `end` after "
                        "the last event of the game, `bye` if the stream ends for another reason. With "
                        "`views=true`, there is `view` with a `StreamView` in place of the first two. `id` is the "
                        "version. Regular comments show that the stream is alive."
                    ),
                    ("events-stream",),
                    events={"snapshot": View, "event": Event, "view": StreamView, "end": StreamEnd, "bye": StreamBye},
                ),
            ),
        ),
        204: Answer(None, "No more events follow; the game is over."),
    },
    problems=("not-watchable", "too-many-streams"),
)
def list_events(game: str) -> Response:
    """List, await or stream the events of a game.

    Returns the events with a version above `since`, as the caller saw them happen: dealt and drawn cards show their
    fronts only if the caller saw them then. Under `memory_aid` `none`, a clue older than the caller's previous move
    no longer shows what it touched; for a caller without a seat, a clue older than the last turn.

    With `Prefer: wait=30`, the response waits for the first event above `since`, for at most that many seconds.
    With `Accept: text/event-stream`, the response is a stream of server-sent events with every event exactly once,
    after `since` or `Last-Event-ID`; without either, it starts with a `snapshot`. If no more events can follow, the
    response is 204, so that clients stop reconnecting.

    With `views=true`, the caller's view comes with the events, with its legal actions. Then each frame of the stream
    is a `view` with the new events and the view after them, and the first one contains the present view. A bot needs
    nothing else: it reads the stream, and sends a move if it is `to_move`.

    If the token becomes invalid, a stream ends with `bye`, and a response that waits is 401. Streams and waiting
    requests have a limited number of places, for all clients, for each account and for each address; players of
    running games have places of their own. A client that does not read its stream for 30 seconds is disconnected.
    """
    if accepted_type() == EVENT_STREAM:
        caller = auth.caller_if_any()
        game_id, query = game_and_query(game, caller, _event_query)
        return _game_stream(game_id, caller, query)
    try:
        query = _event_query()
    except Problem:
        # An unknown caller or game is reported before an invalid query.
        lookup.load_visible(auth.game_request(game))
        raise
    asked = auth.game_request(game)
    wait_s = requested_wait_s()
    events = streams.read(asked, query.since, language(), views=query.views, found=_charge)
    if wait_s and not events.are_awaited:
        with waiting.subscribed(asked.caller, asked.game_id) as subscription:
            reader = GameReader(subscription, asked, language(), events, views=query.views)
            read = partial(reader.events, query.since)
            events = waiting.until(subscription, wait_s, read, attrgetter("are_awaited"))
    body = {
        "items": [orjson.Fragment(item) for _, item in events.items],
        "version": events.version,
        "ended": events.ended,
        "reveal_until": events.reveal_until,
        **({} if events.view is None else {"view": orjson.Fragment(events.view)}),
    }
    return as_json(body, headers=wait_applied(wait_s))


def _charge(events: int) -> None:
    exchange.charge_units(events // gates.EVENTS_A_UNIT)


def _game_stream(game_id: UUID, caller: Caller | None, query: EventQuery) -> Response:
    seen = _seen(query.since)
    subscription = waiting.subscribe(caller, game_id)
    reader = GameReader(subscription, GameRequest(game_id, caller), language(), views=query.views)
    stream = ViewStream(reader) if query.views else GameStream(reader, language())
    return waiting.streamed(stream, subscription, lambda: stream.begin(seen))


def _seen(since: int) -> int | None:
    """Return the last version that the client of a stream has.

    Return None if the request has no version. `Last-Event-ID` takes precedence over `since`, since a browser reconnects
    to the same URL.
    """
    last_id = request.headers.get("Last-Event-ID", "").strip()
    if _VERSION.fullmatch(last_id):
        return int(last_id)
    return since if "since" in request.args else None
