"""Routes: branches of finished games, made, read like a replay, and taken back."""

from http import HTTPStatus
from uuid import UUID

from flask import Blueprint, Response, url_for

from service import ids
from service.games import lookup
from service.games.lookup import NotFound
from service.http.pipeline import auth
from service.http.pipeline.caching import lasting
from service.http.pipeline.idempotency import once
from service.http.routes.games.games import asked, game_id_of
from service.http.routes.replays.replays import through, version_of
from service.http.wire import render, schemas
from service.http.wire.pagination import page_of
from service.http.wire.responses import JSON, NDJSON, as_json, as_lines, language, nothing, prefers
from service.replays import branches

__all__ = ["routes"]

routes = Blueprint("branches", __name__, url_prefix="/v1/replays/<game>/branches")


@routes.post("")
@once
def make_branch(game: str) -> Response:
    """Keep what else could have been."""
    caller = auth.caller("play")
    game_id = game_id_of(game)
    lookup.load_visible(game_id, caller)  # an unknown game is told before a faulty body
    branch_id = branches.create(game_id, caller, schemas.new_branch())
    location = url_for("branches.get_branch", game=game, branch=ids.render("b", branch_id))
    body = render.branch(branches.read(game_id, caller, branch_id), language())
    return as_json(body, HTTPStatus.CREATED, {"Location": location})


@routes.get("")
def list_branches(game: str) -> Response:
    """Answer with the branches of a replay, newest first."""
    caller = auth.caller_if_any()
    game_id, (after, limit) = asked(game, caller, schemas.page_query)
    return page_of(branches.listed(game_id, caller, after, limit), limit, render.listed_branch)


@routes.get("/<branch>")
def get_branch(game: str, branch: str) -> Response:
    """Answer with a branch, everything open."""
    caller = auth.caller_if_any()
    game_id, _ = asked(game, caller, schemas.no_query)
    branch_id = _branch_id_of(branch)
    return as_json(render.branch(branches.read(game_id, caller, branch_id), language()))


@routes.delete("/<branch>")
def delete_branch(game: str, branch: str) -> Response:
    """Forget a branch of the caller's."""
    caller = auth.caller("play")
    game_id = game_id_of(game)
    lookup.load_visible(game_id, caller)
    schemas.empty_body()
    branches.delete(game_id, caller, _branch_id_of(branch))
    return nothing()


@routes.get("/<branch>/frames")
def list_branch_frames(game: str, branch: str) -> Response:
    """Answer with the table after each event."""
    media_type = prefers(JSON, NDJSON)
    caller = auth.caller_if_any()
    game_id, seat = asked(game, caller, schemas.seat_query)
    branch_id = _branch_id_of(branch)
    branches.require_known(game_id, caller, branch_id)

    def made(tongue: str) -> object:
        items = render.frames(branches.frames(game_id, caller, branch_id, seat), tongue)
        return as_lines(items) if media_type == NDJSON else {"id": game, "branch": branch, "items": list(items)}

    # It can be taken back, so nobody is told to keep it without asking.
    what = through(f"{branch}/frames", seat)
    return lasting(game_id, caller, what, made, media_type=media_type, keeping="with names")


@routes.get("/<branch>/frames/<version>")
def get_branch_frame(game: str, branch: str, version: str) -> Response:
    """Answer with the table after one event."""
    caller = auth.caller_if_any()
    game_id, seat = asked(game, caller, schemas.seat_query)
    branch_id, number = _branch_id_of(branch), version_of(version)
    branches.require_known(game_id, caller, branch_id)

    def made(tongue: str) -> object:
        return next(iter(render.frames(branches.frames(game_id, caller, branch_id, seat).only(number), tongue)))

    return lasting(game_id, caller, through(f"{branch}/frames/{number}", seat), made, keeping="with names")


def _branch_id_of(text: str) -> UUID:
    branch_id = ids.parse("b", text)
    if branch_id is None:
        raise NotFound
    return branch_id
