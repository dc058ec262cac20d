"""Puzzles: positions by hand with reasons, and each score against exhaustive search."""

from collections.abc import Iterator

import pytest

from engine.commands import Play, Turn
from engine.decide import decide
from engine.events import TurnTaken
from engine.fold import evolve, fold
from engine.formats.notation.moves import read_move
from engine.formats.notation.positions import read_position
from engine.reading.puzzles import LEVELS, Puzzle, answer_to, puzzle_at, puzzles
from engine.reading.solver import Budget, curve, losses, reachable
from engine.reading.view import seat_view
from engine.rules import resolve
from engine.state import State
from tests.engine.exhaustive import TooMany, best_score, late_position
from tests.engine.random_games import Setting, kagiya_game, seat_to_move
from tests.rows import in_one_test, slow_unless

# The theme, the solution and the difficulty, the reason, the position. RED and LAST are usual words.
ROWS = """
play p0 0    | r4 first, else time is short for b4 and b5 | hands r4 r5 w1 / b4 b5 y1; RED b3; deck w1 y2; tokens 0
play p0 0    | w5 now: a clue costs a turn | hands w5 r5 / r4 y1; fireworks r3 y5 g5 b5 w4; deck y2; tokens 1
clue c1:1 0  | no card of the hand can be spared | hands r5 b5 / r4 b4; RED b3; deck y2 y3; tokens 1
tempo c1:1 1 | a discard takes a card from the deck too early | hands b5 r5 y1 / r4 b4 y1; RED b3; deck y2 y3; tokens 1
tempo c1:1 5 | both play after b5, although r4 fits now | hands y1 r4 / b5 r5; RED b4; deck y2; tokens 1
discard d0 1 | r4 has another copy, w5 has none | hands r4 w5 / r3 w4; fireworks r2 y5 g5 b5 w3; deck r4 r5 y2 y3; LAST
"""

# Two choices keep the points; no choice can lose any.
NONE = """
hands r5 w1 / r4 w1; fireworks r3 y5 g5 b5 w5; deck y2; tokens 1
hands r5 w1 / g1 w1; fireworks r3 y5 g5 b5 w5; discards r4 r4; deck y2; tokens 1
"""


def legal_turns(state: State) -> Iterator[Turn]:
    """Yield all legal turns but plays that name a wrong color."""
    for turn in seat_view(state, seat_to_move(state)).legal_actions:
        if not isinstance(turn, Play) or turn.declared_color in (None, state.deck[turn.card].suit):
            yield turn


def after(state: State, turn: Turn) -> State:
    return evolve(state, decide(state, seat_to_move(state), turn))


def check(state: State, puzzle: Puzzle) -> None:
    """Require that the lines are legal and reach their scores, and that every legal turn has an answer."""
    for answer in (puzzle.solution, *puzzle.others):
        reached = state
        for turn in answer.line:
            reached = after(reached, turn)
        assert reached.table_points == answer.score
        assert answer_to(puzzle, answer.line[0]) == answer
        assert (answer.score == puzzle.score) == (answer is puzzle.solution)
        assert 0 <= answer.shows <= len(answer.line)
    for turn in legal_turns(state):
        assert answer_to(puzzle, turn) or state.rules.color_declaration or state.palette.alternating
    assert dict(LEVELS)[puzzle.level] <= puzzle.difficulty


@in_one_test("row", ROWS.strip().splitlines())
def test_positions(row: str) -> None:
    """Positions with a reason. Only choices that look as good as the solution or better make them difficult."""
    words, _, position = (part.strip() for part in row.split("|"))
    theme, move, difficulty = words.split()
    state = read_position(position.replace("RED", "fireworks r3 y5 g5 w5").replace("LAST", "tokens 0; strikes 2"))
    puzzle = puzzle_at(state, reachable(state, Budget()), Budget())
    assert puzzle is not None and (puzzle.theme, puzzle.difficulty) == (theme, int(difficulty))
    assert read_move(move) in puzzle.solution.turns
    check(state, puzzle)


@pytest.mark.parametrize("position", NONE.strip().splitlines())
def test_no_puzzles(position: str) -> None:
    """More than one choice keeps the points, or no choice can lose any."""
    state = read_position(position)
    assert puzzle_at(state, reachable(state, Budget()), Budget()) is None


def test_no_puzzle_without_proof() -> None:
    """The budget has to prove that the solution keeps the points, and what each other choice can still reach."""
    state = read_position("hands r4 r5 w1 / b4 b5 y1; fireworks r3 y5 g5 b3 w5; deck w1 y2; tokens 0")
    value = reachable(state, Budget())
    found = [puzzle_at(state, value, Budget(conflicts=conflicts)) for conflicts in (0, 6, 200)]
    assert [puzzle is not None for puzzle in found] == [False, False, True]


def test_a_line_that_names_a_wrong_color() -> None:
    """The turn of a game can be such a play, which tells no choice that keeps the points."""
    position = "hands w5 r5 / r4 y1; fireworks r3 y5 g5 b5 w4; deck y2; tokens 1"
    state = read_position(f"rules color_declaration=true; {position}")
    value = reachable(state, Budget())
    assert puzzle_at(state, value, Budget()) is not None
    wrong = (Play(0, "blue"), *value.line[1:])
    assert puzzle_at(state, value._replace(line=wrong), Budget()) is None


@pytest.mark.parametrize("part", slow_unless((0).__eq__, range(8)))
def test_scores(part: int) -> None:
    """Exhaustive search finds the score of every legal turn, under all options."""
    found = 0
    for seed in range(part, 280, 8):
        state = late_position(seed)
        puzzle = None if state.ending else puzzle_at(state, reachable(state, Budget()), Budget())
        if puzzle is None:
            continue
        check(state, puzzle)
        try:
            scores = {turn: best_score(after(state, turn)) for turn in legal_turns(state)}
        except TooMany:
            continue
        found += 1
        for turn, score in scores.items():
            answer = answer_to(puzzle, turn)
            assert score < puzzle.score if answer is None else score == answer.score or answer is not puzzle.solution
            assert answer is None or score <= answer.score, seed
    assert found > 1


@pytest.mark.slow
@pytest.mark.parametrize("seats", slow_unless((3).__eq__, [3, 4]))
def test_games(seats: int) -> None:
    """The puzzles of a game are at turns that are not the last ones. With no budget there are none."""
    log = kagiya_game(Setting(resolve("de", {}, seats), seats), 2)
    values = curve(log, Budget(conflicts=100_000))
    found = puzzles(log, values, Budget(conflicts=200_000))
    assert found
    for puzzle in found:
        check(fold(log.until(puzzle.version)), puzzle)
        assert puzzle.score == values[puzzle.version].lower
        assert isinstance(log.later[puzzle.version], TurnTaken)
        assert puzzle.version < len(log.later) - 2
    versions = [puzzle.version for puzzle in found]
    assert versions == sorted(set(versions))
    lost = {loss.version - 1 for loss in losses(log, values) if loss.kind == "turn"}
    for puzzle in found:
        state = fold(log.until(puzzle.version))
        keeping = [evolve(state, log.later[puzzle.version]) == after(state, turn) for turn in puzzle.solution.turns]
        assert not any(keeping) or puzzle.version not in lost
    assert puzzles(log, values, Budget(conflicts=0)) == []
