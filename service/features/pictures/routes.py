"""Pictures of replays and of statistics: routes."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from flask import Blueprint, Response

from engine.rules import palette_of
from engine.score import bands
from service.core.common_parameters import ACCEPT_ENCODING, IF_NONE_MATCH
from service.core.replays import rendered_cache, replays
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendered_cache import Scope
from service.core.replays.rendering.schemas import SEAT
from service.core.replays.routes.lists import FILTERS, WITH_PLAYER
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
from service.features.analysis.routes.analysis import game_analysis
from service.features.pictures import image_drawing, queries, svg
from service.features.pictures.queries import SCHEME
from service.features.statistics import averages
from service.platform import yielding
from service.platform.wire.field_types import Text
from service.platform.wire.headers import RETRY_AFTER
from service.platform.wire.media_types import GIF, PNG, SVG
from service.platform.wire.operation import Answer, Content, Header, Link, Operation, Parameter
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import current, language

__all__ = ["routes"]


PICTURE_POLICY: Final = Header(
    "Content-Security-Policy",
    Text(
        "The picture may load nothing and run nothing.", facts={"const": "default-src 'none'; sandbox"}, required=True
    ),
)


REFRESH: Final = Header(
    "Refresh",
    Text(
        "Seconds after which a browser that shows the picture alone asks for it again.",
        pattern="^[0-9]+$",
        required=True,
    ),
    "2",
)


_log = logging.getLogger(__name__)

routes = Blueprint("pictures", __name__, url_prefix="/v1")

_POLICY: Final = "default-src 'none'; sandbox"
"""Content-Security-Policy: a picture loads no resource and runs no script, even as a page."""

_MOST_POINTS: Final = 30
"""The points for six complete fireworks, the most in any variant."""

Finish = Callable[[str], bytes]
"""Returns the bytes of a picture that was drawn as SVG."""


_TO_FRAME = Link(
    "frame",
    "getFrame",
    "The same as data.",
    {"game": "$request.path.game", "version": "$request.path.version"},
)
_TO_FRAMES = Link("frames", "listFrames", "The table after each event.", {"game": "$request.path.game"})
_TO_ANALYSIS = Link(
    "analysis", "getAnalysis", "The analysis, which is then running too.", {"game": "$request.path.game"}
)
_TO_STATS = Link("stats", "getStats", "The same as data.")


def _picture(media_type: str, example: str, about: str, link: Link, *, headers: tuple[Header, ...] = ()) -> Answer:
    """Return the answer with a picture in a media type."""
    content = Text() if media_type == SVG else Text(facts={"format": "binary"})
    return Answer(
        None,
        about,
        headers=(PICTURE_POLICY, *headers),
        links=(link,),
        others=(Content(media_type, content, (example,)),),
    )


def _of_replay(
    name: str,
    media_type: str,
    answers: Mapping[int, Answer],
    *,
    making: int,
    parameters: tuple[Parameter, ...] = (),
    problems: tuple[str, ...] = (),
) -> Operation:
    """Return the declaration of a picture of a finished game, which is kept once it is drawn."""
    return Operation(
        name,
        price=5,
        making=making,
        media_types=(media_type,),
        tag="replays",
        parameters=(*parameters, SCHEME, REVISION, ACCEPT_ENCODING, IF_NONE_MATCH),
        answers={**answers, 304: LASTING_NOT_MODIFIED, 307: OUTDATED_REVISION},
        problems=("game-not-finished", *problems),
    )


def _score_answers(media_type: str, example: str) -> Mapping[int, Answer]:
    about = "The picture, while the analysis is still being computed."
    return {
        200: _picture(media_type, example, "The picture.", _TO_FRAMES, headers=(*LASTING,)),
        202: _picture(media_type, example, about, _TO_ANALYSIS, headers=(RETRY_AFTER, REFRESH)),
    }


def _as_svg(drawn: str) -> bytes:
    return drawn.encode()


def _as_png(drawn: str) -> bytes:
    return image_drawing.png(drawn)


@routes.get("/replays/<game>/positions/<version>.svg")
@_of_replay(
    "getPositionPicture",
    SVG,
    {200: _picture(SVG, "position-picture-table", "The picture.", _TO_FRAME, headers=(*LASTING,))},
    making=25,
    parameters=(SEAT,),
)
def draw_position(game: str, version: str) -> Response:
    """Draw one frame of a finished game.

    Draws the table after the event with this version: the content of `GET /v1/replays/{game}/frames/{version}`,
    with all hands open or as one seat saw it. It marks the last move, the seat that made it, the cards that a clue
    touched, and the cards that are certainly playable, critical or useless for this viewer. The discard pile has a
    place for each copy of each card. Suits differ by shape and by color. Title and description describe the table
    in the caller's language. All positions have the size 1200 by 630. The picture scales to any size, loads nothing
    and contains neither scripts nor styles, so it can be embedded in a page. Cards have `data-card`, fireworks
    `data-firework`, the rows of the hands `data-seat`, and the marks `data-standing`.
    """
    return _position(game, version, SVG, _as_svg)


@routes.get("/replays/<game>/positions/<version>.png")
@_of_replay(
    "getPositionImage",
    PNG,
    {200: _picture(PNG, "position-image-picture", "The picture.", _TO_FRAME, headers=(*LASTING,))},
    making=25,
    parameters=(SEAT,),
)
def draw_position_png(game: str, version: str) -> Response:
    """Draw one frame of a finished game as PNG.

    The picture of `GET /v1/replays/{game}/positions/{version}.svg` with 1200 by 630 pixels, the size that chats and
    forums want for the picture of a link. It looks the same everywhere, because the service has the font.
    """
    return _position(game, version, PNG, _as_png)


def _scope_of(media_type: str) -> Scope:
    """Return where a picture is kept. A PNG takes a tenth of a second to draw, so all workers share it."""
    return "database" if media_type == PNG else "process"


def _position(game: str, version: str, media_type: str, finish: Finish) -> Response:
    caller = auth.caller_if_any()
    game_id, (seat, scheme) = game_and_query(game, caller, queries.picture_query)
    number = version_of(version)

    def draw(replay: FinishedGame, language: str) -> bytes:
        return finish(svg.position_picture(*replays.position(replay, number, seat), language, scheme))

    what = cache_name(f"position/{number}/{scheme}", seat)
    return cached(game_id, caller, what, draw, media_type=media_type, scope=_scope_of(media_type), policy=_POLICY)


@routes.get("/replays/<game>/animation.gif")
@_of_replay(
    "getReplayAnimation",
    GIF,
    {
        200: _picture(GIF, "replay-animation-picture", "The picture.", _TO_FRAMES, headers=(*LASTING,)),
        202: _picture(
            GIF,
            "replay-animation-picture-running",
            "The first frame, while the others are being drawn.",
            _TO_FRAMES,
            headers=(RETRY_AFTER, REFRESH),
        ),
    },
    making=25,
    parameters=(SEAT,),
)
def draw_animation(game: str) -> Response:
    """Draw a finished game as an animated GIF.

    Shows the table after each turn, for 1.2 seconds each, with 560 by 294 pixels and about 300 kB. Of a game with
    more than 75 turns, some are left out at equal intervals. It is drawn when it is first
    asked for, which takes some seconds, and is then stored. Until it is there, the status is 202 and the picture its
    first frame.
    """
    caller = auth.caller_if_any()
    game_id, (seat, scheme) = game_and_query(game, caller, queries.picture_query)

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
        raise Provisional(image_drawing.gif(key, shown, draw, keep))

    return cached(game_id, caller, what, first_frame, media_type=GIF, policy=_POLICY)


@routes.get("/replays/<game>/score.svg")
@_of_replay(
    "getScorePicture",
    SVG,
    _score_answers(SVG, "score-picture-course"),
    making=75,
    problems=("too-many-analyses",),
)
def draw_score(game: str) -> Response:
    """Draw the curve of a finished game.

    Draws the points on the table, what could still be reached, clue tokens and strikes, turn by turn, with a mark
    at each turn that lost points according to the analysis. Its description contains the same in words, in the
    caller's language. Each turn has a column with `data-turn`, the `data-version` after it, and `data-causes` if it
    lost points. While the analysis is computed, the status is 202, and the marks show where points were lost at the
    latest.
    """
    return _score(game, SVG, _as_svg)


@routes.get("/replays/<game>/score.png")
@_of_replay(
    "getScoreImage",
    PNG,
    _score_answers(PNG, "score-image-picture"),
    making=75,
    problems=("too-many-analyses",),
)
def draw_score_png(game: str) -> Response:
    """Draw the curve of a finished game as PNG.

    The picture of `GET /v1/replays/{game}/score.svg`, 1200 pixels wide.
    """
    return _score(game, PNG, _as_png)


def _score(game: str, media_type: str, finish: Finish) -> Response:
    caller = auth.caller_if_any()
    game_id, scheme = game_and_query(game, caller, queries.curve_query)

    def draw(replay: FinishedGame, language: str) -> bytes:
        found = game_analysis(replay)
        drawn = finish(svg.score_picture(found.analysis, language, scheme))
        if found.status == "unsolved":
            raise Provisional(drawn)
        return drawn

    what = f"score/{scheme}"
    return cached(game_id, caller, what, draw, media_type=media_type, scope=_scope_of(media_type), policy=_POLICY)


@routes.get("/stats/distribution.svg")
@Operation(
    "getDistributionPicture",
    price=40,
    media_types=(SVG,),
    tag="replays",
    parameters=(WITH_PLAYER, *FILTERS, SCHEME),
    answers={200: _picture(SVG, "distribution-picture-scores", "The picture.", _TO_STATS)},
)
def draw_distribution() -> Response:
    """Draw the distribution of scores.

    Draws the number of games by score: the `scores` of `GET /v1/stats` on the bands of the rating, with the same
    filters. Title and description contain the same in words, in the caller's language; each bar has `data-score`.
    """
    return _distribution(SVG, _as_svg)


@routes.get("/stats/distribution.png")
@Operation(
    "getDistributionImage",
    price=40,
    media_types=(PNG,),
    tag="replays",
    parameters=(WITH_PLAYER, *FILTERS, SCHEME),
    answers={200: _picture(PNG, "distribution-image-picture", "The picture.", _TO_STATS)},
)
def draw_distribution_png() -> Response:
    """Draw the distribution of scores as PNG.

    The picture of `GET /v1/stats/distribution.svg` with the same filters, 1200 pixels wide.
    """
    return _distribution(PNG, _as_png)


def _distribution(media_type: str, finish: Finish) -> Response:
    auth.caller_if_any()
    query, scheme = queries.distribution_query()
    found = averages.of(query)
    groups = [str(group.value) for group in found.by_multicolor]
    # If there are games with six suits, the scale goes to 30. Its bands up to 24 are the same (R23).
    most = _most_points(query.variant, groups)
    rated = query.variant is None and groups != ["variant"]  # a game with a variant has no rating
    scale = bands(most) if rated else ()
    drawn = svg.distribution_picture(dict(found.scores), found.unscored, most, scale, language(), scheme)
    return Response(finish(drawn), headers={"Content-Security-Policy": _POLICY}, content_type=media_type)


def _most_points(variant: str | None, groups: Sequence[str]) -> int:
    """Return the highest possible score of games with one variant, or with any `multicolor` of the groups."""
    if variant is not None:
        return palette_of(variant).max_score
    return max([_MOST_POINTS if group == "variant" else palette_of(group).max_score for group in groups], default=25)


@routes.app_errorhandler(svg.RasterFailed)
def _raster_failed(_: svg.RasterFailed) -> Response:
    _log.warning("a picture could not be made, request %s", current().request_id)
    return error_handlers.answer(Problem("service-unavailable", headers={"Retry-After": "2"}))
