"""Routes of the analysis of finished games, lines and positions."""

from functools import partial
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response

from engine.formats.notation.words import NotationError
from engine.wording import N_
from service.core.common_parameters import ACCEPT_ENCODING, IF_NONE_MATCH
from service.core.replays.finished_game import FinishedGame
from service.core.replays.rendering import schemas as replay_schemas
from service.core.replays.routes.replays import version_of
from service.core.requests import auth
from service.core.requests.auth import game_and_query
from service.core.requests.caching import (
    LASTING,
    LASTING_NOT_MODIFIED,
    OUTDATED_REVISION,
    REVISION,
    cached,
)
from service.features.analysis import asked_positions, hindsights, positions, solutions
from service.features.analysis.analysed_game import AnalysedGame, analysed
from service.features.analysis.asked_positions import AskedPosition, of_notation
from service.features.analysis.rendering import analysis_json
from service.features.analysis.rendering.schemas import Analysis, Hindsight, PositionAnalysis
from service.features.analysis.routes.asking import ask, final
from service.features.lines.routes.lines import TO_LINE, CreateLineAnalysisRequest, line_in_body
from service.platform.wire.field_types import Text
from service.platform.wire.headers import RETRY_AFTER
from service.platform.wire.operation import Answer, Body, Link, Operation
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import length
from service.platform.wire.request_parsing import Request, json_body, load
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json

routes = Blueprint("analysis", __name__, url_prefix="/v1")

_MAX_LENGTH: Final = 4000
"""More than a position with all marks has."""


class CreatePositionAnalysisRequest(Request):
    """A position to analyze."""

    position = Text("A position in notation, with `hands` and `deck`.", required=True, validate=length(_MAX_LENGTH))


_TO_FRAME = (
    Link("frame", "getFrame", "The table after the first event that lost points.", {"version": "losses/0/version"}),
    Link("knowledge", "getKnowledge", "What each seat could know then.", {"version": "losses/0/version"}),
    Link(
        "line",
        "createLineFrames",
        "What the first saving turn leads to: `since` of the loss is `at`, and `line` of the turn the `moves`.",
    ),
)
_TO_ANALYSIS: Final = (Link("analysis", "getAnalysis", "The level above, with hands and deck open."),)


def _position() -> AskedPosition:
    """Return the position in the body."""
    body = load(CreatePositionAnalysisRequest(), json_body())
    try:
        return of_notation(body["position"])
    except NotationError as error:
        detail = N_("line {line}, column {column}: {reason}", line=error.line, column=error.column, reason=error.reason)
        raise invalid("#/position", detail) from None


@routes.get("/replays/<game>/analysis")
@Operation(
    "getAnalysis",
    price=5,
    making=75,
    parameters=(REVISION, ACCEPT_ENCODING, IF_NONE_MATCH),
    answers={
        200: Answer(
            Analysis,
            "The measures.",
            examples=("analysis",),
            headers=LASTING,
            links=_TO_FRAME,
        ),
        202: Answer(
            Analysis,
            "The measures, with bounds only, as the solution is still being computed.",
            examples=("analysis-running",),
            headers=(RETRY_AFTER,),
            links=_TO_FRAME,
        ),
        304: LASTING_NOT_MODIFIED,
        307: OUTDATED_REVISION,
    },
    problems=("game-not-finished", "too-many-analyses"),
)
def get_analysis(game: str) -> Response:
    """Read the analysis of a finished game.

    Measures a finished game event by event: how many points could still be reached with all cards known, how likely
    each play was to succeed given what its seat could know, what each clue showed, pace, efficiency and thinking
    times; where points were lost and which turns would have kept them; and a summary in the caller's language.
    `/docs/analysis` defines each measure. `after` of all events is the curve of the game, one point per version.

    What could be reached is computed in the background. Until it is there, the response has the status 202: a
    document of the same form with bounds only, in which each loss is known "at the latest". Send the request again
    after `Retry-After` seconds. Caching of the final document is the same as for frames.
    """
    caller = auth.caller_if_any()
    game_id, _ = game_and_query(game, caller, replay_schemas.revised_query)

    def make(replay: FinishedGame, language: str) -> object:
        found, again_s = game_analysis(replay)
        return final(analysis_json.game_analysis(found, language), again_s)

    return cached(game_id, caller, "analysis", make)


