"""Reviews together of finished games: routes, request bodies, JSON, and the stream for the followers."""

import time
from http import HTTPStatus
from typing import Any, ClassVar, Final
from uuid import UUID

from flask import Blueprint, Response, url_for
from marshmallow import validate

from engine.wording import N_
from service.core.common_values import GameId, Time
from service.core.people.program_schema import Author
from service.core.people.tokens import Caller
from service.core.replays import finished_game
from service.core.requests import auth, event_streams, waiting
from service.core.requests.auth import game_id_of
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest, id_of
from service.core.tables.news.hub import Subscription
from service.core.tables.rendering.event_schemas import StreamBye
from service.features.review_sessions import review_sessions
from service.features.review_sessions.review_sessions import Change, News, Said
from service.platform import ids
from service.platform.wire.field_types import Id, Items, Named, Object, Text, Whole
from service.platform.wire.headers import LOCATION, NO_BUFFERING
from service.platform.wire.media_types import EVENT_STREAM, JSON
from service.platform.wire.operation import Answer, Body, Content, Link, Operation, Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import MAX_INT, PlainText, between, length, parsed_id
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.request_record import accepted_type
from service.platform.wire.responses import as_json, no_content


class SessionId(Named):
    """A review together."""

    of = Id("s", facts={"examples": ["s_019907a4c3e17b500001c0a1d2f86a00"]})


class SessionPlace(Named):
    """A place in the game, as the query of the address of the review page."""

    of = Text(pattern="^[!$-;=?-Z_a-z~]*$", most=1000, facts={"examples": ["turn=17&seat=1"]})


class SessionMessage(Rendered[Said]):
    """A message in a review together."""

    number = Whole("The version of the session with which it came.", least=0)
    author = Object(Author)
    text = Text("The text of the message.")
    at = Time()


class Session(Rendered[review_sessions.Session]):
    """A review together. It is the same for all followers."""

    id = SessionId(attribute="session_id")
    game = GameId(attribute="game_id")
    version = Whole("The number of changes.", least=1)
    leader = Object(Author, "Who leads; null if nobody does.", null=True)
    place = SessionPlace()
    card = Whole("The card to which the leader points.", least=0, null=True)
    muted = Items(Object(Author), "The accounts that cannot write.", most=200)
    expires_at = Time()
    messages = Items(Object(SessionMessage), "The newest messages, oldest first.", most=100)
    page = Text(
        "The address on which people follow it.",
        computed=lambda session: (
            f"/replays/{ids.render('g', session.game_id)}#session={ids.render('s', session.session_id)}"
        ),
    )


class SessionChange(Rendered[News]):
    """What is new in a review together. It contains no message that was there before."""

    version = Whole("The number of changes.", attribute="after.version", least=1)
    leader = Object(Author, "Who leads; null if nobody does.", attribute="after.leader", null=True)
    place = SessionPlace(attribute="after.place")
    card = Whole("The card to which the leader points.", attribute="after.card", least=0, null=True)
    muted = Items(Object(Author), "The accounts that cannot write.", attribute="after.muted", most=200)
    expires_at = Time(attribute="after.expires_at")
    messages = Items(Object(SessionMessage), "The new messages, oldest first.", most=100)
    removed = Items(Whole(least=0), "The numbers of the messages that are no longer there.", most=100)


SESSION: Final = Parameter("session", "path", SessionId("The session."))

routes = Blueprint("sessions", __name__, url_prefix="/v1/replays/<game>/sessions")

_NOBODY: Final = "none"


class _Place(Text):
    """A place in a game: the query of the address of the review page, without its question mark."""

    def __init__(self, about: str, **options: Any) -> None:
        super().__init__(
            about,
            named="SessionPlace",
            validate=validate.Regexp(
                r"[!$-;=?-Z_a-z~]{0,1000}\Z", error=N_("must be a query of up to 1000 characters")
            ),
            **options,
        )


class CreateSessionRequest(Request):
    """A review together to start."""

    place = _Place("Where the review begins; by default at the start of the game.", load_default="")


