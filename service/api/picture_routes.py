"""Routes: pictures, as SVG."""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, Response

from service import pictures, replays
from service.api import auth, schemas
from service.api.game_routes import game_id_of
from service.api.lasting import lasting
from service.api.replay_routes import through, version_of

__all__ = ["OFFERS", "routes"]

SVG: Final = "image/svg+xml"

OFFERS: Final[Mapping[str, tuple[str, ...]]] = {
    "pictures.draw_position": (SVG,),
    "pictures.draw_score": (SVG,),
}
"""The media types that each picture can be had in."""

_POLICY: Final = "default-src 'none'; sandbox"
"""A picture loads nothing and runs nothing, also where it is opened as a page of its own."""

routes = Blueprint("pictures", __name__, url_prefix="/v1")


@routes.get("/replays/<game>/positions/<version>.svg")
def draw_position(game: str, version: str) -> Response:
    """Answer with the picture of the table after one event."""
    caller = auth.caller_if_any()
    game_id, seat = game_id_of(game), schemas.frames_query()
    number = version_of(version)

    def drawn(tongue: str) -> bytes:
        return pictures.position_picture(*replays.position(game_id, caller, number, seat), tongue).encode()

    what = through(f"position/{number}", seat)
    return lasting(game_id, caller, what, drawn, media_type=SVG, keeping="here", policy=_POLICY)


@routes.get("/replays/<game>/score.svg")
def draw_score(game: str) -> Response:
    """Answer with the picture of a game's course."""
    caller = auth.caller_if_any()
    schemas.revised_query()
    game_id = game_id_of(game)

    def drawn(tongue: str) -> bytes:
        return pictures.score_picture(replays.analysed(game_id, caller).analysis, tongue).encode()

    return lasting(game_id, caller, "score picture", drawn, media_type=SVG, keeping="here", policy=_POLICY)
