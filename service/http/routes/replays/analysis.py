"""Routes of the analysis: of finished games, of frames of branches, and of positions in notation."""

from collections.abc import Callable
from http import HTTPStatus

from flask import Blueprint, Response

from service.analysis import asked_positions, hindsights, positions, solutions
from service.analysis.analysed_game import AnalysedGame, analysed
from service.analysis.answers import Status
from service.analysis.asked_positions import AnalysedPosition, AskedPosition
from service.http.pipeline import auth, exchange
from service.http.pipeline.prices import JOB
from service.http.pipeline.replay_caching import RETRY_AFTER_S, Provisional, cached
from service.http.routes.games.games import game_and_query
from service.http.routes.replays.branches import branch_and_query
from service.http.routes.replays.lines import line_at
from service.http.routes.replays.replays import version_of
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.request_record import language
from service.http.wire.responses import as_json
from service.replays.finished_game import FinishedGame

__all__ = ["game_analysis", "routes"]

routes = Blueprint("analysis", __name__, url_prefix="/v1")


@routes.get("/replays/<game>/analysis")
@Operation("getAnalysis", price=80)
def get_analysis(game: str) -> Response:
    """Return the analysis of a finished game, event by event."""
    caller = auth.caller_if_any()
    game_id, _ = game_and_query(game, caller, schemas.revised_query)

    def make(replay: FinishedGame, language: str) -> object:
        found = game_analysis(replay)
        return _final(found.status, render.game_analysis(found, language))

    return cached(game_id, caller, "analysis", make)


@routes.get("/replays/<game>/hindsight")
@Operation("getHindsight", price=40)
def get_hindsight(game: str) -> Response:
    """Return what the deal, the draws and the seats lost, and what each seat could have known."""
    caller = auth.caller_if_any()
    game_id, _ = game_and_query(game, caller, schemas.revised_query)

    def make(replay: FinishedGame, language: str) -> object:
        answer = hindsights.of_game(replay.game_id)
        if answer.status == "unsolved":
            _ask(lambda: hindsights.is_pending(replay.game_id), lambda: hindsights.request(replay.game_id))
        return _final(answer.status, render.hindsight(replay.game_id, answer, language))

    return cached(game_id, caller, "hindsight", make)


@routes.get("/replays/<game>/branches/<branch>/frames/<version>/analysis")
@Operation("getBranchAnalysis", price=30)
def get_branch_analysis(game: str, branch: str, version: str) -> Response:
    """Return what can still be reached after one event of a branch."""
    caller = auth.caller_if_any()
    game_id, branch_id, _ = branch_and_query(game, branch, caller, lambda: None)
    number = version_of(version)

    def make(replay: FinishedGame, language: str) -> object:
        found = _position_analysis(asked_positions.of_branch(replay, caller, branch_id, number))
        body = {"id": game, "branch": branch, "version": number, **render.position_analysis(found, language)}
        return _final(found.status, body)

    return cached(game_id, caller, f"{branch}/frames/{number}/analysis", make, scope="revision")


@routes.post("/positions/analysis")
@Operation("createPositionAnalysis", price=20, stores=2000)
def analyse_position() -> Response:
    """Return what can still be reached in a position that the caller describes."""
    auth.caller_if_any()
    return _of_position(schemas.position())


@routes.post("/replays/<game>/lines/analysis")
@Operation("createLineAnalysis", price=20, stores=2000)
def analyse_line(game: str) -> Response:
    """Return what can still be reached at a version of a line."""
    replay, (line, version) = line_at(game, schemas.analysed_line)
    return _of_position(asked_positions.of_line(replay, line, version))


def _of_position(asked: AskedPosition) -> Response:
    found = _position_analysis(asked)
    body = render.position_analysis(found, language())
    if found.status == "unsolved":
        return as_json(body, HTTPStatus.ACCEPTED, {"Retry-After": RETRY_AFTER_S})
    return as_json(body)


def game_analysis(game: FinishedGame) -> AnalysedGame:
    """Return the analysis of a game, and ask for the solution if there is none. Raises too-many-requests."""
    answer = solutions.of_game(game.game_id)
    if answer.status == "unsolved":
        _ask(lambda: solutions.is_pending(game.game_id), lambda: solutions.request(game.game_id))
    return analysed(game, answer)


def _position_analysis(asked: AskedPosition) -> AnalysedPosition:
    found = asked_positions.analysed(asked)
    if found.status == "unsolved":
        _ask(lambda: positions.is_pending(asked.question), lambda: positions.request(asked.question))
    return found


def _ask(is_pending: Callable[[], bool], request: Callable[[], None]) -> None:
    """Request a job. A new one is charged to the caller, who may have only a few at once."""
    if not is_pending():
        exchange.charge_units(JOB)
    request()


def _final(status: Status, body: object) -> object:
    """Return the body. Raises Provisional while a job is running."""
    if status == "unsolved":
        raise Provisional(body)
    return body
