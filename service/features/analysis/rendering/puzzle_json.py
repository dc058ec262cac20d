"""Puzzles and answers to them as JSON. Only a right answer shows a theme, or explains itself."""

from collections.abc import Iterator
from typing import Final

from engine.bots.convention_puzzles import Holds, Shown
from engine.conventions.levels import SOURCE
from engine.conventions.review.viewer_thoughts import place_in
from service.core.common_values import CardId, Language, NextCursor, PointsOrNull, Rank, Seat, Suit, Time
from service.core.replays import replays
from service.core.rules.rendering import Rules
from service.core.tables.rendering import game_json, view_schemas
from service.core.tables.rendering.event_schemas import Event
from service.core.tables.rendering.view_schemas import Action, Face, Frame, seats_with_names
from service.core.tables.views import Frames
from service.core.tables.words import event_words
from service.features.analysis import puzzle_answers
from service.features.analysis.puzzle_answers import PuzzleTable
from service.features.analysis.puzzles import ListedPuzzle as ListedRow
from service.features.analysis.puzzles import StoredPuzzle
from service.features.analysis.rendering.schemas import Line
from service.features.analysis.shipped_puzzles import StoredConventionPuzzle
from service.features.conventions import convention_words
from service.features.conventions.rendering import ConventionLevel, ConventionSource
from service.platform import ids
from service.platform.exact_json import Json
from service.platform.wire.field_types import Flag, Id, Items, Named, Object, OneOf, ResponseSchema, Text, Whole
from service.platform.wire.pagination import cursor_of
from service.platform.wire.rendering import Rendered, itself


class PuzzleId(Named):
    """A puzzle."""

    of = Id("p", facts={"examples": ["p_019901a4c3e15b5081009e37d2f86a00"]})


class PuzzleKind(Named):
    """What a puzzle asks."""

    of = Text(
        values={
            "points": "Which choice keeps the points that can be reached, with all cards known.",
            "told": "What the last clue told the seat by conventions: a card, and what that card is.",
            "turn": "What conventions ask of the seat, which is to move.",
        }
    )


class PuzzleTheme(Named):
    """What the solution of a puzzle about points is."""

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
    """How hard it is: about points by `difficulty_points`, by convention by what there is to conclude."""

    of = Text(
        values={
            "easy": "No points. By convention, the card fits, or there is no clue to give.",
            "medium": "From 1 point on. By convention, another card comes first, or the play is blind.",
            "hard": "From 4 points on. By convention, several cards come first, or a chop is to be saved.",
        }
    )


class DifficultyPoints(Named):
    """How far one has to read ahead to exclude the choices that look as good as the solution, in sum of turns
    (`/docs/analysis`).
    """

    of = Whole(least=0)


_LIST: Final = "/v1/puzzles"

AnyPuzzle = ListedRow | StoredPuzzle | StoredConventionPuzzle


def _path(puzzle: AnyPuzzle) -> str:
    return f"{_LIST}/{ids.render('p', puzzle.puzzle_id)}"


class _PuzzleLinks(Rendered[AnyPuzzle]):
    """The members of this value."""

    is_inline = True

    puzzle = Text("The address of the puzzle.", computed=_path)
    answers = Text("The address to which answers are sent.", computed=lambda puzzle: _path(puzzle) + "/answers")
    next = Text(
        "A list with the next puzzle of `GET /v1/puzzles`. Its filters can be added.",
        computed=lambda puzzle: f"{_LIST}?cursor={cursor_of(puzzle.position)}&limit=1",
    )


class _PuzzleFacts(Rendered[ListedRow | PuzzleTable]):
    """What the list and the puzzle itself say."""

    id = PuzzleId(attribute="puzzle_id")
    kind = PuzzleKind()
    difficulty = PuzzleDifficulty()
    difficulty_points = DifficultyPoints("Null for a puzzle by convention.", null=True)
    score = PointsOrNull("The score to keep, the highest that can be reached; null for a puzzle by convention.")
    level = ConventionLevel("The level of the conventions; null for a puzzle about points.", null=True)
    links = Object(
        _PuzzleLinks,
        "Addresses of the puzzle.",
        computed=lambda puzzle: puzzle.stored if isinstance(puzzle, PuzzleTable) else puzzle,
    )


class ListedPuzzle(_PuzzleFacts, Rendered[ListedRow]):
    """A puzzle in a list."""

    seats = Whole("The number of seats.", least=2, most=6)
    rules = Object(Rules)
    finished_at = Time("The end of the game.")


class PuzzleList(ResponseSchema):
    """A page of puzzles."""

    items = Items(Object(ListedPuzzle), "The puzzles.")
    next = NextCursor()


class HeldCard(ResponseSchema):
    """That a card is of a suit and a rank."""

    card = CardId()
    suit = Suit()
    rank = Rank()


class PuzzleChoice(ResponseSchema):
    """A possible answer. `action` is null if the puzzle asks what a clue told, else `holds` is."""

    choice = Whole("Its number.", least=0)
    action = OneOf(Object(Action), about="The turn.", null=True)
    holds = OneOf(Object(HeldCard), about="What the clue told: the card that it is about, and what it is.", null=True)


