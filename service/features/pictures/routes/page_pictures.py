"""The picture of a review page: the board at the place that the page's address names, with the players' names."""

from typing import Final

from flask import Blueprint, Response

from service.core.replays.finished_game import FinishedGame, GameNotFinished
from service.core.requests.auth import game_and_query
from service.core.requests.caching import cached
from service.core.tables.lookup import NotFound
from service.core.tables.words import event_words
from service.features.pictures import image_drawing, svg
from service.features.pictures.routes import places
from service.platform.wire.media_types import PNG
from service.platform.wire.operation import web_file
from service.platform.wire.responses import prefers

routes = Blueprint("page_pictures", __name__)

_CACHE_CONTROL: Final = "public, max-age=300"
"""Short, since players can rename or delete their accounts, and a game can become private."""

_POLICY: Final = "default-src 'none'; sandbox"


@routes.get("/replays/<game>/board.png")
@web_file(price=40, parameters=places.PLACE)
def draw_board(game: str) -> Response:
    """Draw the board at a place of a public replay: at a turn of the game or of a line.

    Its query is that of the review page, whose head names it. It shows the names of the players, except with
    `names=off`.
    """
    game_id, place = game_and_query(game, None, places.in_query)  # a crawler has no token
    prefers(PNG)

    def draw(replay: FinishedGame, language: str) -> bytes:
        found = places.scene(replay, place)
        names = event_words.unique_names(replay.names) if place.names else ()
        drawn = svg.position_picture(*found.frame(place.seat), language, place.scheme, names)
        return image_drawing.png(drawn)

    what = f"board/{place.scheme}{places.written(place)}"
    try:
        response = cached(game_id, None, what, draw, media_type=PNG, scope="revision", policy=_POLICY)
    except GameNotFinished:
        raise NotFound from None  # as the head of the page, which does not tell a running game from an unknown one
    response.headers["Cache-Control"] = _CACHE_CONTROL
    return response
