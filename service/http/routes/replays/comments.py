"""Routes of comments on finished games."""

from http import HTTPStatus

from flask import Blueprint, Response

from service import ids
from service.games import lookup
from service.games.lookup import GameRequest, NotFound
from service.http.pipeline import auth
from service.http.routes.games.games import game_id_of
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page_of
from service.http.wire.responses import as_json, no_content
from service.replays import comments, finished_game

__all__ = ["routes"]

routes = Blueprint("comments", __name__, url_prefix="/v1/replays")


@routes.get("/<game>/comments")
@Operation("listComments")
def list_comments(game: str) -> Response:
    """List the comments on a finished game.

    Returns the comments on a finished game, oldest first; for a private game, only to its players.
    """
    caller = auth.caller_if_any()
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    query = schemas.page_query()
    replay = finished_game.load(stored.game_id, caller, stored)
    return page_of(comments.of_replay(replay, caller, query.after, query.limit), query.limit, render.comment)


@routes.post("/<game>/comments")
@Operation("createComment", scope="play", stores=400, repeatable=True)
def add_comment(game: str) -> Response:
    """Comment on a finished game.

    Writes a comment on a finished game as a whole, on a turn (`turn-17`: the table after seventeen turns) or on a
    card. Everyone who may read the replay may write up to two hundred comments on it. The token needs the scope
    `play`.
    """
    caller = auth.caller()
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    new = schemas.comment()
    replay = finished_game.load(stored.game_id, caller, stored)
    return as_json(render.comment(comments.add(replay, caller, new.anchor, new.text)), HTTPStatus.CREATED)


@routes.delete("/<game>/comments/<comment>")
@Operation("deleteComment", scope="play")
def delete_comment(game: str, comment: str) -> Response:
    """Delete a comment.

    Deletes one of the caller's own comments. The request has no body. The token needs the scope `play`.
    """
    caller = auth.caller()
    stored = lookup.load_visible(GameRequest(game_id_of(game), caller))
    schemas.empty_body()
    comment_id = ids.parse("c", comment)
    if comment_id is None:
        raise NotFound
    comments.remove(finished_game.load(stored.game_id, caller, stored), caller, comment_id)
    return no_content()
