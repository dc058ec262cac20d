"""GET of a game: the view of the caller, at once or after news."""

from http import HTTPStatus
from typing import Final, NamedTuple

from flask import Response, request, url_for

from service.core.links import RENDERING
from service.core.requests import auth, waiting
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest
from service.core.tables.rendering import game_json, knowledge
from service.core.tables.rendering.view_schemas import View
from service.core.tables.routes.streams import GameReader
from service.core.tables.views import GameView, ViewVersion
from service.platform import ids
from service.platform.signing import keys
from service.platform.wire.problems import Problem
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json, not_modified


class ViewQuery(NamedTuple):
    """The query of a view."""

    knowledge: bool
    """Whether the view includes the caller's knowledge."""
    at: int | None
    """The version of a past view; None for the present view."""


_WHOLE: Final = ViewQuery(knowledge=False, at=None)
_KEY_DIGITS: Final = 8


def tag(version: ViewVersion) -> dict[str, str]:
    """Return the entity tag of a view without a query, as a header."""
    return {"ETag": f'"{_tag(version)}"'}


def tag_of_view(view: GameView) -> dict[str, str]:
    """Return the same of a view, whose receipt names the key."""
    return {"ETag": f'"{_tag_of(view, _WHOLE)}"'}


def created(asked: GameRequest) -> Response:
    """Return the view of a game that the caller has just created or joined."""
    location = url_for("games.get_game", game=ids.render("g", asked.game_id))
    found = lookup.read_view(asked)
    headers = {"Location": location, "Content-Location": location, **tag_of_view(found)}
    return as_json(View.render(found, language()), HTTPStatus.CREATED, headers)


def response(game: str) -> Response:
    """Return the caller's view of a game; 304 if the client has it.

    With `Prefer: wait`, a 304 comes after the wait, and only if the view has not changed meanwhile.
    """
    newest = auth.caller_and_view_version(game) if request.if_none_match else None
    asked = auth.game_request(game)  # executes no statement if the line above did
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
    wait_s = waiting.requested_wait_s()
    headers = waiting.applied(wait_s)
    if newest is not None and _has(newest, query):
        if not wait_s:
            return not_modified(_tag(newest, query), headers)
        view = _awaited_view(asked, query, wait_s)
        if _has(view.view_version, query):
            return not_modified(_tag(view.view_version, query), headers)
    else:
        view = view or lookup.read_view(asked)
    body = View.render(view, language())
    if query.knowledge:
        body["knowledge"] = knowledge.own_knowledge(view.view)
    return as_json(body, headers={"ETag": f'"{_tag_of(view, query)}"', **headers})


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


def _tag_of(view: GameView, query: ViewQuery) -> str:
    """Return the entity tag of a view, whose receipt names the key."""
    return _tag(view.view_version, query, None if view.receipt is None else view.receipt["key"])


def _tag(view_version: ViewVersion, query: ViewQuery = _WHOLE, key: str | None = None) -> str:
    """Return the entity tag of a view.

    It differs by query and, for the receipt, by the key that signs. `RENDERING` must be incremented whenever the
    rendered bytes of a view change (`service.core.tables.rendering.view_schemas`).
    """
    version, revision, names_revision, seat, is_past = view_version
    viewer = "h" if is_past else "w" if seat is None else seat
    by = "a" if query.at is not None else f".{(key or keys.signer().public)[:_KEY_DIGITS]}"
    with_knowledge = "k" if query.knowledge else ""
    return f"{version}.{revision}.{names_revision}.{viewer}.{language()}.{RENDERING}{by}{with_knowledge}"
