"""Routes: finished games, read back and brought in."""

from http import HTTPStatus

from flask import Blueprint, Response, url_for

from service import ids, lists, replays
from service.api import auth, render, schemas
from service.api.answers import JSON, NDJSON, as_json, as_ndjson, language, prefers
from service.api.game_routes import game_id_of
from service.api.intake import json_body
from service.api.listing import page
from service.api.retries import once
from service.games import NotFound

__all__ = ["routes"]

routes = Blueprint("replays", __name__, url_prefix="/v1/replays")


@routes.post("")
@once
def import_replay() -> Response:
    """Keep a game played on hanab.live as a replay."""
    caller = auth.caller("play")
    game_id = replays.import_hanab_live(caller, json_body())
    location = url_for("replays.get_replay", game=ids.render("g", game_id))
    body = render.replay(replays.finished(game_id, caller), language())
    return as_json(body, HTTPStatus.CREATED, {"Location": location})


@routes.get("")
def list_replays() -> Response:
    """Answer with finished public games."""
    auth.caller_if_any()
    query = schemas.replays_query()
    return page(lists.replays(query), query.limit)


@routes.get("/<game>")
def get_replay(game: str) -> Response:
    """Answer with a finished game, everything open."""
    caller = auth.caller_if_any()
    schemas.no_query()
    return as_json(render.replay(replays.finished(game_id_of(game), caller), language()))


@routes.get("/<game>/frames")
def list_frames(game: str) -> Response:
    """Answer with the table after each event."""
    media_type = prefers(JSON, NDJSON)
    caller = auth.caller_if_any()
    found = replays.frames(game_id_of(game), caller, schemas.frames_query())
    items = render.frames(found, language())
    if media_type == NDJSON:
        return as_ndjson(items)
    return as_json({"id": game, "items": list(items)})


@routes.get("/<game>/frames/<version>")
def get_frame(game: str, version: str) -> Response:
    """Answer with the table after one event."""
    caller = auth.caller_if_any()
    found = replays.frames(game_id_of(game), caller, schemas.frames_query())
    if not (version.isascii() and version.isdigit() and int(version[:9]) < len(found.views)) or len(version) > 9:
        raise NotFound
    views = [found.views[int(version)]]
    return as_json(next(iter(render.frames(found._replace(views=views), language()))))
