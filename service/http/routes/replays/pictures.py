"""Routes of SVG pictures: positions, score charts and histograms."""

from collections.abc import Mapping, Sequence
from typing import Final

from flask import Blueprint, Response

from engine.rules import palette_of
from engine.score import bands
from service import svg
from service.http.pipeline import auth
from service.http.pipeline.replay_caching import Provisional, cached
from service.http.routes.games.games import game_and_query
from service.http.routes.replays.analysis import game_analysis
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

_MOST_POINTS: Final = 30
"""The points for six complete fireworks, the most in any variant."""

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
        found = game_analysis(replay)
        drawn = svg.score_picture(found.analysis, language).encode()
        if found.status == "unsolved":
            raise Provisional(drawn)
        return drawn

    return cached(game_id, caller, "score picture", draw, media_type=SVG, scope="process", policy=_POLICY)


@routes.get("/stats/distribution.svg")
def draw_distribution() -> Response:
    """Draw the number of finished public games by score."""
    auth.caller_if_any()
    query = schemas.finished_query()
    found = statistics.of(query)
    groups = [str(group.value) for group in found.by_multicolor]
    # If there are games with six suits, the scale goes to 30. Its bands up to 24 are the same (R23).
    most = _most_points(query.variant, groups)
    rated = query.variant is None and groups != ["variant"]  # a game with a variant has no rating
    scale = bands(most) if rated else ()
    drawn = svg.distribution_picture(dict(found.scores), found.unscored, most, scale, language())
    return Response(drawn, headers={"Content-Security-Policy": _POLICY}, content_type=SVG)


def _most_points(variant: str | None, groups: Sequence[str]) -> int:
    """Return the highest possible score of games with one variant, or with any `multicolor` of the groups."""
    if variant is not None:
        return palette_of(variant).max_score
    return max([_MOST_POINTS if group == "variant" else palette_of(group).max_score for group in groups], default=25)
