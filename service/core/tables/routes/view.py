"""Routes of one game: the view of the caller, at once or after news, and the count of the watchers."""

from http import HTTPStatus
from typing import Final, NamedTuple
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Response, request, url_for

from service.core.common_parameters import IF_NONE_MATCH, PREFER
from service.core.requests import auth, waiting
from service.core.tables import lookup, watching
from service.core.tables.lobby import access
from service.core.tables.lookup import GameRequest
from service.core.tables.rendering import game_json, knowledge
from service.core.tables.rendering.view_schemas import FROM_VIEW, View, entity_tag, tag_of
from service.core.tables.routes.streams import GameReader
from service.core.tables.views import GameView, ViewVersion
from service.platform import ids
from service.platform.signing import keys
from service.platform.wire.field_types import ResponseSchema, Text, Whole
from service.platform.wire.headers import E_TAG, WAIT_APPLIED
from service.platform.wire.operation import Answer, Operation, Parameter
from service.platform.wire.problems import Problem
from service.platform.wire.request_fields import MAX_INT, DecimalDigits
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json, not_modified, requested_wait_s, wait_applied

AT: Final = Parameter(
    "at",
    "query",
    DecimalDigits("The version of the view, 0 for the deal; by default the newest.", least=0, most=MAX_INT),
    2,
)

INVITATION: Final = Parameter(
    "Invitation", "header", Text("The code of an invitation, which shows a private game until it begins."), "5f61"
)

KNOWLEDGE: Final = Parameter(
    "knowledge",
    "query",
    Text(
        "Whether to include what can be known about the cards.",
        values={"true": "With the knowledge.", "false": "Without it."},
        load_default="false",
    ),
    "true",
)


class ViewQuery(NamedTuple):
    """The query of a view."""

    knowledge: bool
    """Whether the view includes the caller's knowledge."""
    at: int | None
    """The version of a past view; None for the present view."""


_WHOLE: Final = ViewQuery(knowledge=False, at=None)

routes = Blueprint("view", __name__, url_prefix="/v1/games")


def created(asked: GameRequest) -> Response:
    """Return the view of a game that the caller has just created or joined."""
    location = url_for("view.get_game", game=ids.render("g", asked.game_id))
    found = lookup.read_view(asked)
    headers = {"Location": location, "Content-Location": location, "ETag": f'"{tag_of(found, language())}"'}
    return as_json(View.render(found, language()), HTTPStatus.CREATED, headers)


def _view_price(environ: WSGIEnvironment) -> int:
    """Return the units of a view. An earlier one costs more, since its events are read again."""
    return 10 if "at=" in environ["QUERY_STRING"] else 5


