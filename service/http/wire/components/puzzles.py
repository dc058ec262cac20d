"""Components of the contract: puzzles."""

from service.http.wire.components.analysis import Line
from service.http.wire.components.events import Event
from service.http.wire.components.rules import Rules
from service.http.wire.components.values import NextCursor, Points, PointsOrNull, Seat, Time, Version
from service.http.wire.components.views import Action, Face, Frame, SeatWithName
from service.http.wire.members import Flag, Items, Named, Object, OneOf, ResponseSchema, Text, Whole


class PuzzleId(Named):
    """A puzzle."""

    of = Text(pattern="^p_[0-9a-f]{32}$", facts={"examples": ["p_019901a4c3e15b5081009e37d2f86a00"]})


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

    of = Text(values={"easy": "Fewer than 4 points.", "medium": "From 4 points on.", "hard": "From 12 points on."})


class DifficultyPoints(Named):
    """The number of turns after which the loss of each wrong choice shows, in sum (`/docs/analysis`)."""

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


class _PuzzleLinks(ResponseSchema):
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
    links = Object(_PuzzleLinks, "Addresses of the puzzle.")


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
    branches = Text("The address to which a branch with other moves is sent.")


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
    at = Version("The version of the game before the turn, for a branch with the `line`.")
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
