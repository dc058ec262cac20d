"""Puzzles by convention: routes, bodies and JSON. Only a right answer explains itself."""

from collections.abc import Iterator
from typing import Any, Final

from flask import Blueprint, Response

from engine.bots.convention_puzzles import Choice, Holds
from engine.conventions.levels import SOURCE
from engine.conventions.review.viewer_thoughts import place_in
from engine.wording import N_
from service.core.common_values import CardId, Language, NextCursor, Rank, Seat, Suit, Time
from service.core.requests import auth
from service.core.rules.routes.editions import Rules
from service.core.tables.rendering import game_json
from service.core.tables.rendering.event_schemas import Event
from service.core.tables.rendering.view_schemas import Action, Frame, SeatWithName
from service.core.tables.words import event_words
from service.features.analysis import convention_puzzle_answers, convention_puzzles
from service.features.analysis.convention_puzzle_answers import ConventionTable
from service.features.analysis.convention_puzzles import PuzzleFilter
from service.features.analysis.routes.puzzles import (
    PAGE_OF_PUZZLES,
    PuzzleId,
    PuzzleLinks,
    link_to_puzzle,
    links_from_puzzle,
    listed_puzzles,
    puzzle_id_of,
    puzzle_links,
)
from service.features.analysis.shipped_puzzles import StoredPuzzle
from service.features.conventions import convention_words
from service.features.conventions.routes.conventions import ConventionLevel, ConventionSource
from service.platform import ids, timestamps
from service.platform.wire.field_types import Flag, Items, Named, Object, OneOf, ResponseSchema, Text, Whole
from service.platform.wire.operation import Answer, Body, Operation, Parameter
from service.platform.wire.pagination import page_in, page_of
from service.platform.wire.problems import Problem, fault
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import Request, json_body, load, load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json

__all__ = ["LISTED", "convention_puzzles_query", "routes"]


class ConventionPuzzleKind(Named):
    """What a puzzle asks."""

    of = Text(
        values={
            "told": "What the last clue told the seat: which of its cards it is about, and what that card is.",
            "turn": "What the conventions ask of the seat, which is to move.",
        }
    )


class ConventionPuzzleDifficulty(Named):
    """How much there is to conclude."""

    of = Text(
        values={
            "easy": "The card fits, or there is no clue to give.",
            "medium": "Another card comes first, or the play is blind.",
            "hard": "Several cards come first, or a chop is to be saved.",
        }
    )


class _PuzzleLinks(PuzzleLinks):
    """The members of this value."""

    is_inline = True

    next = Text("A list with the next puzzle. The filters of the list can be added.")


class ListedConventionPuzzle(ResponseSchema):
    """A puzzle by convention in a list."""

    id = PuzzleId()
    kind = ConventionPuzzleKind()
    level = ConventionLevel()
    difficulty = ConventionPuzzleDifficulty()
    seats = Whole("The number of seats.", least=2, most=5)
    rules = Object(Rules)
    finished_at = Time("The end of the game.")
    links = Object(_PuzzleLinks, "Addresses of the puzzle.")


class ConventionPuzzleList(ResponseSchema):
    """A page of puzzles by convention."""

    items = Items(Object(ListedConventionPuzzle), "The puzzles.")
    next = NextCursor()


class HeldCard(ResponseSchema):
    """That a card is of a suit and a rank."""

    card = CardId()
    suit = Suit()
    rank = Rank()


class ConventionChoice(ResponseSchema):
    """A possible answer. `action` is null if the puzzle asks what a clue told, `holds` if it asks for a turn."""

    choice = Whole("Its number.", least=0)
    action = OneOf(Object(Action), about="The turn.", null=True)
    holds = OneOf(Object(HeldCard), about="What the clue told: the card that it is about, and what it is.", null=True)


class ConventionPuzzle(ResponseSchema):
    """A position of a finished game in which the conventions of a level leave one answer.

    It shows what its seat saw then, and no more.
    """

    id = PuzzleId()
    kind = ConventionPuzzleKind()
    source = Object(ConventionSource)
    level = ConventionLevel()
    difficulty = ConventionPuzzleDifficulty()
    seat = Seat("The seat whose view it is.")
    players = Items(Object(SeatWithName), "The players of the game, by seat.", least=2, most=5)
    position = Object(Frame, "The table as the seat saw it. Its `id` is that of the game, `head` is null.")
    events = Items(
        Object(Event), "What happened after the deal, as the seat saw it, without times and hashes. The last is a turn."
    )
    choices = Items(Object(ConventionChoice), "The possible answers, in order of their numbers.", least=3)
    links = Object(_PuzzleLinks, "Addresses of the puzzle.")