class UpdateSessionRequest(Request):
    """The changes of a review together."""

    facts: ClassVar = {"minProperties": 1}

    place = _Place("The place that the followers see.", load_default=None)
    card = Whole(
        "The card to which the leader points; only with `place`. Without it no card is pointed to.",
        load_default=None,
        validate=between(0, review_sessions.MOST_CARDS),
    )
    message = PlainText("A message to all.", load_default=None, validate=length(review_sessions.MAX_MESSAGE_LENGTH))
    leader = Text(
        "The account that leads from now on, or `none`.",
        load_default=None,
        facts={"pattern": "^(a_[0-9a-f]{32}|none)$"},
    )
    mute = Text(
        "An account that cannot write from now on. Its messages are deleted.",
        load_default=None,
        facts={"pattern": "^a_[0-9a-f]{32}$"},
    )
    unmute = Text("An account that may write again.", load_default=None, facts={"pattern": "^a_[0-9a-f]{32}$"})
    remove = Whole("The number of a message to delete.", load_default=None, validate=between(0, MAX_INT))


def _new_session() -> str:
    """Return the place of a new session."""
    place: str = load(CreateSessionRequest(), json_body(optional=True))["place"]
    return place


def _session_change() -> Change:
    """Return the changes in the body: at least one."""
    body = load(UpdateSessionRequest(), json_body())
    place, card, leader = (body[name] for name in ("place", "card", "leader"))
    if place is None and card is not None:
        raise invalid("#/card", N_("has no meaning without a place"))
    if not any(value is not None for value in body.values()):
        raise invalid("#", N_("must have a change"))
    named = {name: parsed_id("a", body[name], f"#/{name}") for name in ("mute", "unmute") if body[name] is not None}
    if leader is not None:
        named["leader"] = ids.NOBODY if leader == _NOBODY else parsed_id("a", leader, "#/leader")
    return Change(place, card, body["message"], remove=body["remove"], **named)


_RECENT_S: Final = 2.0
"""How long followers share a read, so that keep-alives find what a lost notification did not announce."""


@routes.post("")
@Operation(
    "createSession",
    scope="reviews:write",
    price=15,
    stores=500,
    repeatable=True,
    body=Body(CreateSessionRequest, required=False),
    answers={
        201: Answer(
            Session,
            "The session.",
            examples=("session",),
            headers=(LOCATION,),
            links=(
                Link("follow", "getSession", "The session, or the stream of its changes.", {"session": "id"}),
                Link("lead", "updateSession", "Move the followers.", {"session": "id"}),
            ),
        )
    },
    problems=("game-not-finished", ("limit-reached", "the caller has begun too many `sessions`")),
)
def create_session(game: str) -> Response:
    """Begin a review together.

    Begins a review of a finished game that the caller leads. Whoever may see the replay and knows the id can follow
    it, also without a token: `page` is the link for people. A session ends after a day without a change, and nothing
    of it is kept. An account may have begun twenty that have not ended (`limit-reached` with `sessions`). The token
    needs the scope `reviews:write`.
    """
    caller = auth.caller()
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    place = _new_session()
    created = review_sessions.create(finished_game.load(stored.game_id, caller, stored), caller, place)
    location = url_for("sessions.get_session", game=game, session=ids.render("s", created.session_id))
    return as_json(Session.render(created), HTTPStatus.CREATED, {"Location": location})


@routes.get("/<session>")
@Operation(
    "getSession",
    price=15,
    media_types=(JSON, EVENT_STREAM),
    answers={
        200: Answer(
            Session,
            "The session, or the stream.",
            examples=("session",),
            headers=(NO_BUFFERING,),
            links=(Link("replay", "getReplay", "The game."),),
            others=(
                Content(
                    EVENT_STREAM,
                    Text(
                        "`session` with a `Session`, then `change` with a `SessionChange`; `bye` if the stream "
                        "ends. `id` is the version."
                    ),
                    ("session-stream",),
                    events={"session": Session, "change": SessionChange, "bye": StreamBye},
                ),
            ),
        )
    },
    problems=("game-not-finished", "too-many-streams"),
)
def get_session(game: str, session: str) -> Response:
    """Follow a review together.

    Returns the session: who leads, the leader's place in the game, the card to which the leader points, and up to a
    hundred messages. A full chat drops the oldest message of the account with most messages. With `Accept:
    text/event-stream`, it is a stream of server-sent events: `session` with the session at first, `change` with what is
    new after each change, and `bye` if the stream ends, also when the session has ended. Streams have a limited number
    of places, as those of games.
    """
    media_type = accepted_type()
    caller = auth.caller_if_any()
    game_id = _visible_game(game, caller)
    session_id = id_of("s", session)
    if media_type == JSON:
        return as_json(Session.render(review_sessions.read(game_id, session_id)))
    review_sessions.read(game_id, session_id)  # an unknown session takes no place
    subscription = waiting.subscribe(caller, session_id)
    stream = SessionStream(subscription, game_id, session_id, caller)
    return waiting.streamed(stream, subscription, stream.news)


