"""Routes of SVG pictures: positions, score charts and histograms."""

from collections.abc import Mapping
from typing import Final, cast

from flask import Blueprint, Response

from engine.rules import Multicolor, palette_of
from service import svg
from service.http.pipeline import auth
from service.http.pipeline.replay_caching import cached
from service.http.routes.games.games import game_and_query
from service.http.routes.replays.replays import cache_name, version_of
from service.http.wire import schemas
from service.http.wire.request_record import language
from service.replays import replays
from service.replays.finished_game import FinishedGame
from service.statistics import statistics

__all__ = ["OFFERS", "routes"]

SVG: Final = "image/svg+xml"

OFFERS: Final[Mapping[str, tuple[str, ...]]] = {
    "pictures.draw_position": (SVG,),
    "pictures.draw_score": (SVG,),
    "pictures.draw_distribution": (SVG,),
}
"""By endpoint; the media types of a picture."""

_POLICY: Final = "default-src 'none'; sandbox"
"""Content-Security-Policy: a picture loads no resource and runs no script, even as a page."""

routes = Blueprint("pictures", __name__, url_prefix="/v1")


@routes.get("/replays/<game>/positions/<version>.svg")
def draw_position(game: str, version: str) -> Response:
    """Draw the table after one event."""
    caller = auth.caller_if_any()
    game_id, seat = game_and_query(game, caller, schemas.frames_query)
    number = version_of(version)

    def draw(replay: FinishedGame, language: str) -> bytes:
        return svg.position_picture(*replays.position(replay, number, seat), language).encode()

    what = cache_name(f"position/{number}", seat)
    return cached(game_id, caller, what, draw, media_type=SVG, scope="process", policy=_POLICY)


@routes.get("/replays/<game>/score.svg")
def draw_score(game: str) -> Response:
    """Draw the score of a game over its turns."""
    caller = auth.caller_if_any()
    game_id, _ = game_and_query(game, caller, schemas.revised_query)

    def draw(replay: FinishedGame, language: str) -> bytes:
        return svg.score_picture(replays.analysed(replay).analysis, language).encode()

    return cached(game_id, caller, "score picture", draw, media_type=SVG, scope="process", policy=_POLICY)


@routes.get("/stats/distribution.svg")
def draw_distribution() -> Response:
    """Draw the number of finished public games by score."""
    auth.caller_if_any()
    found = statistics.of(schemas.finished_query())
    # If there are games with six suits, the scale goes to 30. Its bands up to 24 are the same (R23).
    palettes = [palette_of(cast(Multicolor, group.value)) for group in found.by_multicolor]
    most = max([palette.max_score for palette in palettes], default=25)
    drawn = svg.distribution_picture(dict(found.scores), found.unscored, most, language())
    return Response(drawn, headers={"Content-Security-Policy": _POLICY}, content_type=SVG)