class _ReplayLinks(ResponseSchema):
    """The members of this value."""

    is_inline = True

    page = Text("The page of the game at this position, for people.")
    conventions = Text("The whole game in the light of these conventions.")


class ConventionPuzzleAnswer(ResponseSchema):
    """The result of an answer to a puzzle by convention."""

    id = PuzzleId()
    choice = Object(ConventionChoice, "The answer.")
    right = Flag("Whether it is right.")
    text = Language("Why it is right, in sentences; null if it is wrong.", null=True)
    links = OneOf(
        Object(_ReplayLinks),
        about="The game; null for a wrong answer, and for a game that comes with the service.",
        null=True,
    )


class CreateConventionPuzzleAnswerRequest(Request):
    """An answer to a puzzle by convention."""

    choice = Whole("The number of one of the `choices`.", least=0, required=True)


LISTED: Final = (
    Parameter("kind", "query", ConventionPuzzleKind("Only puzzles that ask this."), "told"),
    Parameter("level", "query", DecimalDigits("Only puzzles of this level of the conventions.", least=1, most=5), 2),
    Parameter("difficulty", "query", ConventionPuzzleDifficulty("Only puzzles of this difficulty."), "medium"),
    *PAGE_OF_PUZZLES,
)
"""The parameters of the list."""

_LIST: Final = "/v1/convention-puzzles"

routes = Blueprint("convention_puzzles", __name__, url_prefix=_LIST)

Json = dict[str, Any]


def convention_puzzles_query() -> PuzzleFilter:
    """Return the filter and the page of the list."""
    query = load_query()
    return PuzzleFilter(query["kind"], query["level"], query["difficulty"], query["seats"], *page_in(query))


@routes.get("")
@Operation(
    "listConventionPuzzles",
    price=10,
    tag="puzzles",
    parameters=LISTED,
    answers=listed_puzzles(ConventionPuzzleList, "ConventionPuzzle", "One of them.", "convention-puzzles"),
)
def list_convention_puzzles() -> Response:
    """List puzzles by convention.

    Returns puzzles that ask what a clue told a seat, or what conventions ask of the seat to move: those of finished
    public games, of the newest games first, and some that come with the service. `/docs/bots` describes the
    conventions. They are an agreement of players, no rules of the game, and exactly one answer follows from them. The
    built-in bot of the level reads the same. Puzzles are found in the background, some time after the end of a game.
    They disappear with a game that is deleted or hidden.
    """
    auth.caller_if_any()
    query = convention_puzzles_query()
    return page_of(convention_puzzles.listed(query), query.limit, _listed_json)


@routes.get("/<puzzle>")
@Operation(
    "getConventionPuzzle",
    price=25,
    tag="puzzles",
    answers={
        200: Answer(
            ConventionPuzzle,
            "The puzzle.",
            examples=("convention-puzzle",),
            links=links_from_puzzle("ConventionPuzzle", "An answer."),
        )
    },
)
def get_convention_puzzle(puzzle: str) -> Response:
    """Read a puzzle by convention.

    Returns the table and the events as the seat of the puzzle saw them, and the possible answers. A clue that told
    something was the last event.
    """
    auth.caller_if_any()
    return as_json(_puzzle_json(_table(puzzle), language()))


@routes.post("/<puzzle>/answers")
@Operation(
    "createConventionPuzzleAnswer",
    price=30,
    stores=0,
    tag="puzzles",
    body=Body(CreateConventionPuzzleAnswerRequest),
    answers={
        200: Answer(
            ConventionPuzzleAnswer,
            "The result.",
            examples=("convention-puzzle-right", "convention-puzzle-wrong"),
            links=link_to_puzzle("ConventionPuzzle"),
        )
    },
)
def answer_convention_puzzle(puzzle: str) -> Response:
    """Answer a puzzle by convention.

    Returns whether a choice is the right one, and then why. Nothing is stored, so the request needs no account and no
    `Idempotency-Key`, and can be repeated.
    """
    auth.caller_if_any()
    table = _table(puzzle)
    body = load(CreateConventionPuzzleAnswerRequest(), json_body())
    most = len(table.shown.choices) - 1
    if body["choice"] > most:
        raise Problem(
            "invalid-request", errors=[fault("#/choice", N_("must be from {low} to {high}", low=0, high=most))]
        )
    return as_json(_answer_json(table, body["choice"], language()))


