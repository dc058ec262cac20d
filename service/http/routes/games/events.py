"""Routes of events: lists, long-polls and event streams."""

import re
import time
from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

import orjson
from flask import Blueprint, Response, current_app, request

from service.database import deadline, pool
from service.games import lookup, turn_overview
from service.games.lobby import invitations
from service.games.news.places import Holder
from service.games.news.subscription import Subscription
from service.games.news.subscriptions import TooManyStreams
from service.http.pipeline import auth, exchange
from service.http.pipeline.rate_counters import address_key
from service.http.routes.games import account_stream, game_stream
from service.http.routes.games.account_stream import AccountStream
from service.http.routes.games.game_stream import EncodedEvents, GameReader, GameStream
from service.http.routes.games.games import game_and_query
from service.http.wire import render, schemas, sse
from service.http.wire.problems import Problem
from service.http.wire.request_record import language
from service.http.wire.responses import JSON, as_json, no_content, prefers
from service.http.wire.sse import EVENT_STREAM, Stream
from service.identity.tokens import Caller, InvalidToken
from service.settings import Settings

__all__ = ["routes"]

MAX_WAIT_S: Final = 60

_WAIT: Final = re.compile(r'wait\s*=\s*"?([0-9]{1,9})"?\s*(;.*)?', re.IGNORECASE)
_VERSION: Final = re.compile(r"-1|[0-9]{1,9}")

routes = Blueprint("events", __name__, url_prefix="/v1")


@routes.get("/games/<game>/events")
def list_events(game: str) -> Response:
    """Return the events above a version as the caller saw them.

    The response is immediate, after a wait, or a stream.
    """
    if prefers(JSON, EVENT_STREAM) == EVENT_STREAM:
        caller = auth.caller_if_any()
        game_id, since = game_and_query(game, caller, schemas.event_query)
        return _game_stream(game_id, caller, _seen(since))
    try:
        since = schemas.event_query()
    except Problem:
        # An unknown caller or game is reported before an invalid query.
        lookup.load_visible(*auth.caller_and_game(game))
        raise
    game_id, caller, found = auth.caller_and_game(game)
    wait_s = _requested_wait_s()
    events = game_stream.read(game_id, caller, since, language(), found)
    if wait_s and not events.are_awaited:
        events = _wait_for_events(game_id, caller, events, wait_s)
    body = {
        "items": [orjson.Fragment(item) for _, item in events.items],
        "version": events.version,
        "ended": events.ended,
        "reveal_until": events.reveal_until,
    }
    return as_json(body, headers={} if wait_s is None else {"Preference-Applied": f"wait={wait_s}"})


@routes.get("/me/events")
def list_my_events() -> Response:
    """Return the caller's running games, awaited reveals and invitations, once or as a stream."""
    media_type = prefers(JSON, EVENT_STREAM)
    caller = auth.caller("read")
    schemas.no_query()
    if media_type == JSON:
        awaiting = turn_overview.awaiting_reveal(caller.account_id)  # may deal games, which run then
        items = turn_overview.running(caller.account_id)
        invited = invitations.of_account(caller.account_id, account_stream.SHOWN_INVITATIONS)
        return as_json(
            {
                "items": [account_stream.player_game(game) for game in items],
                "awaiting_reveals": [account_stream.awaited_reveal(game) for game in awaiting],
                "invited": [render.received_invitation(one) for one in invited],
            }
        )
    subscription = _subscribe(caller, follows_account=True)
    stream = AccountStream(subscription, caller.account_id)
    return _streamed(stream, subscription, stream.begin)


def _game_stream(game_id: UUID, caller: Caller | None, seen: int | None) -> Response:
    subscription = _subscribe(caller, game_id)
    stream = GameStream(GameReader(subscription, game_id, caller, language()), language())
    return _streamed(stream, subscription, lambda: stream.begin(seen))


def _streamed(stream: Stream, subscription: Subscription, begin: Callable[[], bytes | None]) -> Response:
    """Return a stream, or 204 for an empty stream.

    A 204 makes browsers stop reconnecting.
    """
    try:
        first = begin()
    except BaseException:
        subscription.close()
        raise
    if first is None:
        subscription.close()
        return no_content()
    frames = sse.flow(
        pool.bound(),
        stream,
        subscription,
        first,
        keep_alive_s=sse.subscriptions().keep_alive_s,
    )
    response = Response(frames, content_type=f"{EVENT_STREAM}; charset=utf-8", headers={"X-Accel-Buffering": "no"})
    response.call_on_close(subscription.close)
    if request.method == "HEAD":
        subscription.close()
    return response


def _wait_for_events(game_id: UUID, caller: Caller | None, before: EncodedEvents, wait_s: int) -> EncodedEvents:
    """Wait up to `wait_s` seconds for the next events, and return them.

    Raises InvalidToken if the token is no longer valid then.
    """
    ends_at = time.monotonic() + wait_s
    subscription = _subscribe(caller, game_id)
    reader = GameReader(subscription, game_id, caller, language(), before)
    try:
        while True:
            events = reader.events(before.since)
            left_s = ends_at - time.monotonic()
            if events.are_awaited or subscription.ending is not None or left_s <= 0:
                if not subscription.is_authorized():
                    raise InvalidToken
                return events
            exchange.leave_slot()
            subscription.wait(min(left_s, sse.subscriptions().keep_alive_s))
            deadline.restart()
    finally:
        subscription.close()


def _subscribe(caller: Caller | None, *games: UUID, follows_account: bool = False) -> Subscription:
    try:
        return sse.subscriptions().subscribe(
            *games,
            caller=caller,
            follows_account=follows_account,
            limits=_limits(caller),
            plays=lambda: caller is not None and bool(turn_overview.running(caller.account_id)),
            client=request.environ.get("gunicorn.socket"),
        )
    except TooManyStreams:
        raise Problem("too-many-streams", headers={"Retry-After": "5"}) from None


def _limits(caller: Caller | None) -> Mapping[Holder, int]:
    """Return the holders of a place for the caller, and how many places each may have in this worker."""
    settings: Settings = current_app.config["SERVICE_SETTINGS"]
    if not settings.rate_limits:
        return {}
    address = address_key(request.remote_addr or "")
    limits: dict[Holder, int] = {("address", address): settings.max_streams_address}
    if caller is None:
        limits["anonymous", address] = settings.max_streams_anonymous
    else:
        limits["account", caller.account_id] = settings.max_streams_account
    return limits


def _seen(since: int) -> int | None:
    """Return the last version that the client of a stream has.

    Return None if the request has no version. `Last-Event-ID` takes precedence over `since`, since a browser reconnects
    to the same URL.
    """
    last_id = request.headers.get("Last-Event-ID", "").strip()
    if _VERSION.fullmatch(last_id):
        return int(last_id)
    return since if "since" in request.args else None


def _requested_wait_s() -> int | None:
    """Return the seconds in `Prefer: wait=…` (RFC 7240), at most 60. Return None without it."""
    for preference in request.headers.get("Prefer", "").split(","):
        found = _WAIT.fullmatch(preference.strip())
        if found:
            return min(int(found[1]), MAX_WAIT_S)
    return None