@routes.get("/replays/<game>/hindsight")
@Operation(
    "getHindsight",
    price=5,
    making=35,
    parameters=(REVISION, ACCEPT_ENCODING, IF_NONE_MATCH),
    answers={
        200: Answer(
            Hindsight,
            "Both levels.",
            examples=("hindsight",),
            headers=LASTING,
            links=_TO_ANALYSIS,
        ),
        202: Answer(
            Hindsight,
            "Nothing yet, as it is still being computed.",
            examples=("hindsight-running",),
            headers=(RETRY_AFTER,),
            links=_TO_ANALYSIS,
        ),
        304: LASTING_NOT_MODIFIED,
        307: OUTDATED_REVISION,
    },
    problems=("game-not-finished", "too-many-analyses"),
)
def get_hindsight(game: str) -> Response:
    """Read what was luck and what was choice.

    Returns two levels of hindsight. With open hands and an unknown deck: how many points the deal, the draws, each seat
    and the end lost, as means over samples of the deck with their standard errors. With the seat's own view: in how
    many of the deals that the seat could not tell apart a turn that lost points does so. `/docs/analysis` defines both.
    They are computed in the background, after the analysis: until then, the status is 202. Send the request again after
    `Retry-After` seconds. Caching is the same as for frames.
    """
    caller = auth.caller_if_any()
    game_id, _ = game_and_query(game, caller, replay_schemas.revised_query)

    def make(replay: FinishedGame, language: str) -> object:
        answer, again_s = hindsights.of_game(replay.game_id), None
        if answer.status == "unsolved":
            again_s = ask(lambda: hindsights.is_pending(replay.game_id), partial(hindsights.request, replay.game_id))
        return final(analysis_json.hindsight(replay.game_id, answer, language), again_s)

    return cached(game_id, caller, "hindsight", make)


@routes.post("/positions/analysis")
@Operation(
    "createPositionAnalysis",
    price=20,
    stores=2000,
    body=Body(CreatePositionAnalysisRequest),
    answers={
        200: Answer(
            PositionAnalysis,
            "What can be reached.",
            examples=("position-analysis",),
            links=(
                Link(
                    "game", "createReplay", "A whole game in notation can be imported, and is then analyzed as a whole."
                ),
            ),
        ),
        202: Answer(
            PositionAnalysis,
            "Bounds of what can be reached, as the solution is still being computed.",
            examples=("position-analysis-running",),
            headers=(RETRY_AFTER,),
            links=(
                Link(
                    "game", "createReplay", "A whole game in notation can be imported, and is then analyzed as a whole."
                ),
            ),
        ),
    },
    problems=("too-many-analyses", "analysis-queue-full"),
)
def analyse_position() -> Response:
    """Ask what can be reached in a position.

    Returns how many points can still be reached in a position with all cards known, a line of turns that reaches
    them, and the turns that keep them. The position is a line of notation (`/docs/notation`) with `hands` and
    `deck`. It is computed in the background: until then, the status is 202, and the document has bounds only. Send
    the same request again after `Retry-After` seconds. Repeating it makes no second job, so it needs no
    `Idempotency-Key`. The position and its answer are deleted some days later. A token is not needed.
    """
    auth.caller_if_any()
    return _of_position(_position())


@routes.post("/replays/<game>/frames/<version>/analysis")
@Operation(
    "createLineAnalysis",
    price=20,
    stores=2000,
    body=Body(CreateLineAnalysisRequest),
    answers={
        200: Answer(
            PositionAnalysis,
            "What can be reached.",
            examples=("position-analysis",),
            links=TO_LINE,
        ),
        202: Answer(
            PositionAnalysis,
            "Bounds of what can be reached, as the solution is still being computed.",
            examples=("position-analysis-running",),
            headers=(RETRY_AFTER,),
            links=TO_LINE,
        ),
    },
    problems=("game-not-finished", "illegal-move", "too-many-analyses", "analysis-queue-full"),
)
def analyse_line(game: str, version: str) -> Response:
    """Ask what can still be reached in a line.

    Returns how many points can still be reached at a version of the line that the body describes
    (`POST /v1/replays/{game}/frames`), or of the game before it, with all cards known. As for a position in notation,
    it is computed in the background, and the same request later gets the answer.
    """
    replay, line, _ = line_in_body(game, CreateLineAnalysisRequest())
    return _of_position(asked_positions.of_line(replay, line, version_of(version)))


def _of_position(asked: AskedPosition) -> Response:
    found = asked_positions.analysed(asked)
    if found.status != "unsolved":
        return as_json(analysis_json.position_analysis(found, language()))
    again_s = ask(lambda: positions.is_pending(asked.question), partial(positions.request, asked.question))
    body = analysis_json.position_analysis(found, language())
    return as_json(body, HTTPStatus.ACCEPTED, {"Retry-After": str(again_s)})


def game_analysis(game: FinishedGame) -> tuple[AnalysedGame, int | None]:
    """Return the analysis of a game, and ask for the solution if there is none. Raises too-many-requests.

    The number says in how many seconds the solution may be there; None if it is.
    """
    answer, again_s = solutions.of_game(game.game_id), None
    if answer.status == "unsolved":
        again_s = ask(lambda: solutions.is_pending(game.game_id), partial(solutions.request, game.game_id))
    return analysed(game, answer), again_s
