"""Puzzles from finished games: routes, queries and JSON. Only an answer shows a theme or a solution."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, Response

from engine.commands import Turn
from engine.wording import N_
from service.core.common_values import NextCursor, Points, PointsOrNull, Seat, Time, Version
from service.core.replays.rendering.schemas import step_json
from service.core.requests import auth
from service.core.rules.routes.editions import Rules
from service.core.tables.lookup import NotFound
from service.core.tables.rendering import game_json
from service.core.tables.rendering.event_schemas import Event
from service.core.tables.rendering.view_schemas import Action, Face, Frame, SeatWithName
from service.core.tables.routes.lists import WITH_SEATS
from service.core.tables.routes.moves import command_of, load_move
from service.features.analysis import puzzle_answers, puzzles
from service.features.analysis.puzzle_answers import PuzzleTable
from service.features.analysis.puzzles import PuzzleFilter, StoredPuzzle
from service.features.analysis.rendering.schemas import Line
from service.features.analysis.shipped_puzzles import StoredPuzzle as StoredConventionPuzzle
from service.features.lines.routes import lines
from service.platform import ids, timestamps
from service.platform.wire.field_types import Flag, Id, Items, Named, Object, OneOf, ResponseSchema, Text, Whole
from service.platform.wire.headers import LINK
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, cursor_of, page_in, page_of
from service.platform.wire.problems import Problem, fault
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import json_body, load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json

__all__ = [
    "LISTED",
    "PAGE_OF_PUZZLES",
    "PuzzleId",
    "PuzzleLinks",
    "link_to_puzzle",
    "links_from_puzzle",
    "listed_puzzles",
    "puzzle_id_of",
    "puzzle_links",
    "puzzles_query",
    "routes",
]


class PuzzleId(Named):
    """A puzzle."""

    of = Id("p", facts={"examples": ["p_019901a4c3e15b5081009e37d2f86a00"]})


class PuzzleTheme(Named):
    """What the solution is."""

    of = Text(
        values={
            "play": "A play.",
            "discard": "A discard.",
            "clue": "A clue.",
            "tempo": (
                "A clue or the discard of a useless card where both are legal, so that only time and the "
                "order of seats decide between them."
            ),
        }
    )


class PuzzleDifficulty(Named):
    """The level of `difficulty_points`."""

    of = Text(values={"easy": "No points.", "medium": "From 1 point on.", "hard": "From 4 points on."})


class DifficultyPoints(Named):
    """How far one has to read ahead to exclude the choices that look as good as the solution, in sum of turns
    (`/docs/analysis`).
    """

    of = Whole(least=0)


class _ListedPuzzleLinks(ResponseSchema):
    """The members of this value."""

    is_inline = True

    puzzle = Text("The address of the puzzle.")


class ListedPuzzle(ResponseSchema):
    """A puzzle in a list."""

    id = PuzzleId()
    difficulty = PuzzleDifficulty()
    difficulty_points = DifficultyPoints()
    seats = Whole("The number of seats.", least=2, most=6)
    rules = Object(Rules)
    score = Points("The score to keep.")
    finished_at = Time("The end of the game.")
    links = Object(_ListedPuzzleLinks, "Addresses of the puzzle.")


class PuzzleList(ResponseSchema):
    """A page of puzzles."""

    items = Items(Object(ListedPuzzle), "The puzzles.")
    next = NextCursor()


class PuzzleLinks(ResponseSchema):
    """The members of this value."""

    is_inline = True

    puzzle = Text("The address of the puzzle.")
    answers = Text("The address to which answers are sent.")
    solution = Text("The address of the solution.")
    next = Text("A list with the next puzzle of `GET /v1/puzzles`. Its filters can be added.")


class Puzzle(ResponseSchema):
    """A position in which exactly one choice keeps the points that can be reached."""

    id = PuzzleId()
    difficulty = PuzzleDifficulty()
    difficulty_points = DifficultyPoints()
    score = Points("The score to keep: the highest that can be reached.")
    to_move = Seat("The seat to move.")
    players = Items(Object(SeatWithName), "The players of the game, by seat.", least=2, most=6)
    position = Object(Frame, "The frame of the game with open hands.")
    deck = Items(Object(Face), "The cards still in the deck, the next one first.")
    legal_actions = Items(Object(Action), "Every legal action of the seat to move.")
    links = Object(PuzzleLinks, "Addresses of the puzzle.")


class PuzzleStep(ResponseSchema):
    """One event of a line, and the table after it. It has no time and no hash, as it is not part of the game."""

    event = Object(Event)
    frame = Object(Frame)


class _PuzzleAnswerLinks(ResponseSchema):
    """The members of this value."""

    is_inline = True

    page = Text("The page of the game at this position, for people.")
    replay = Text("The replay of the game.")
    frame = Text("The frame of the position.")
    lines = Text("The address to which other moves are sent.")


class PuzzleAnswer(ResponseSchema):
    """What a turn in a puzzle leads to."""

    id = PuzzleId()
    action = Object(Action, "The turn.")
    right = Flag("Whether it keeps the score.")
    score_to_keep = Points("The highest score that could be reached before it.")
    score = PointsOrNull(
        "The highest score that can be reached after it. Null for a play that names a wrong color "
        "or none, and for a wrong kind of clue in a variant: they reach less than `score_to_keep`."
    )
    proved = Flag("Whether `score` is proved to be the highest one; false if it is null.")
    at = Version("The version of the game before the turn, for playing the `line`.")
    line = Line(
        "Turns that reach `score`, from this turn on, or from an equal one if it has to be another."
        " Empty without a score."
    )
    equal_actions = Items(Object(Action), "The other actions that are the solution; empty if the turn is wrong.")
    theme = PuzzleTheme("The theme; null if the turn is wrong.", null=True)
    steps = OneOf(
        Items(Object(PuzzleStep)),
        about=("The event and the table after each turn of the line; null without `steps=true`, or without a line."),
        null=True,
    )
    links = OneOf(Object(_PuzzleAnswerLinks), about="The game at this turn; null if the turn is wrong.", null=True)


PUZZLE: Final = Parameter("puzzle", "path", PuzzleId("The puzzle."), "p_019901a4c3e15b5081009e37d2f86a00")


routes = Blueprint("puzzles", __name__, url_prefix="/v1/puzzles")

Json = dict[str, Any]

PAGE_OF_PUZZLES: Final = (
    WITH_SEATS,
    Parameter(
        "limit",
        "query",
        DecimalDigits("The maximum number of puzzles on a page.", least=1, most=100, load_default=20),
        50,
    ),
    CURSOR,
)
"""The parameters of every list of puzzles."""

LISTED: Final = (
    Parameter("theme", "query", PuzzleTheme("Only puzzles with this theme."), "tempo"),
    Parameter("difficulty", "query", PuzzleDifficulty("Only puzzles of this difficulty."), "easy"),
    *PAGE_OF_PUZZLES,
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


def links_from_puzzle(kind: str, answered: str) -> tuple[Link, Link]:
    """Return the links of a puzzle of a kind to its answers and its solution."""
    puzzle = {"puzzle": "$response.body#/id"}
    return (
        Link("answer", f"create{kind}Answer", answered, puzzle),
        Link("solution", f"get{kind}Solution", "The solution.", puzzle),
    )


def link_to_puzzle(kind: str) -> tuple[Link]:
    """Return the link of an answer to the puzzle of a kind."""
    return (Link("puzzle", f"get{kind}", "The puzzle.", {"puzzle": "$response.body#/id"}),)


def listed_puzzles(schema: type[ResponseSchema], kind: str, about: str, example: str) -> dict[int, Answer]:
    """Return the answers of the list of puzzles of a kind."""
    one = Link("puzzle", f"get{kind}", about, {"puzzle": "$response.body#/items/0/id"})
    return {200: Answer(schema, "The puzzles of this page.", examples=(example,), headers=(LINK,), links=(one,))}


_FROM_PUZZLE: Final = (
    *links_from_puzzle("Puzzle", "What one of the `legal_actions` leads to."),
    Link(
        "replay",
        "getReplay",
        "The game, which may show the solution.",
        {"game": "$response.body#/position/id"},
    ),
)


def puzzles_query() -> PuzzleFilter:
    """Return the filter and the page of the list of puzzles."""
    query = load_query()
    return PuzzleFilter(query["theme"], query["difficulty"], query["seats"], *page_in(query))


def _steps_query() -> bool:
    """Return whether the response has the table after each turn of the line."""
    return bool(load_query()["steps"] == "true")


def _puzzle_turn(version: int) -> Turn:
    """Return the turn in the body, which answers a puzzle at this version. `expected_version` is optional."""
    body = load_move(json_body(), "#")
    if body.get("expected_version", version) != version:
        raise Problem("invalid-request", errors=[fault("#/expected_version", N_("must be {version}", version=version))])
    return command_of(body)


@routes.get("")
@Operation(
    "listPuzzles",
    price=10,
    tag="puzzles",
    parameters=LISTED,
    answers=listed_puzzles(PuzzleList, "Puzzle", "One of the puzzles.", "puzzles"),
)
def list_puzzles() -> Response:
    """List puzzles.

    Returns puzzles from finished public games, those of the newest games first. A puzzle is a position in which
    exactly one choice keeps the points that can be reached; `/docs/analysis` defines it, its themes and its
    difficulty. A theme is a hint, so no puzzle shows its own: `theme` selects puzzles, and the right answer has it.
    Puzzles are found in the background, some time after the end of a game. They disappear with a game that is
    deleted or hidden.
    """
    auth.caller_if_any()
    query = puzzles_query()
    return page_of(puzzles.listed(query), query.limit, _listed_puzzle_json)


@routes.get("/daily")
@Operation(
    "getDailyPuzzle",
    price=25,
    tag="puzzles",
    answers={
        200: Answer(
            Puzzle,
            "The puzzle.",
            examples=("puzzle",),
            links=_FROM_PUZZLE,
        )
    },
    problems=("not-found",),
)
def get_daily_puzzle() -> Response:
    """Read the puzzle of the day.

    Returns one puzzle, the same for everyone on a date in UTC. It is one of those that were found before that date,
    so no new puzzle changes it during the day; if none was, it is the one found first.
    """
    auth.caller_if_any()
    return _shown(puzzles.daily(datetime.now(UTC).date()))


@routes.get("/<puzzle>")
@Operation(
    "getPuzzle",
    price=25,
    tag="puzzles",
    answers={
        200: Answer(
            Puzzle,
            "The puzzle.",
            examples=("puzzle",),
            links=_FROM_PUZZLE,
        )
    },
)
def get_puzzle(puzzle: str) -> Response:
    """Read a puzzle.

    Returns the table with open hands and the cards of the deck in order, the seat to move with its legal actions,
    and the score to keep. It has neither the solution nor the theme.
    """
    auth.caller_if_any()
    return _shown(puzzles.read(puzzle_id_of(puzzle)))


@routes.post("/<puzzle>/answers")
@Operation(
    "createPuzzleAnswer",
    price=30,
    stores=0,
    tag="puzzles",
    parameters=(_STEPS,),
    body=Body(lines.Turn),
    answers={
        200: Answer(
            PuzzleAnswer,
            "What the turn leads to.",
            examples=("puzzle-right", "puzzle-wrong"),
            links=link_to_puzzle("Puzzle"),
        )
    },
    problems=("illegal-move",),
)
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
    turn = _puzzle_turn(stored.puzzle.version)
    found = puzzle_answers.answered(stored, turn, steps=_steps_query())
    return as_json(_puzzle_answer_json(found, language()))


@routes.get("/<puzzle>/solution")
@Operation(
    "getPuzzleSolution",
    price=30,
    tag="puzzles",
    parameters=(_STEPS,),
    answers={
        200: Answer(
            PuzzleAnswer,
            "The solution.",
            examples=("puzzle-right",),
            links=link_to_puzzle("Puzzle"),
        )
    },
)
def get_solution(puzzle: str) -> Response:
    """Read the solution of a puzzle.

    Returns the solution, in the form of the right answer.
    """
    auth.caller_if_any()
    steps = _steps_query()
    stored = puzzles.read(puzzle_id_of(puzzle))
    return as_json(_puzzle_answer_json(puzzle_answers.solved(stored, steps=steps), language()))


def puzzle_id_of(text: str) -> UUID:
    """Return the puzzle id in a path. Raises NotFound for a malformed id."""
    puzzle_id = ids.parse("p", text)
    if puzzle_id is None:
        raise NotFound
    return puzzle_id


def puzzle_links(puzzles: str, puzzle: StoredPuzzle | StoredConventionPuzzle) -> Json:
    """Return the links of a puzzle of the list at an address."""
    path = f"{puzzles}/{ids.render('p', puzzle.puzzle_id)}"
    return {
        "puzzle": path,
        "answers": f"{path}/answers",
        "solution": f"{path}/solution",
        "next": f"{puzzles}?cursor={cursor_of(puzzle.position)}&limit=1",
    }


def _shown(stored: puzzles.StoredPuzzle) -> Response:
    return as_json(_puzzle_json(puzzle_answers.table(stored), language()))


def _listed_puzzle_json(row: puzzles.ListedPuzzle) -> Json:
    """Return a puzzle as a row of a list."""
    puzzle = ids.render("p", row.puzzle_id)
    return {
        "id": puzzle,
        "difficulty": row.level,
        "difficulty_points": row.difficulty,
        "seats": row.seats,
        "rules": row.rules,
        "score": row.score,
        "finished_at": timestamps.rfc3339(row.finished_at),
        "links": {"puzzle": f"/v1/puzzles/{puzzle}"},
    }


def _puzzle_json(table: PuzzleTable, language: str) -> Json:
    """Return a puzzle: the table with open hands, and the deck."""
    stored, puzzle = table.stored, table.stored.puzzle
    (frame,) = game_json.frames(table.frame, language)
    return {
        "id": ids.render("p", stored.puzzle_id),
        "difficulty": puzzle.level,
        "difficulty_points": puzzle.difficulty,
        "score": puzzle.score,
        "to_move": frame["to_move"],
        "players": game_json.seats(table.players),
        "position": frame,
        "deck": [{"card": card, **front._asdict()} for card, front in table.deck],
        "legal_actions": [game_json.action(turn) for turn in table.legal],
        "links": puzzle_links("/v1/puzzles", stored),
    }


def _puzzle_answer_json(answer: puzzle_answers.PuzzleAnswer, language: str) -> Json:
    """Return what a turn leads to."""
    stored, puzzle = answer.stored, answer.stored.puzzle
    return {
        "id": ids.render("p", stored.puzzle_id),
        "action": game_json.action(answer.turn),
        "right": answer.is_right,
        "score_to_keep": puzzle.score,
        "score": answer.score,
        "proved": answer.score is not None,
        "at": puzzle.version,
        "line": [game_json.action(turn) for turn in answer.line],
        "equal_actions": [game_json.action(turn) for turn in answer.equal],
        "theme": answer.theme,
        "steps": [step_json(step, language) for step in answer.steps] or None,
        "links": _links(stored, answer) if answer.is_right else None,
    }


def _links(stored: StoredPuzzle, answer: puzzle_answers.PuzzleAnswer) -> Json:
    """Return links to the game at the turn of the puzzle."""
    game = ids.render("g", stored.game_id)
    replay = f"/v1/replays/{game}"
    return {
        "page": f"/replays/{game}?turn={answer.turn_number}",
        "replay": replay,
        "frame": f"{replay}/frames/{stored.puzzle.version}",
        "lines": f"{replay}/lines",
    }