def _choice(table: PuzzleTable, number: int) -> Json:
    choice = table.choices[number]
    if isinstance(choice, Holds):
        front = table.palette.cards[choice.code]
        return {"choice": number, "action": None, "holds": {"card": choice.card, **front._asdict()}}
    return {"choice": number, "action": view_schemas.action(choice), "holds": None}


def _position(language: str, frame: Frames) -> Json:
    (position,) = game_json.frames(frame, language)
    return position


def _events(language: str, table: PuzzleTable) -> list[Json] | None:
    return table.shown and [game_json.entry(entry, table.names, language) for entry in table.entries]


class Puzzle(_PuzzleFacts, Rendered[PuzzleTable]):
    """A position of a finished game in which one answer is right.

    About points, hands and deck are open. By convention, it shows what its seat saw then, and no more.
    """

    source = OneOf(
        Object(ConventionSource),
        about="Null for a puzzle about points.",
        null=True,
        computed=lambda table: None if table.level is None else SOURCE,
    )
    seat = Seat("The seat that is asked.")
    players = seats_with_names("players", "The players of the game, by seat.")
    position = Object(
        Frame,
        "The frame of the game: with open hands, or by convention as the seat saw it, and with `head` null.",
        attribute="frame",
        worded=_position,
    )
    deck = Items(
        Object(Face),
        "The cards still in the deck, the next one first; null for a puzzle by convention.",
        null=True,
        computed=lambda table: (
            None if table.shown else [{"card": card, **front._asdict()} for card, front in table.deck]
        ),
    )
    events = Items(
        Object(Event),
        "What happened after the deal, as the seat saw it, without times and hashes. The last is a turn. Null for "
        "a puzzle about points.",
        null=True,
        computed=itself,
        worded=_events,
    )
    choices = Items(
        Object(PuzzleChoice),
        "The possible answers, in order of their numbers: every legal action, or what a clue can have told.",
        least=3,
        computed=lambda table: [_choice(table, number) for number in range(len(table.choices))],
    )


def _event(language: str, step: replays.Step) -> Json:
    return game_json.entry(step.entry, step.names, language)


class PuzzleStep(Rendered[replays.Step]):
    """One event of a line, and the table after it. It has no time and no hash, as it is not part of the game."""

    event = Object(Event, computed=itself, worded=_event)
    frame = Object(Frame, worded=_position)


class _PuzzleAnswerLinks(Rendered[PuzzleTable]):
    """The members of this value."""

    is_inline = True

    page = Text(
        "The page of the game at this position, for people.",
        computed=lambda table: f"/replays/{ids.render('g', table.stored.game_id)}?turn={table.turn}",
    )
    replay = Text(
        "The replay of the game.", computed=lambda table: f"/v1/replays/{ids.render('g', table.stored.game_id)}"
    )


def _reasons(language: str, answer: puzzle_answers.PuzzleAnswer) -> str | None:
    """Return why an answer is right by convention, in sentences; None otherwise."""
    shown = answer.table.shown
    return " ".join(_sentences(answer.table, shown, language)) if shown and answer.is_right else None


class PuzzleAnswer(Rendered[puzzle_answers.PuzzleAnswer]):
    """The result of an answer to a puzzle. Members about points are null or empty for a puzzle by convention."""

    id = PuzzleId(attribute="table.puzzle_id")
    choice = Object(PuzzleChoice, "The answer.", computed=lambda answer: _choice(answer.table, answer.choice))
    right = Flag("Whether it is right.", attribute="is_right")
    text = Language(
        "Why it is right by convention, in sentences; else null.", null=True, computed=itself, worded=_reasons
    )
    score = PointsOrNull(
        "The highest score that can be reached after it, which is proved. Null for a play that names a wrong color "
        "or none, and for a wrong kind of clue in a variant: they reach less than the score to keep."
    )
    line = Line(
        "Turns that reach `score`, from this turn on, or from an equal one if it has to be another."
        " Empty without a score."
    )
    equal = Items(Whole(least=0), "The numbers of the other choices that are the solution; empty if this one is wrong.")
    theme = PuzzleTheme("The theme; null if the choice is wrong.", null=True)
    steps = OneOf(
        Items(Object(PuzzleStep)),
        about=("The event and the table after each turn of the line; null without `steps=true`, or without a line."),
        null=True,
        computed=lambda answer: answer.steps or None,
    )
    links = OneOf(
        Object(_PuzzleAnswerLinks),
        about="The game; null for a wrong answer, and for a game that comes with the service.",
        null=True,
        computed=lambda answer: answer.table if answer.is_right and not answer.table.is_shipped else None,
    )


def _sentences(table: PuzzleTable, shown: Shown, language: str) -> Iterator[str]:
    """Yield why the answer is right by convention, in sentences."""
    names = event_words.unique_names(table.names)
    numbers = {step.version: number for number, step in enumerate(shown.steps)}
    step = shown.steps[-1]
    words = convention_words.ConventionWords(
        language, table.palette, lambda one: names[one] or "", lambda version: numbers[version], shown.fronts
    )
    for ask in step.expected[:1] if table.kind == "turn" else ():
        cards = [thought.card for thought in step.hands[ask.seat]]
        yield convention_words.expectation(words, ask, table.seat, place_in(cards, ask.card))
    if shown.clue is not None:
        meaning = convention_words.convention_meaning(words, shown.clue)
        yield meaning if shown.cause == step.version else convention_words.clue_of_turn(words, shown.cause, meaning)