@routes.get("/<game>")
@Operation(
    "getGame",
    price=_view_price,
    plays=True,
    parameters=(KNOWLEDGE, AT, INVITATION, IF_NONE_MATCH, PREFER),
    answers={
        200: Answer(
            View,
            "The caller's view.",
            examples=("view-seat", "view-watcher", "view-with-knowledge"),
            headers=(E_TAG, WAIT_APPLIED),
            links=FROM_VIEW,
        ),
        304: Answer(
            None,
            "The caller has the current view already, also after the wait if there was one.",
            headers=(E_TAG, WAIT_APPLIED),
        ),
    },
    problems=("not-watchable", "too-many-streams"),
)
def get_game(game: str) -> Response:
    """Read a game.

    Returns the table as the caller sees it. `legal_actions` is complete and exact if it is the caller's turn, and
    empty otherwise. Under `memory_aid` `none`, a running game shows neither `clues` nor `possible`. With the `ETag`
    of an earlier response in `If-None-Match`, the response is 304 if nothing has changed, at very low cost. With
    `knowledge=true`, the member `knowledge` contains what can be known about the cards: about the caller's own hand
    from everything that it sees, about the others from common knowledge only (R28). It uses the clues that the view
    shows.

    With `If-None-Match` and `Prefer: wait=30`, the response waits until the view changes, for at most that many
    seconds; then it is 304. So one request returns the next view as soon as there is one. A view of an ended game
    does not change.

    With `at`, it returns the table as the caller's seat saw it at that version, with the legal actions of that
    time, in running and finished games. It equals the replay's frame for this seat byte for byte. It contains no
    names, because names can change.
    """
    newest = auth.caller_and_view_version(game) if request.if_none_match else None
    asked = auth.game_request(game)  # executes no statement if the line above did
    if "Invitation" in request.headers:
        asked = access.with_code(asked, request.headers["Invitation"])
    try:
        query = _view_query()
    except Problem:
        lookup.load_visible(asked)  # an unknown game is reported before an invalid query
        raise
    if query.at is not None:
        return _past(asked, query, newest)
    view = None
    if newest is None and request.if_none_match:  # the whole game was needed for the version
        view = lookup.read_view(asked)
        newest = view.view_version
    wait_s = requested_wait_s()
    headers = wait_applied(wait_s)
    if newest is not None and _has(newest, query):
        if not wait_s:
            return not_modified(_tag(newest, query), headers)
        view = _awaited_view(asked, query, wait_s)
        if _has(view.view_version, query):
            return not_modified(_tag(view.view_version, query), headers)
    else:
        view = view or lookup.read_view(asked)
    tag = tag_of(view, language(), knowledge=query.knowledge)
    body = View.render(view, language())
    if query.knowledge:
        body["knowledge"] = knowledge.own_knowledge(view.view)
    return as_json(body, headers={"ETag": f'"{tag}"', **headers})


class Watchers(ResponseSchema):
    """How many watch a game."""

    watchers = Whole("The number of streams of watchers now. It may be some seconds old.", least=0)


@routes.get("/<game>/watchers")
@Operation(
    "getWatchers",
    price=5,
    plays=True,
    answers={200: Answer(Watchers, "The number of watchers.", examples=("watchers",))},
)
def get_watchers(game: str) -> Response:
    """Count the watchers.

    Returns how many streams of callers without a seat show this game now.
    """
    stored = lookup.load_visible(auth.game_request(game))
    return as_json({"watchers": watching.count(stored.game_id)})


def _view_query() -> ViewQuery:
    """Return the query of a view."""
    if not request.query_string:
        return _WHOLE
    query = load_query()
    return ViewQuery(knowledge=query["knowledge"] == "true", at=query["at"])


def _awaited_view(asked: GameRequest, query: ViewQuery, wait_s: int) -> GameView:
    """Wait until the client does not have the view, or the game has ended. Return the view."""
    with waiting.subscribed(asked.caller, asked.game_id) as subscription:
        reader = GameReader(subscription, asked, language())
        return waiting.until(
            subscription,
            wait_s,
            reader.view,
            lambda view: view.view.result is not None or not _has(view.view_version, query),
        )


def _past(asked: GameRequest, query: ViewQuery, newest: ViewVersion | None) -> Response:
    """Return the view at a version, or 304. It has no names, so its tag has no revision."""
    assert query.at is not None
    if newest is not None and query.at <= newest.version:
        version = newest._replace(version=query.at, revision=0, names_revision=0)
        if _has(version, query):
            return not_modified(_tag(version, query))
    past = lookup.read_frame(asked, query.at)
    (body,), (view,) = game_json.frames(past, language()), past.views
    if query.knowledge:
        body["knowledge"] = knowledge.own_knowledge(view)
    tag = _tag(ViewVersion(query.at, 0, 0, view.viewer, past.is_past), query)
    return as_json(body, headers={"ETag": f'"{tag}"'})


def _has(version: ViewVersion, query: ViewQuery) -> bool:
    """Return True if the client has this version of the view."""
    return bool(request.if_none_match.contains_weak(_tag(version, query)))


def _tag(version: ViewVersion, query: ViewQuery) -> str:
    """Return the entity tag of a version of a view. A past view has no receipt, and so no key."""
    key = keys.signer().public if query.at is None else None
    return entity_tag(version, language(), key, knowledge=query.knowledge)