@routes.patch("/<session>")
@Operation(
    "updateSession",
    scope="reviews:write",
    price=15,
    stores=200,
    body=Body(UpdateSessionRequest),
    answers={
        200: Answer(
            SessionChange,
            "What is new.",
            examples=("session-change",),
            links=(Link("follow", "getSession", "The session, or the stream of its changes."),),
        )
    },
    problems=("not-the-leader", "muted", "game-not-finished"),
)
def update_session(game: str, session: str) -> Response:
    """Lead a review together, or write to it.

    Changes a session, and tells all followers. Every account may send a `message`. Only the leader may change `place`,
    the query of the address of the review page that the followers see, with the `card` to which the leader points.
    `leader` hands over: to another account, or with `none` to whoever takes it. Another account may take the lead with
    its own id if nobody leads, or if the leader has been silent for a minute; the account that began the session may
    always. The leader can `mute` an account, `unmute` it, and `remove` any message, other accounts their own. Members
    that are left out do not change. The response contains what is new. The token needs the scope `reviews:write`.
    """
    caller = auth.caller()
    game_id = _visible_game(game, caller)
    session_id = id_of("s", session)
    before, after = review_sessions.change(game_id, session_id, caller, _session_change())
    return as_json(SessionChange.render(News(before, after)))


@routes.delete("/<session>")
@Operation(
    "deleteSession",
    scope="reviews:write",
    answers={204: Answer(None, "The session has ended.")},
    problems=("not-the-leader", "game-not-finished"),
)
def close_session(game: str, session: str) -> Response:
    """End a review together.

    Ends a session for all, as its leader. The streams end with `bye`. The request has no body. The token needs the
    scope `reviews:write`.
    """
    caller = auth.caller()
    game_id = _visible_game(game, caller)
    session_id = id_of("s", session)
    empty_body()
    review_sessions.close(game_id, session_id, caller)
    return no_content()


class SessionStream:
    """The stream of a session: its state at first, and then what changes.

    All followers in a worker share the reads, and those that know the same state share the frames.
    """

    def __init__(self, subscription: Subscription, game_id: UUID, session_id: UUID, caller: Caller | None) -> None:
        self.over, self.polls = False, True
        self._subscription, self._game_id, self._session_id, self._caller = subscription, game_id, session_id, caller
        self._sent: review_sessions.Session | None = None

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
            return event_streams.frame("session", Session.render(found), found.version)
        return self._change(sent, found)

    def _change(self, before: review_sessions.Session, after: review_sessions.Session) -> bytes:
        cache, between = self._subscription.topic(self._session_id).cache, (before.version, after.version)
        known, frame = cache.get("change", (None, b""))
        if known != between:
            frame = event_streams.frame("change", SessionChange.render(News(before, after)), after.version)
            cache["change"] = between, frame
        encoded: bytes = frame
        return encoded

    def _read(self) -> review_sessions.Session:
        topic = self._subscription.topic(self._session_id)
        with topic.exclusive():
            cached, read_at = topic.cache.get(None, (None, 0.0))
            is_old = time.monotonic() - read_at > _RECENT_S
            if cached is None or is_old or cached.version < topic.newest or self._subscription.stale:
                cached = review_sessions.read(self._game_id, self._session_id)
                topic.cache[None] = (cached, time.monotonic())
        found: review_sessions.Session = cached
        self._subscription.report_version(self._session_id, found.version)
        return found


def _visible_game(game: str, caller: Caller | None) -> UUID:
    """Return the id of a finished game that the caller may see. Raises NotFound, WrongGame or GameNotFinished."""
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    return finished_game.load(stored.game_id, caller, stored).game_id
