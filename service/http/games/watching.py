"""Route of the watchers of a game."""

from flask import Blueprint, Response

from service.games import lookup, watching
from service.pipeline import auth
from service.wire.members import ResponseSchema, Whole
from service.wire.operation import Answer, Operation
from service.wire.responses import as_json

__all__ = ["routes"]

routes = Blueprint("watching", __name__, url_prefix="/v1/games")


class Watchers(ResponseSchema):
    """How many watch a game."""

    watchers = Whole("The number of streams of watchers now. It may be some seconds old.", least=0)


@routes.get("/<game>/watchers")
@Operation(
    "getWatchers",
    tag="games",
    plays=True,
    answers={200: Answer(Watchers, "The number of watchers.", examples=("watchers",))},
)
def get_watchers(game: str) -> Response:
    """Count the watchers.

    Returns how many streams of callers without a seat show this game now.
    """
    stored = lookup.load_visible(auth.game_request(game))
    return as_json({"watchers": watching.count(stored.game_id)})
