"""Puzzles from finished games, about points and by convention: routes and queries."""

from datetime import UTC, datetime
from typing import Final

from flask import Blueprint, Response

from engine.wording import N_
from service.core.requests import auth
from service.core.tables.lookup import id_of
from service.core.tables.routes.lists import WITH_SEATS
from service.features.analysis import puzzle_answers, puzzles
from service.features.analysis.puzzle_answers import PuzzleTable
from service.features.analysis.puzzles import PuzzleFilter
from service.features.analysis.rendering import puzzle_json
from service.features.analysis.rendering.puzzle_json import (
    Puzzle,
    PuzzleAnswer,
    PuzzleDifficulty,
    PuzzleKind,
    PuzzleList,
    PuzzleTheme,
)
from service.platform.wire.field_types import Text, Whole
from service.platform.wire.headers import LINK
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, page_in, page_of
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import Request, json_body, load, load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json


class CreatePuzzleAnswerRequest(Request):
    """An answer to a puzzle."""

    choice = Whole(
        "The number of one of the `choices`; null to be told the solution.",
        required=True,
        null=True,
        facts={"minimum": 0},
    )


PUZZLE: Final = Parameter(
    "puzzle",
    "path",
    Text("The id of the puzzle, or `daily` for the puzzle of the day.", pattern="^(p_[0-9a-f]{32}|daily)$"),
    "p_019901a4c3e15b5081009e37d2f86a00",
)

LISTED: Final = (
    Parameter("kind", "query", PuzzleKind("Only puzzles that ask this."), "points"),
    Parameter("theme", "query", PuzzleTheme("Only puzzles about points with this theme."), "tempo"),
    Parameter("level", "query", DecimalDigits("Only puzzles of this level of the conventions.", least=1, most=5), 2),
    Parameter("difficulty", "query", PuzzleDifficulty("Only puzzles of this difficulty."), "easy"),
    WITH_SEATS,
    Parameter(
        "limit",
        "query",
        DecimalDigits("The maximum number of puzzles on a page.", least=1, most=100, load_default=20),
        50,
    ),
    CURSOR,
)
"""The parameters of the list."""

_STEPS: Final = Parameter(
    "steps",
    "query",
    Text(
        "Whether the response has `steps`.",
        values={"true": "With the steps.", "false": "Without them."},
        load_default="false",
    ),
    "true",
)

_FROM_PUZZLE: Final = (Link("answer", "createPuzzleAnswer", "What one of the `choices` leads to.", {"puzzle": "id"}),)
_TO_PUZZLE: Final = (Link("puzzle", "getPuzzle", "The puzzle.", {"puzzle": "id"}),)

routes = Blueprint("puzzles", __name__, url_prefix="/v1/puzzles")


def puzzles_query() -> PuzzleFilter:
    """Return the filter and the page of the list of puzzles."""
    query = load_query()
    return PuzzleFilter(
        query["kind"], query["theme"], query["level"], query["difficulty"], query["seats"], page_in(query)
    )


def _steps_query() -> bool:
    """Return whether the response has the table after each turn of the line."""
    return bool(load_query()["steps"] == "true")


@routes.get("")
@Operation(
    "listPuzzles",
    price=10,
    parameters=LISTED,
    answers={
        200: Answer(
            PuzzleList,
            "The puzzles of this page.",
            examples=("puzzles",),
            headers=(LINK,),
            links=(Link("puzzle", "getPuzzle", "One of the puzzles.", {"puzzle": "items/0/id"}),),
        )
    },
)
def list_puzzles() -> Response:
    """List puzzles.

    Returns puzzles from finished public games, those of the newest games first, and some that come with the service. A
    puzzle about `points` is a position in which exactly one choice keeps the points that can be reached;
    `/docs/analysis` defines it, its themes and its difficulty. A theme is a hint, so no puzzle shows its own: `theme`
    selects puzzles, and the right answer has it. A puzzle by convention asks what a clue `told` a seat, or for the
    `turn` that conventions ask of it; `/docs/bots` describes the conventions. They are an agreement of players, no
    rules of the game, and exactly one answer follows from them. The built-in bot of the level reads the same. Puzzles
    are found in the background, some time after the end of a game. They disappear with a game that is deleted or
    hidden.
    """
    auth.caller_if_any()
    query = puzzles_query()
    return page_of(puzzles.listed(query), query.page.limit, puzzle_json.ListedPuzzle.render)


@routes.get("/<puzzle>")
@Operation(
    "getPuzzle",
    price=25,
    answers={200: Answer(Puzzle, "The puzzle.", examples=("puzzle", "puzzle-told"), links=_FROM_PUZZLE)},
)
def get_puzzle(puzzle: str) -> Response:
    """Read a puzzle.

    Returns the table, the seat that is asked, and the possible answers. It has neither the solution nor the theme.
    About points, the hands are open, the deck is in order, and `score` is to be kept. By convention, the table and the
    events are as the seat saw them, and a clue that told something was the last event.

    The puzzle of the day, `daily`, is about points, and the same for everyone on a date in UTC. It is one of those that
    were found before that date, so no new puzzle changes it during the day; if none was, it is the one found first.
    """
    auth.caller_if_any()
    return as_json(puzzle_json.Puzzle.render(_table(puzzle), language()))


@routes.post("/<puzzle>/answers")
@Operation(
    "createPuzzleAnswer",
    price=45,
    stores=0,
    parameters=(_STEPS,),
    body=Body(CreatePuzzleAnswerRequest),
    answers={
        200: Answer(
            PuzzleAnswer,
            "What the answer leads to.",
            examples=("puzzle-right", "puzzle-wrong", "puzzle-told-right"),
            links=_TO_PUZZLE,
        )
    },
)
def answer_puzzle(puzzle: str) -> Response:
    """Answer a puzzle.

    Returns whether a choice is right. About points, it also has the highest score that can be reached after it, which
    the solver has proved, and a line of turns that reaches it. A right answer has the other solutions, the theme, why
    it is right by convention, and links to the game; so has the answer to the choice null, which is the solution.
    Nothing is stored, so the request needs no account and no `Idempotency-Key`, and can be repeated.
    """
    auth.caller_if_any()
    table = _table(puzzle)
    choice, most = load(CreatePuzzleAnswerRequest(), json_body())["choice"], len(table.choices) - 1
    if choice is None:
        choice = puzzle_answers.solution_of(table)
    if not 0 <= choice <= most:
        raise invalid("#/choice", N_("must be from {low} to {high}", low=0, high=most))
    answer = puzzle_answers.answered(table, choice, steps=_steps_query())
    return as_json(puzzle_json.PuzzleAnswer.render(answer, language()))


def _table(puzzle: str) -> PuzzleTable:
    if puzzle == "daily":
        return puzzle_answers.table(puzzles.daily(datetime.now(UTC).date()))
    return puzzle_answers.table(puzzles.read(id_of("p", puzzle)))
