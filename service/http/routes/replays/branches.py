"""Routes of branches of finished games."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar
from uuid import UUID

from flask import Blueprint, Response, url_for

from service import ids
from service.games import lookup
from service.games.lookup import GameRequest, NotFound
from service.http.pipeline import auth
from service.http.pipeline.replay_caching import cached
from service.http.routes.games.games import game_and_query, game_id_of
from service.http.routes.replays.replays import cache_name, version_of
from service.http.wire import render, schemas
from service.http.wire.media_types import JSON, NDJSON
from service.http.wire.operation import Operation
from service.http.wire.pagination import page_of
from service.http.wire.request_record import accepted_type, language
from service.http.wire.responses import as_json, as_lines, encoded, no_content
from service.identity.tokens import Caller
from service.replays import branches, finished_game
from service.replays.finished_game import FinishedGame

__all__ = ["branch_and_query", "routes"]

T = TypeVar("T")

routes = Blueprint("branches", __name__, url_prefix="/v1/replays/<game>/branches")


@routes.post("")
@Operation("createBranch", scope="play", price=30, stores=800, repeatable=True)
def make_branch(game: str) -> Response:
    """Create a branch."""
    caller = auth.caller()
    game_id = game_id_of(game)
    stored = lookup.load_visible(GameRequest(game_id, caller))  # an unknown game is reported before an invalid body
    new = schemas.new_branch()
    replay = finished_game.load(game_id, caller, stored)
    branch_id = branches.create(replay, caller, new)
    location = url_for("branches.get_branch", game=game, branch=ids.render("b", branch_id))
    body = render.branch(branches.read(replay, caller, branch_id), language())
    return as_json(body, HTTPStatus.CREATED, {"Location": location})


@routes.get("")
@Operation("listBranches", price=10)
def list_branches(game: str) -> Response:
    """List the branches of a replay, newest first."""
    caller = auth.caller_if_any()
    game_id, (after, limit) = game_and_query(game, caller, schemas.page_query)
    found = branches.of_game(finished_game.load(game_id, caller), caller, after, limit)
    return page_of(found, limit, render.listed_branch)


@routes.get("/<branch>")
@Operation("getBranch", price=25)
def get_branch(game: str, branch: str) -> Response:
    """Return a branch with open hands."""
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    branch_id = _branch_id_of(branch)
    found = branches.read(finished_game.load(game_id, caller), caller, branch_id)
    return as_json(render.branch(found, language()))


@routes.delete("/<branch>")
@Operation("deleteBranch", scope="play")
def delete_branch(game: str, branch: str) -> Response:
    """Delete one of the caller's branches."""
    caller = auth.caller()
    game_id = game_id_of(game)
    stored = lookup.load_visible(GameRequest(game_id, caller))
    schemas.empty_body()
    branch_id = _branch_id_of(branch)
    branches.remove(finished_game.load(game_id, caller, stored), caller, branch_id)
    return no_content()


@routes.get("/<branch>/frames")
@Operation("listBranchFrames", price=80, media_types=(JSON, NDJSON))
def list_branch_frames(game: str, branch: str) -> Response:
    """List the table after each event of a branch."""
    media_type = accepted_type()
    caller = auth.caller_if_any()
    game_id, branch_id, seat = branch_and_query(game, branch, caller, schemas.seat_query)

    def make(replay: FinishedGame, language: str) -> object:
        items = render.frames(branches.frames(replay, caller, branch_id, seat), language)
        return as_lines(items) if media_type == NDJSON else {"id": game, "branch": branch, "items": encoded(items)}

    # A branch can be deleted, so its frames are never immutable.
    what = cache_name(f"{branch}/frames", seat)
    return cached(game_id, caller, what, make, media_type=media_type, scope="revision")


@routes.get("/<branch>/frames/<version>")
@Operation("getBranchFrame", price=30)
def get_branch_frame(game: str, branch: str, version: str) -> Response:
    """Return the table after one event of a branch."""
    caller = auth.caller_if_any()
    game_id, branch_id, seat = branch_and_query(game, branch, caller, schemas.seat_query)
    number = version_of(version)

    def make(replay: FinishedGame, language: str) -> object:
        return next(iter(render.frames(branches.frames(replay, caller, branch_id, seat).only(number), language)))

    return cached(game_id, caller, cache_name(f"{branch}/frames/{number}", seat), make, scope="revision")


def branch_and_query(game: str, branch: str, caller: Caller | None, query: Callable[[], T]) -> tuple[UUID, UUID, T]:
    """Return the ids of a game and its branch in a path, and the parsed query. Raises NotFound."""
    game_id, parsed = game_and_query(game, caller, query)
    branch_id = _branch_id_of(branch)
    branches.require_exists(game_id, caller, branch_id)
    return game_id, branch_id, parsed


def _branch_id_of(text: str) -> UUID:
    """Return the branch id in a path. Raises NotFound for a malformed id."""
    branch_id = ids.parse("b", text)
    if branch_id is None:
        raise NotFound
    return branch_id
