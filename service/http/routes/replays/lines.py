"""The route that plays other moves of a finished game without storing them."""

from flask import Blueprint, Response

from service.games import lookup
from service.http.pipeline import auth
from service.http.routes.games.games import game_id_of
from service.http.wire import render, schemas
from service.http.wire.request_record import language
from service.http.wire.responses import as_json
from service.replays import finished_game, lines

__all__ = ["routes"]

routes = Blueprint("lines", __name__, url_prefix="/v1/replays/<game>/lines")


@routes.post("")
def play_line(game: str) -> Response:
    """Return what would happen after other moves."""
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    stored = lookup.load_visible(game_id, caller)  # an unknown game is reported before an invalid body
    line = schemas.line()
    played = lines.play(finished_game.load(game_id, caller, stored), line)
    return as_json(render.line(played, language()))
