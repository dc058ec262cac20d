"""Routes of puzzles from finished games."""

from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, Response

from service import ids
from service.analysis import puzzle_answers, puzzles
from service.games.lookup import NotFound
from service.http.pipeline import auth
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page_of
from service.http.wire.request_record import language
from service.http.wire.responses import as_json

__all__ = ["puzzle_id_of", "routes"]

routes = Blueprint("puzzles", __name__, url_prefix="/v1/puzzles")


@routes.get("")
@Operation("listPuzzles", price=10)
def list_puzzles() -> Response:
    """List puzzles, those of the newest games first."""
    auth.caller_if_any()
    query = schemas.puzzles_query()
    return page_of(puzzles.listed(query), query.limit, render.listed_puzzle)


@routes.get("/daily")
@Operation("getDailyPuzzle", price=25)
def get_daily_puzzle() -> Response:
    """Return the puzzle of the day."""
    auth.caller_if_any()
    return _shown(puzzles.daily(datetime.now(UTC).date()))


@routes.get("/<puzzle>")
@Operation("getPuzzle", price=25)
def get_puzzle(puzzle: str) -> Response:
    """Return a puzzle without its solution."""
    auth.caller_if_any()
    return _shown(puzzles.read(puzzle_id_of(puzzle)))


@routes.post("/<puzzle>/answers")
@Operation("createPuzzleAnswer", price=30)
def answer_puzzle(puzzle: str) -> Response:
    """Return what a turn leads to. Stores nothing."""
    auth.caller_if_any()
    stored = puzzles.read(puzzle_id_of(puzzle))
    turn = schemas.puzzle_turn(stored.puzzle.version)
    found = puzzle_answers.answered(stored, turn, steps=schemas.steps_query())
    return as_json(render.puzzle_answer(found, language()))


@routes.get("/<puzzle>/solution")
@Operation("getPuzzleSolution", price=30)
def get_solution(puzzle: str) -> Response:
    """Return the solution of a puzzle, as the answer to it."""
    auth.caller_if_any()
    steps = schemas.steps_query()
    stored = puzzles.read(puzzle_id_of(puzzle))
    return as_json(render.puzzle_answer(puzzle_answers.solved(stored, steps=steps), language()))


def puzzle_id_of(text: str) -> UUID:
    """Return the puzzle id in a path. Raises NotFound for a malformed id."""
    puzzle_id = ids.parse("p", text)
    if puzzle_id is None:
        raise NotFound
    return puzzle_id


def _shown(stored: puzzles.StoredPuzzle) -> Response:
    return as_json(render.puzzle(puzzle_answers.table(stored), language()))
