"""Puzzles: positions of games in which exactly one choice keeps the points that can be reached.

All hands and the deck are open. `engine.reading.solver` proves that the solution keeps them, and what each other choice
can still reach.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from engine.commands import Discard, Play, Turn
from engine.events import Log, TurnTaken
from engine.fold import steps
from engine.reading.solver import Budget, Reachable, reachable
from engine.reading.solver.choices import Choice, choices, same_turn, useless
from engine.reading.solver.lines import after
from engine.reading.solver.search import simple_bound
from engine.state import State

Theme = Literal["play", "discard", "clue", "tempo"]
THEMES: Final[tuple[Theme, ...]] = ("play", "discard", "clue", "tempo")
"""What the solution is. `tempo`: a clue or the discard of a useless card where both are legal, so that neither gives up
a card, and only the time and the order of seats decide between them. `discard` and `clue` are all others."""

Level = Literal["easy", "medium", "hard"]
LEVELS: Final[tuple[tuple[Level, int], ...]] = (("hard", 4), ("medium", 1), ("easy", 0))
"""The lowest difficulty of each level, hardest first.

Half of the puzzles of the bot kagiya's games are easy, and a quarter each is medium and hard.
"""

_Effect = Literal["play", "discard", "free", "clue"]
_LOOKS: Final[dict[_Effect, int]] = {"play": 2, "clue": 1, "free": 1, "discard": 0}
"""How good a turn looks before one reads ahead, by what it does."""

FEWEST_CHOICES: Final = 3
LAST_TURNS: Final = 2
"""The number of turns at the end of a game that are not puzzles."""


class Answer(NamedTuple):
    """A choice in a puzzle."""

    kind: Literal["play", "discard", "clue"]
    turns: tuple[Turn, ...]
    """The turns that are this choice. A clue stands for all legal clues of its kind, color or rank."""
    score: int
    """The highest score that can be reached by this choice, proved."""
    line: tuple[Turn, ...]
    """Turns that reach it, from this choice on."""
    shows: int
    """The turns of the line until the loss shows: 1 if the choice itself shows it, 0 for the solution.

    A loss shows when the discard pile and the number of turns left exclude the points.
    """


class Puzzle(NamedTuple):
    """A position in which exactly one choice keeps the points."""

    version: int
    """The version of the game."""
    score: int
    """The highest score that can be reached, proved."""
    theme: Theme
    difficulty: int
    """How far one has to read to find the solution: the sum of `shows` of the choices that one would try before.

    A choice that looks better than the solution (`_LOOKS`) counts twice, and one that looks as good, once.
    """
    level: Level
    solution: Answer
    """Its `turns` are the right ones alone: in `color_declaration`, perhaps only the one that names the color."""
    others: tuple[Answer, ...]
    """The other choices, with the highest scores first."""


def puzzles(log: Log, values: Sequence[Reachable], budget: Budget) -> list[Puzzle]:
    """Return the puzzles of a finished game, given its curve (`engine.reading.solver.curve`), earliest first.

    Every turn but the last two can be a puzzle, if it has at least three choices. Turns that lost points are tried
    first, then the others from the last one to the first one, until the budget ends.
    """
    states = list(steps(log))
    versions = [
        version
        for version, event in enumerate(log.later)
        if isinstance(event, TurnTaken) and states[version].turn < states[-1].turn - LAST_TURNS
    ]
    versions.sort(key=lambda version: (values[version + 1].upper >= values[version].lower, -version))
    found = []
    for version in versions:
        if budget.spent:
            break
        puzzle = puzzle_at(states[version], values[version], budget.part(4))
        if puzzle is not None:
            found.append(puzzle)
    return sorted(found)


def puzzle_at(state: State, value: Reachable, budget: Budget) -> Puzzle | None:
    """Return the puzzle of a position, given what can be reached there. None if there is none, or no proof of it."""
    options = choices(state) if value.exact and value.line else []
    if len(options) < FEWEST_CHOICES:
        return None
    goal, first = value.lower, value.line[0]
    right = next((option for option in options if any(_has(way, first) for way in option.ways)), None)
    if right is None:  # a play that names a wrong color
        return None
    wrong = [option for option in options if option is not right]
    wrong.sort(key=lambda option: simple_bound(after(state, option.ways[0][0])), reverse=True)
    for option in wrong:
        if any(_keeps(state, way[0], goal, budget) is not False for way in option.ways):
            return None
    keeping = [(way, _has(way, first) or _keeps(state, way[0], goal, budget)) for way in right.ways]
    others = [_refuted(state, option, goal, budget) for option in wrong]
    proved = [answer for answer in others if answer is not None]
    if len(proved) < len(wrong) or any(keeps is None for _, keeps in keeping):
        return None
    turns = tuple([turn for way, keeps in keeping if keeps for turn in way])
    looks = _LOOKS[_effect(state, turns[0])]
    difficulty = sum([answer.shows * _tempts(state, answer.turns[0], looks) for answer in proved])
    return Puzzle(
        version=state.version,
        score=goal,
        theme=_theme(state, options, turns[0]),
        difficulty=difficulty,
        level=next(level for level, lowest in LEVELS if difficulty >= lowest),
        solution=Answer(right.kind, turns, goal, value.line, 0),
        others=tuple(sorted(proved, key=lambda answer: -answer.score)),
    )


def answer_to(puzzle: Puzzle, turn: Turn) -> Answer | None:
    """Return the choice that a legal turn is.

    None for a turn that keeps less than its choice: a play that names no color or a wrong one, or a clue of the wrong
    kind. Such a turn is not a solution either.
    """
    return next((answer for answer in (puzzle.solution, *puzzle.others) if _has(answer.turns, turn)), None)


def _has(turns: Sequence[Turn], turn: Turn) -> bool:
    return any(same_turn(one, turn) for one in turns)


def _keeps(state: State, turn: Turn, goal: int, budget: Budget) -> bool | None:
    """Return whether a turn keeps the goal, or None if the budget ends before the proof."""
    # Only the goal matters: nothing below it is searched for.
    reached = reachable(after(state, turn), budget, known=Reachable(goal - 1, goal, ()))
    return reached.lower >= goal if reached.exact else None


def _refuted(state: State, option: Choice, goal: int, budget: Budget) -> Answer | None:
    """Return a choice that loses points with what it can still reach. None if the budget ends before the proof."""
    answers = []
    for way in option.ways:
        following = after(state, way[0])
        reached = reachable(following, budget, known=Reachable(following.table_points, goal - 1, ()))
        if not reached.exact:
            return None
        line = (way[0], *reached.line)
        answers.append(Answer(option.kind, way, reached.lower, line, _shows(state, line, goal)))
    best = max(answers, key=lambda answer: answer.score)
    return best._replace(turns=tuple([turn for way in option.ways for turn in way]))


def _shows(state: State, line: Sequence[Turn], goal: int) -> int:
    """Return the number of turns until the common measures exclude the goal, at most the length of the line."""
    for number, turn in enumerate(line, 1):
        state = after(state, turn)
        if simple_bound(state) < goal:
            return number
    return len(line)


def _theme(state: State, options: Sequence[Choice], solution: Turn) -> Theme:
    kind = _effect(state, solution)
    kinds = {_effect(state, way[0]) for option in options for way in option.ways}
    if kind in ("clue", "free") and {"clue", "free"} <= kinds:
        return "tempo"
    return "discard" if kind == "free" else kind


def _tempts(state: State, turn: Turn, looks: int) -> int:
    """Return 2 if a turn looks better than the solution, 1 if it looks as good, else 0, as for a strike."""
    if isinstance(turn, Play) and not _lands(state, turn):
        return 0
    found = _LOOKS[_effect(state, turn)]
    return 1 + (found > looks) - (found < looks)


def _effect(state: State, turn: Turn) -> _Effect:
    """Return what a turn does: land a card, lose one, get rid of a useless one, or give a clue."""
    if not isinstance(turn, Play | Discard):
        return "clue"
    if _lands(state, turn):
        return "play"
    return "free" if useless(state, turn.card) else "discard"


def _lands(state: State, turn: Turn) -> bool:
    return after(state, turn).table_points > state.table_points
