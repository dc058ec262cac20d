"""Pictures of replays: routes."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

from flask import Blueprint, Response

from service.core.common_parameters import ACCEPT_ENCODING, IF_NONE_MATCH
from service.core.people.tokens import Caller
from service.core.replays import rendered_cache, replays
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering.schemas import SEAT
from service.core.replays.routes.replays import cache_name, version_of
from service.core.requests import auth, error_handlers
from service.core.requests.auth import game_and_query
from service.core.requests.caching import (
    LASTING,
    LASTING_NOT_MODIFIED,
    OUTDATED_REVISION,
    REVISION,
    Provisional,
    cached,
    full_name,
)
from service.core.tables.lookup import NotFound
from service.features.analysis.routes.analysis import game_analysis
from service.features.pictures import image_drawing, svg
from service.features.pictures.routes import places
from service.features.pictures.routes.places import SCHEME
from service.platform import yielding
from service.platform.wire.field_types import Text
from service.platform.wire.headers import RETRY_AFTER
from service.platform.wire.media_types import GIF, PNG, SVG
from service.platform.wire.operation import Answer, Content, Header, Link, Operation, Parameter
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import current
from service.platform.wire.responses import prefers

PICTURE_POLICY: Final = Header(
    "Content-Security-Policy",
    "The picture may load nothing and run nothing.",
    const="default-src 'none'; sandbox",
    required=True,
)

REFRESH: Final = Header(
    "Refresh",
    "Seconds after which a browser that shows the picture alone asks for it again.",
    pattern="^[0-9]+$",
    required=True,
    example="2",
)

_log = logging.getLogger(__name__)

routes = Blueprint("pictures", __name__, url_prefix="/v1")

_POLICY: Final = "default-src 'none'; sandbox"
"""Content-Security-Policy: a picture loads no resource and runs no script, even as a page."""

Draw = Callable[[FinishedGame, str], str]
"""Draws a picture of a game as SVG, in a language."""

PICTURE_FORMAT: Final = Parameter(
    "format",
    "path",
    Text("The format of the picture.", values={"svg": "Scalable, with texts.", "png": "In pixels."}),
    "svg",
)

_TO_FRAME = Link("frame", "getFrame", "The same as data.")
_TO_FRAMES = Link("frames", "listFrames", "The table after each event.")
_TO_ANALYSIS = Link("analysis", "getAnalysis", "The analysis, which is then running too.")


def _picture(media_types: Sequence[str], examples: Sequence[str], about: str, link: Link, *headers: Header) -> Answer:
    """Return the answer with a picture in one of some media types, and an example of each."""
    others = tuple(
        Content(media_type, Text() if media_type == SVG else Text(facts={"format": "binary"}), (example,))
        for media_type, example in zip(media_types, examples, strict=True)
    )
    return Answer(None, about, headers=(PICTURE_POLICY, *headers), links=(link,), others=others)


def _of_replay(
    name: str,
    answers: Mapping[int, Answer],
    *,
    making: int,
    media_types: tuple[str, ...] = (),
    parameters: tuple[Parameter, ...] = (),
    problems: tuple[str, ...] = (),
) -> Operation:
    """Return the declaration of a picture of a finished game, which is kept once it is drawn."""
    return Operation(
        name,
        price=5,
        making=making,
        media_types=media_types,
        parameters=(*parameters, SCHEME, REVISION, ACCEPT_ENCODING, IF_NONE_MATCH),
        answers={**answers, 304: LASTING_NOT_MODIFIED, 307: OUTDATED_REVISION},
        problems=("game-not-finished", *problems),
    )


_MEDIA_TYPES: Final = {"svg": SVG, "png": PNG}
_BOTH: Final = tuple(_MEDIA_TYPES.values())
_DRAWN_S: Final = 2
"""When to ask again for an animation that is being drawn, in seconds."""
_FINISH: Final[Mapping[str, Callable[[str], bytes]]] = {"svg": str.encode, "png": image_drawing.png}
"""Makes the bytes of a format from a picture that was drawn as SVG."""


@routes.get("/replays/<game>/positions/<version>.<format>")
@_of_replay(
    "getPositionPicture",
    {200: _picture(_BOTH, ("position-picture-table", "position-image-picture"), "The picture.", _TO_FRAME, *LASTING)},
    making=25,
    parameters=(SEAT,),
)
def draw_position(game: str, version: str, format: str) -> Response:
    """Draw one frame of a finished game.

    Draws the table after the event with this version: the content of `GET /v1/replays/{game}/frames/{version}`,
    with all hands open or as one seat saw it. It marks the last move, the seat that made it, the cards that a clue
    touched, and the cards that are certainly playable, critical or useless for this viewer. The discard pile has a
    place for each copy of each card. Suits differ by shape and by color. All positions have the size 1200 by 630, which
    chats and forums want for the picture of a link.

    As SVG, title and description describe the table in the caller's language. The picture scales to any size, loads
    nothing and contains neither scripts nor styles, so it can be embedded in a page. Cards have `data-card`, fireworks
    `data-firework`, the rows of the hands `data-seat`, and the marks `data-standing`. A PNG looks the same everywhere,
    because the service has the font.
    """
    caller = auth.caller_if_any()
    game_id, (seat, scheme) = game_and_query(game, caller, places.picture_query)
    number = version_of(version)

    def draw(replay: FinishedGame, language: str) -> str:
        return svg.position_picture(*replays.position(replay, number, seat), language, scheme)

    return _drawn(game_id, caller, cache_name(f"position/{number}/{scheme}", seat), format, draw)


@routes.get("/replays/<game>/animation.gif")
@_of_replay(
    "getReplayAnimation",
    {
        200: _picture((GIF,), ("replay-animation-picture",), "The picture.", _TO_FRAMES, *LASTING),
        202: _picture(
            (GIF,),
            ("replay-animation-picture-running",),
            "The first frame, while the others are being drawn.",
            _TO_FRAMES,
            RETRY_AFTER,
            REFRESH,
        ),
    },
    making=25,
    media_types=(GIF,),
    parameters=(SEAT,),
)
def draw_animation(game: str) -> Response:
    """Draw a finished game as an animated GIF.

    Shows the table after each turn, for 1.2 seconds each, with 560 by 294 pixels and about 300 kB. A game with more
    than 75 turns leaves some out at equal intervals. The animation is drawn when it is first asked for, which takes
    some seconds, and is then stored. Until it is there, the status is 202 and the picture its first frame.
    """
    caller = auth.caller_if_any()
    game_id, (seat, scheme) = game_and_query(game, caller, places.picture_query)

    what = cache_name(f"animation/{scheme}", seat)

    def first_frame(replay: FinishedGame, language: str) -> bytes:
        def draw() -> bytes:
            frames = yielding.steps(replays.turns(replay, seat, svg.MOST_POSITIONS))
            pictures = [svg.position_picture(*frame, language, scheme) for frame in frames]
            return svg.gif(pictures)

        def keep(content: bytes) -> None:
            rendered_cache.keep(replay, full_name(what, language, GIF), content)

        shown = svg.position_picture(*replays.position(replay, 0, seat), language, scheme)
        key = (game_id, what, language)
        raise Provisional(image_drawing.gif(key, shown, draw, keep), _DRAWN_S)

    return cached(game_id, caller, what, first_frame, media_type=GIF, policy=_POLICY)


@routes.get("/replays/<game>/score.<format>")
@_of_replay(
    "getScorePicture",
    {
        200: _picture(_BOTH, ("score-picture-course", "score-image-picture"), "The picture.", _TO_FRAMES, *LASTING),
        202: _picture(
            _BOTH,
            ("score-picture-course", "score-image-picture"),
            "The picture, while the analysis is still being computed.",
            _TO_ANALYSIS,
            RETRY_AFTER,
            REFRESH,
        ),
    },
    making=75,
    problems=("too-many-analyses",),
)
def draw_score(game: str, format: str) -> Response:
    """Draw the curve of a finished game.

    Draws the points on the table, what could still be reached, clue tokens and strikes, turn by turn, with a mark
    at each turn that lost points according to the analysis. The description of an SVG contains the same in words, in
    the caller's language. Each turn has a column with `data-turn`, the `data-version` after it, and `data-causes` if it
    lost points. A PNG is 1200 pixels wide. While the analysis is computed, the status is 202, and the marks show where
    points were lost at the latest.
    """
    caller = auth.caller_if_any()
    game_id, scheme = game_and_query(game, caller, places.curve_query)

    def draw(replay: FinishedGame, language: str) -> str:
        found, again_s = game_analysis(replay)
        drawn = svg.score_picture(found.analysis, language, scheme)
        if again_s is not None:
            raise Provisional(_FINISH[format](drawn), again_s)
        return drawn

    return _drawn(game_id, caller, f"score/{scheme}", format, draw)


def _drawn(game_id: UUID, caller: Caller | None, what: str, format: str, draw: Draw) -> Response:
    """Return a picture of a finished game in the format of its address. Raises NotFound and not-acceptable."""
    if format not in _MEDIA_TYPES:
        raise NotFound
    media_type = prefers(_MEDIA_TYPES[format])
    return cached(
        game_id,
        caller,
        what,
        lambda replay, language: _FINISH[format](draw(replay, language)),
        media_type=media_type,
        # A PNG takes a tenth of a second to draw, so all workers share it.
        scope="database" if media_type == PNG else "process",
        policy=_POLICY,
    )


@routes.app_errorhandler(svg.RasterFailed)
def _raster_failed(_: svg.RasterFailed) -> Response:
    _log.warning("a picture could not be made, request %s", current().request_id)
    return error_handlers.answer(Problem("service-unavailable", headers={"Retry-After": "2"}))
