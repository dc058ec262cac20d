"""Routes: events, as a list, as a list that waits for news, and as a stream."""

import re
import time
from collections.abc import Callable
from typing import Final
from uuid import UUID

import orjson
from flask import Blueprint, Flask, Response, current_app, request

from service.database import deadline as patience
from service.games import lobby, subscriptions, turn_overview
from service.games.subscriptions import Ear, TooManyStreams
from service.http.pipeline import auth, exchange
from service.http.routes.games.games import asked
from service.http.wire import schemas, sse
from service.http.wire.problems import Problem
from service.http.wire.responses import JSON, as_json, language, nothing, prefers
from service.http.wire.sse import EVENT_STREAM, AccountStream, GameStream, Onlooker, Reading, Stream
from service.identity import tokens
from service.identity.tokens import Caller, InvalidToken

__all__ = ["routes"]

MAX_WAIT_S: Final = 60

_WAIT: Final = re.compile(r'wait\s*=\s*"?([0-9]{1,9})"?\s*(;.*)?', re.IGNORECASE)
_VERSION: Final = re.compile(r"-1|[0-9]{1,9}")

routes = Blueprint("events", __name__, url_prefix="/v1")


@routes.get("/games/<game>/events")
def list_events(game: str) -> Response:
    """Answer with the events after a version, as the caller saw them: at once, once there are some, or as they come."""
    media_type = prefers(JSON, EVENT_STREAM)
    caller = auth.caller_if_any()
    game_id, since = asked(game, caller, schemas.event_query)
    if media_type == EVENT_STREAM:
        return _game_stream(game_id, caller, _seen(since))
    wait_s = _wanted_wait_s()
    reading = sse.read(game_id, caller, since, language())
    if wait_s and not reading.items and not reading.ended:
        reading = _awaited(game_id, caller, since, wait_s)
    body = {
        "items": [orjson.Fragment(item) for _, item in reading.items],
        "version": reading.version,
        "ended": reading.ended,
    }
    return as_json(body, headers={} if wait_s is None else {"Preference-Applied": f"wait={wait_s}"})


@routes.get("/me/events")
def list_my_events() -> Response:
    """Answer with where the caller's running games stand and who invites it: once, or with all news as it comes."""
    media_type = prefers(JSON, EVENT_STREAM)
    caller = auth.caller("read")
    schemas.no_query()
    if media_type == JSON:
        items = [sse.standing(one) for one in turn_overview.running(caller.account_id)]
        invited = [sse.invitation(one) for one in lobby.invitations_of(caller.account_id)]
        return as_json({"items": items, "invited": invited})
    ear = _ear(account_id=caller.account_id)
    stream = AccountStream(ear, caller.account_id)
    return _streamed(stream, ear, stream.begin)


def _game_stream(game_id: UUID, caller: Caller | None, seen: int | None) -> Response:
    ear = _ear(game_id)
    stream = GameStream(Onlooker(ear, game_id, caller, language()), language())
    return _streamed(stream, ear, lambda: stream.begin(seen))


def _streamed(stream: Stream, ear: Ear, begin: Callable[[], bytes | None]) -> Response:
    """Answer with a stream; 204, which ends a client's attempts to connect again, where there is nothing to come."""
    try:
        first = begin()
    except BaseException:
        ear.close()
        raise
    if first is None:
        ear.close()
        return nothing()
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    frames = sse.flow(app, stream, ear, first, keep_alive_s=subscriptions.here().keep_alive_s, welcome=_welcome())
    answer = Response(frames, content_type=f"{EVENT_STREAM}; charset=utf-8", headers={"X-Accel-Buffering": "no"})
    answer.call_on_close(ear.close)
    if request.method == "HEAD":
        ear.close()
    return answer


def _awaited(game_id: UUID, caller: Caller | None, since: int, wait_s: int) -> Reading:
    """Return the first events after version `since`, or none when there were none in this time."""
    deadline = time.monotonic() + wait_s
    ear = _ear(game_id)
    onlooker = Onlooker(ear, game_id, caller, language())
    try:
        while True:
            reading = onlooker.events(since)
            left_s = deadline - time.monotonic()
            if reading.items or reading.ended or ear.must_end() or left_s <= 0:
                return reading
            exchange.leave_slot()
            ear.wait(min(left_s, subscriptions.here().keep_alive_s))
            patience.renew()
    finally:
        ear.close()


def _ear(*games: UUID, account_id: UUID | None = None) -> Ear:
    try:
        return subscriptions.here().ear(*games, account_id=account_id)
    except TooManyStreams:
        raise Problem("too-many-streams", headers={"Retry-After": "5"}) from None


def _seen(since: int) -> int | None:
    """Return the version up to which a stream's caller has seen all; None for a caller who names none.

    What the client remembers of its last connection counts more than what stands in the address it connects to again.
    """
    remembered = request.headers.get("Last-Event-ID", "").strip()
    if _VERSION.fullmatch(remembered):
        return int(remembered)
    return since if "since" in request.args else None


def _wanted_wait_s() -> int | None:
    """Return how long `Prefer: wait=…` (RFC 7240) lets the answer wait, at most 60 s; None where it is not said."""
    for preference in request.headers.get("Prefer", "").split(","):
        found = _WAIT.fullmatch(preference.strip())
        if found:
            return min(int(found[1]), MAX_WAIT_S)
    return None


def _welcome() -> Callable[[], bool]:
    """Return what says whether this request's caller would still be let in: a token may be revoked meanwhile."""
    token = request.headers.get("Authorization", "").partition(" ")[2].strip()

    def still() -> bool:
        try:
            return not token or bool(tokens.authenticate(token))
        except InvalidToken:
            return False

    return still
