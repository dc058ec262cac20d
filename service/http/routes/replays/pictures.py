"""Routes: pictures, as SVG."""

from collections.abc import Mapping
from typing import Final, cast

from flask import Blueprint, Response

from engine.rules import Multicolor, palette_of
from service import svg
from service.http.pipeline import auth
from service.http.pipeline.caching import lasting
from service.http.routes.games.games import asked
from service.http.routes.replays.replays import through, version_of
from service.http.wire import schemas
from service.http.wire.responses import language
from service.replays import replays
from service.statistics import statistics

__all__ = ["OFFERS", "routes"]

SVG: Final = "image/svg+xml"

OFFERS: Final[Mapping[str, tuple[str, ...]]] = {
    "pictures.draw_position": (SVG,),
    "pictures.draw_score": (SVG,),
    "pictures.draw_distribution": (SVG,),
}
"""The media types that each picture can be had in."""

_POLICY: Final = "default-src 'none'; sandbox"
"""A picture loads nothing and runs nothing, also where it is opened as a page of its own."""

routes = Blueprint("pictures", __name__, url_prefix="/v1")


@routes.get("/replays/<game>/positions/<version>.svg")
def draw_position(game: str, version: str) -> Response:
    """Answer with the picture of the table after one event."""
    caller = auth.caller_if_any()
    game_id, seat = asked(game, caller, schemas.frames_query)
    number = version_of(version)

    def drawn(tongue: str) -> bytes:
        return svg.position_picture(*replays.position(game_id, caller, number, seat), tongue).encode()

    what = through(f"position/{number}", seat)
    return lasting(game_id, caller, what, drawn, media_type=SVG, keeping="here", policy=_POLICY)


@routes.get("/replays/<game>/score.svg")
def draw_score(game: str) -> Response:
    """Answer with the picture of a game's course."""
    caller = auth.caller_if_any()
    game_id, _ = asked(game, caller, schemas.revised_query)

    def drawn(tongue: str) -> bytes:
        return svg.score_picture(replays.analysed(game_id, caller).analysis, tongue).encode()

    return lasting(game_id, caller, "score picture", drawn, media_type=SVG, keeping="here", policy=_POLICY)


@routes.get("/stats/distribution.svg")
def draw_distribution() -> Response:
    """Answer with the picture of how many finished public games came to which score."""
    auth.caller_if_any()
    found = statistics.of(schemas.finished_query())
    # With a sixth suit among them the scale goes on to 30; its bands up to 24 are those of the shorter one (R23).
    palettes = [palette_of(cast(Multicolor, group.value)) for group in found.by_multicolor]
    most = max([palette.max_score for palette in palettes], default=25)
    drawn = svg.distribution_picture(dict(found.scores), found.unscored, most, language())
    return Response(drawn, headers={"Content-Security-Policy": _POLICY}, content_type=SVG)
