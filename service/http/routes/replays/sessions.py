"""Routes of reviews together: sessions of finished games, with a stream for the followers."""

import time
from http import HTTPStatus
from typing import Final
from uuid import UUID

from flask import Blueprint, Response, url_for

from service import ids
from service.games import lookup
from service.games.lookup import GameRequest, NotFound
from service.games.news.subscription import Subscription
from service.http.pipeline import auth
from service.http.routes.games import waiting
from service.http.routes.games.games import game_id_of
from service.http.wire import render, schemas, sse
from service.http.wire.media_types import EVENT_STREAM, JSON
from service.http.wire.operation import Operation
from service.http.wire.request_record import accepted_type
from service.http.wire.responses import as_json, no_content
from service.identity.tokens import Caller
from service.replays import finished_game, sessions
from service.replays.sessions import Session

__all__ = ["routes"]

_RECENT_S: Final = 2.0
"""How long followers share a read, so that keep-alives find what a lost notification did not announce."""

routes = Blueprint("sessions", __name__, url_prefix="/v1/replays/<game>/sessions")


@routes.post("")
@Operation("createSession", scope="play", price=15, stores=500, repeatable=True)
def create_session(game: str) -> Response:
    """Begin a review together.

    Begins a review of a finished game that the caller leads. Whoever may see the replay and knows the id can follow
    it, also without a token: `page` is the link for people. A session ends after a day without a change, and nothing
    of it is kept. An account may have begun twenty that have not ended (`limit-reached` with `sessions`). The token
    needs the scope `play`.
    """
    caller = auth.caller()
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    place = schemas.new_session()
    created = sessions.create(finished_game.load(stored.game_id, caller, stored), caller, place)
    location = url_for("sessions.get_session", game=game, session=ids.render("s", created.session_id))
    return as_json(render.session(created), HTTPStatus.CREATED, {"Location": location})


@routes.get("/<session>")
@Operation("getSession", price=15, media_types=(JSON, EVENT_STREAM))
def get_session(game: str, session: str) -> Response:
    """Follow a review together.

    Returns the session: who leads, the leader's place in the game, the card to which the leader points, and up to a
    hundred messages. Of a full chat, the oldest message of the account with most messages is dropped. With `Accept:
    text/event-stream`, it is a stream of server-sent events: `session` with the session at first, `change` with what is
    new after each change, and `bye` if the stream ends, also when the session has ended. Streams have a limited number
    of places, as those of games.
    """
    media_type = accepted_type()
    caller = auth.caller_if_any()
    game_id = _visible_game(game, caller)
    session_id = _id(session)
    if media_type == JSON:
        return as_json(render.session(sessions.read(game_id, session_id)))
    sessions.read(game_id, session_id)  # an unknown session takes no place
    subscription = waiting.subscribe(caller, session_id)
    stream = SessionStream(subscription, game_id, session_id, caller)
    return waiting.streamed(stream, subscription, stream.news)


@routes.patch("/<session>")
@Operation("updateSession", scope="play", price=15, stores=200)
def update_session(game: str, session: str) -> Response:
    """Lead a review together, or write to it.

    Changes a session, and tells all followers. Every account may send a `message`. Only the leader may change `place`,
    the fragment of the address of the review page that the followers see, with the `card` to which the leader points.
    `leader` hands over: to another account, or with `none` to whoever takes it. Another account may take the lead with
    its own id if nobody leads, or if the leader has been silent for a minute; the account that began the session may
    always. The leader can `mute` an account, `unmute` it, and `remove` any message, other accounts their own. Members
    that are left out do not change. The response has what is new. The token needs the scope `play`.
    """
    caller = auth.caller()
    game_id = _visible_game(game, caller)
    session_id = _id(session)
    before, after = sessions.change(game_id, session_id, caller, schemas.session_change())
    return as_json(render.session_change(before, after))


@routes.delete("/<session>")
@Operation("deleteSession", scope="play")
def close_session(game: str, session: str) -> Response:
    """End a review together.

    Ends a session for all, as its leader. The streams end with `bye`. The request has no body. The token needs the
    scope `play`.
    """
    caller = auth.caller()
    game_id = _visible_game(game, caller)
    session_id = _id(session)
    schemas.empty_body()
    sessions.close(game_id, session_id, caller)
    return no_content()


class SessionStream:
    """The stream of a session: its state at first, and then what changes.

    All followers in a worker share the reads, and those that know the same state share the frames.
    """

    def __init__(self, subscription: Subscription, game_id: UUID, session_id: UUID, caller: Caller | None) -> None:
        self.over, self.polls = False, True
        self._subscription, self._game_id, self._session_id, self._caller = subscription, game_id, session_id, caller
        self._sent: Session | None = None

    def news(self) -> bytes:
        """Return the frame of the present state, if it is new. Raises NotFound if the caller may no longer see it."""
        found = self._read()
        if found.is_private:
            lookup.load_visible(GameRequest(self._game_id, self._caller))
        sent = self._sent
        if sent is not None and found.version <= sent.version:
            return b""
        self._sent = found
        if sent is None:
            return sse.frame("session", render.session(found), found.version)
        return self._change(sent, found)

    def _change(self, before: Session, after: Session) -> bytes:
        cache, between = self._subscription.topic(self._session_id).cache, (before.version, after.version)
        known, frame = cache.get("change", (None, b""))
        if known != between:
            frame = sse.frame("change", render.session_change(before, after), after.version)
            cache["change"] = between, frame
        encoded: bytes = frame
        return encoded

    def _read(self) -> Session:
        topic = self._subscription.topic(self._session_id)
        with topic.exclusive():
            cached, read_at = topic.cache.get(None, (None, 0.0))
            is_old = time.monotonic() - read_at > _RECENT_S
            if cached is None or is_old or cached.version < topic.newest or self._subscription.stale:
                cached = sessions.read(self._game_id, self._session_id)
                topic.cache[None] = (cached, time.monotonic())
        found: Session = cached
        self._subscription.report_version(self._session_id, found.version)
        return found


def _visible_game(game: str, caller: Caller | None) -> UUID:
    """Return the id of a finished game that the caller may see. Raises NotFound, WrongGame or GameNotFinished."""
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    return finished_game.load(stored.game_id, caller, stored).game_id


def _id(text: str) -> UUID:
    """Return the id of a session in a path. Raises NotFound for a malformed one."""
    session_id = ids.parse("s", text)
    if session_id is None:
        raise NotFound
    return session_id