@routes.get("/<puzzle>/solution")
@Operation(
    "getConventionPuzzleSolution",
    price=30,
    tag="puzzles",
    answers={
        200: Answer(
            ConventionPuzzleAnswer,
            "The solution.",
            examples=("convention-puzzle-right",),
            links=link_to_puzzle("ConventionPuzzle"),
        )
    },
)
def get_convention_solution(puzzle: str) -> Response:
    """Read the solution of a puzzle by convention.

    Returns the solution, in the form of the right answer.
    """
    auth.caller_if_any()
    table = _table(puzzle)
    return as_json(_answer_json(table, table.answer, language()))


def _table(puzzle: str) -> ConventionTable:
    return convention_puzzle_answers.table(convention_puzzles.read(puzzle_id_of(puzzle)))


def _listed_json(stored: StoredPuzzle) -> Json:
    """Return a puzzle as a row of a list."""
    return {
        "id": ids.render("p", stored.puzzle_id),
        "kind": stored.puzzle.kind,
        "level": stored.level,
        "difficulty": stored.puzzle.difficulty,
        "seats": stored.seats,
        "rules": stored.rules,
        "finished_at": timestamps.rfc3339(stored.finished_at),
        "links": puzzle_links(_LIST, stored),
    }


def _puzzle_json(table: ConventionTable, language: str) -> Json:
    """Return a puzzle, as its seat saw it."""
    stored = table.stored
    (frame,) = game_json.frames(table.frame, language)
    return {
        "id": ids.render("p", stored.puzzle_id),
        "kind": stored.puzzle.kind,
        "source": SOURCE,
        "level": stored.level,
        "difficulty": stored.puzzle.difficulty,
        "seat": stored.puzzle.seat,
        "players": game_json.seats(table.players),
        "position": frame,
        "events": [game_json.entry(entry, table.names, language) for entry in table.entries],
        "choices": [_choice_json(table, number) for number in range(len(table.shown.choices))],
        "links": puzzle_links(_LIST, stored),
    }


def _choice_json(table: ConventionTable, number: int) -> Json:
    choice: Choice = table.shown.choices[number]
    if isinstance(choice, Holds):
        front = table.palette.cards[choice.code]
        return {"choice": number, "action": None, "holds": {"card": choice.card, **front._asdict()}}
    return {"choice": number, "action": game_json.action(choice), "holds": None}


def _answer_json(table: ConventionTable, number: int, language: str) -> Json:
    """Return the result of an answer."""
    is_right = number == table.answer
    return {
        "id": ids.render("p", table.stored.puzzle_id),
        "choice": _choice_json(table, number),
        "right": is_right,
        "text": " ".join(_reasons(table, language)) if is_right else None,
        "links": _replay_links(table) if is_right and not table.is_shipped else None,
    }


def _replay_links(table: ConventionTable) -> Json:
    game = ids.render("g", table.stored.game_id)
    return {
        "page": f"/replays/{game}?turn={table.shown.view.turn}",
        "conventions": f"/v1/replays/{game}/conventions?level={table.stored.level}",
    }


def _reasons(table: ConventionTable, language: str) -> Iterator[str]:
    """Yield why the answer is right, in sentences."""
    shown, seat = table.shown, table.stored.puzzle.seat
    names = event_words.unique_names(table.names)
    numbers = {step.version: number for number, step in enumerate(shown.steps)}
    step = shown.steps[-1]
    words = convention_words.ConventionWords(
        language, table.palette, lambda one: names[one] or "", lambda version: numbers[version], shown.fronts
    )
    for ask in step.expected[:1] if table.stored.puzzle.kind == "turn" else ():
        cards = [thought.card for thought in step.hands[ask.seat]]
        yield convention_words.expectation(words, ask, seat, place_in(cards, ask.card))
    if shown.clue is not None:
        meaning = convention_words.convention_meaning(words, shown.clue)
        yield meaning if shown.cause == step.version else convention_words.clue_of_turn(words, shown.cause, meaning)
