"""The routes that play other moves of a finished game without storing them."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, Response

from service import i18n
from service.games import lookup
from service.games.lookup import GameRequest
from service.http.pipeline import auth, errors, exchange
from service.http.pipeline.prices import OTHER_DEAL, WHOLE_LINE
from service.http.routes.games.games import game_id_of
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.problems import Problem, fault
from service.http.wire.request_record import language
from service.http.wire.responses import as_json
from service.http.wire.schemas import LineAt
from service.replays import finished_game, lines
from service.replays.finished_game import FinishedGame
from service.replays.lines import Line

__all__ = ["line_at", "routes"]

T = TypeVar("T")

routes = Blueprint("lines", __name__, url_prefix="/v1/replays/<game>/lines")


@routes.post("")
@Operation("createLine", price=40)
def play_line(game: str) -> Response:
    """See what other moves lead to.

    Returns to version `at` of a finished game, makes other moves from there, each by the seat to move, and returns
    what happens and the table after each move. Nothing is stored, so the request needs neither a token nor an
    `Idempotency-Key`. `POST /v1/replays/{game}/branches` with the same moves and deal stores them as a branch.

    The deck is that of the game. With `deal` `resampled`, it is one of the decks that `deal_seat` could not have
    distinguished from it at version `at`, as for branches. The response has its `deal_seed`: with the same one, a
    request gets the same deck again.

    The moves are those of `POST /v1/games/{game}/moves`, such as a `line` of the analysis; `expected_version` is
    optional. If the rules forbid a move, the problem names its position. The game must not have been over at `at`.
    """
    replay, line = _game_and(game, schemas.line)
    _charge(line, OTHER_DEAL + WHOLE_LINE)
    return as_json(render.line(lines.play(replay, line), language()))


@routes.post("/knowledge")
@Operation("createLineKnowledge", price=20)
def get_line_knowledge(game: str) -> Response:
    """See what seats could know in a line.

    Returns what each seat could know about its hand at a version of the line that the body describes, as
    `GET /v1/replays/{game}/frames/{version}/knowledge` does for the game. Nothing is stored.
    """
    replay, (line, version) = line_at(game, schemas.known_line)
    return as_json(render.knowledge_at(lines.known_hands(replay, line, version)))


def line_at(game: str, body: Callable[[], LineAt]) -> tuple[FinishedGame, LineAt]:
    """Return the game of a path, and the line and version in the body. Another deck is charged to the caller."""
    replay, found = _game_and(game, body)
    _charge(found.line, OTHER_DEAL)
    return replay, found


def _game_and(game: str, body: Callable[[], T]) -> tuple[FinishedGame, T]:
    caller = auth.caller_if_any()
    game_id = game_id_of(game)
    stored = lookup.load_visible(GameRequest(game_id, caller))  # an unknown game is reported before an invalid body
    parsed = body()
    return finished_game.load(game_id, caller, stored), parsed


def _charge(line: Line, units: int) -> None:
    if line.deal is not None:
        exchange.charge_units(units)


@routes.app_errorhandler(lines.IllegalBranch)
def _illegal_branch(error: lines.IllegalBranch) -> Response:
    refusal = error.refusal
    wording = i18n.refusal(language(), refusal.code, refusal.rule)
    faults = [fault(f"#/moves/{error.number}", wording, rule=refusal.rule)]
    return errors.answer(Problem("illegal-move", errors=faults, refusal=refusal.code, rule=refusal.rule), wording)


@routes.app_errorhandler(lines.AfterTheEnd)
def _after_the_end(error: lines.AfterTheEnd) -> Response:
    return errors.answer(
        Problem("invalid-request", errors=[fault(f"#/moves/{error.number}", "comes after the end", rule="R22")])
    )


@routes.app_errorhandler(lines.NoSuchBranchPoint)
def _no_such_branch_point(error: lines.NoSuchBranchPoint) -> Response:
    return errors.answer(Problem("invalid-request", errors=[fault("#/at", f"must be from 0 to {error.last}")]))
