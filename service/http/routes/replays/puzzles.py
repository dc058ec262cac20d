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
    """List puzzles.

    Returns puzzles from finished public games, those of the newest games first. A puzzle is a position in which
    exactly one choice keeps the points that can be reached; `/docs/analysis` defines it, its themes and its
    difficulty. A theme is a hint, so no puzzle shows its own: `theme` selects puzzles, and the right answer has it.
    Puzzles are found in the background, some time after the end of a game. They disappear with a game that is
    deleted or hidden.
    """
    auth.caller_if_any()
    query = schemas.puzzles_query()
    return page_of(puzzles.listed(query), query.limit, render.listed_puzzle)


@routes.get("/daily")
@Operation("getDailyPuzzle", price=25)
def get_daily_puzzle() -> Response:
    """Read the puzzle of the day.

    Returns one puzzle, the same for everyone on a date in UTC. It is one of those that were found before that date,
    so no new puzzle changes it during the day; if none was, it is the one found first.
    """
    auth.caller_if_any()
    return _shown(puzzles.daily(datetime.now(UTC).date()))


@routes.get("/<puzzle>")
@Operation("getPuzzle", price=25)
def get_puzzle(puzzle: str) -> Response:
    """Read a puzzle.

    Returns the table with open hands and the cards of the deck in order, the seat to move with its legal actions,
    and the score to keep. It has neither the solution nor the theme.
    """
    auth.caller_if_any()
    return _shown(puzzles.read(puzzle_id_of(puzzle)))


@routes.post("/<puzzle>/answers")
@Operation("createPuzzleAnswer", price=30)
def answer_puzzle(puzzle: str) -> Response:
    """Answer a puzzle.

    Returns whether a turn keeps the points, the highest score that can be reached after it, which the solver has
    proved, and a line of turns that reaches it. A right answer also has the other solutions, the theme, and links
    to the game. The body is that of a move; `expected_version` is optional. A move that the rules forbid is a
    problem with the ruling. Nothing is stored, so the request needs no account and no `Idempotency-Key`, and can be
    repeated.
    """
    auth.caller_if_any()
    stored = puzzles.read(puzzle_id_of(puzzle))
    turn = schemas.puzzle_turn(stored.puzzle.version)
    found = puzzle_answers.answered(stored, turn, steps=schemas.steps_query())
    return as_json(render.puzzle_answer(found, language()))


@routes.get("/<puzzle>/solution")
@Operation("getPuzzleSolution", price=30)
def get_solution(puzzle: str) -> Response:
    """Read the solution of a puzzle.

    Returns the solution, in the form of the right answer.
    """
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
