"""Puzzles by convention have one answer, which follows from what their seat saw."""

from collections import Counter, defaultdict
from random import Random

import pytest

from engine.bots.convention_puzzles import ConventionPuzzle, Holds, puzzles_of, shown
from engine.commands import GiveRankClue, Play
from engine.conventions.review import reviewed
from engine.events import Log
from engine.reading.sampled_deals import resampled
from service.features.analysis import shipped_puzzles
from tests.engine.conventions.test_review import real_game
from tests.engine.stacked import stacked

_HANDS = "w4 w4 w3 b4 b4 g4 y4 g4 b3 r1 y4 y3 g3 b3 r2"


def test_a_finesse() -> None:
    """A clue tells its receiver and the seat that plays blind what they have, and asks that seat for the play."""
    log = stacked(_HANDS, "c2:red p9 p14", seats=3)
    found = puzzles_of(log, reviewed(log, 2))
    # The receiver holds both red cards possible, until the first was played.
    assert [(one.kind, one.seat, one.difficulty, one.answer) for one in found] == [("told", 1, "medium", Holds(9, 0))]
    choices = shown(log, 2, found[0]).choices
    assert Holds(9, 0) in choices and len(choices) > 2 and Holds(9, 1) in choices


def test_a_save() -> None:
    """Who has to save a card is asked for the clue, if only one saves it. Empty clues, which are legal here, do not."""
    log = stacked("w4 w4 w3 b4 b4 r5 y4 g4 b3 w3 r3 y3 g3 b3 y4", "c1:5", seats=3)
    found = puzzles_of(log, reviewed(log, 1))
    assert [(one.kind, one.seat, one.difficulty, one.answer) for one in found] == [
        ("turn", 0, "hard", GiveRankClue(1, 5))
    ]


def test_nobody_is_asked_after_a_mistake() -> None:
    """A game that the conventions do not explain has no puzzles."""
    log = stacked("w4 w4 w3 b4 b4 r4 y4 g4 b3 w3 r3 y3 g3 b3 y4", "c1:white p9", seats=3)
    assert puzzles_of(log, reviewed(log, 3)) == []


def test_an_older_puzzle() -> None:
    """A puzzle of which the rules do not ask any more can be shown."""
    log = stacked("w4 w4 w3 b4 b4 g4 y4 g4 b3 w3 r3 y3 g3 b3 y4", seats=3)
    found = shown(log, 1, ConventionPuzzle(0, "turn", 0, "hard", GiveRankClue(1, 5)))
    assert (found.clue, found.cause) == (None, -1)


def test_shipped_games() -> None:
    """The service has at least 500 puzzles of its own, which the finder finds again."""
    assert len(shipped_puzzles.by_id()) >= 500
    game = list(shipped_puzzles.games().values())[3]
    log, _ = game.read()
    assert puzzles_of(log, reviewed(log, game.level)) == list(game.puzzles)
    assert {puzzle.kind for puzzle in game.puzzles} == {"told", "turn"}
    assert any(isinstance(puzzle.answer, Play) for puzzle in game.puzzles)


@pytest.mark.parametrize("each", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_the_number_of_a_choice_says_nothing(each: int) -> None:
    """None is right more often than by chance where choices were made up. Otherwise they are the legal turns."""
    right, by_chance, error = Counter[int](), defaultdict[int, float](float), defaultdict[int, float](float)
    for one in list(shipped_puzzles.by_id().values())[::each]:
        log, _ = shipped_puzzles.games()[one.game_id].read()
        found = shown(log, one.level, one.puzzle)
        if one.puzzle.kind == "turn":
            assert found.choices == found.view.legal_actions
            continue
        right[found.choices.index(one.puzzle.answer)] += 1
        share = 1 / len(found.choices)
        for number in range(len(found.choices)):
            by_chance[number] += share
            error[number] += share * (1 - share)
    assert right.total() >= 400 / each
    assert all(abs(right[number] - by_chance[number]) < 4 * error[number] ** 0.5 for number in by_chance)


@pytest.mark.parametrize("number", range(3))
def test_two_worlds(number: int) -> None:
    """What a puzzle shows does not depend on cards that its seat has not seen."""
    log: Log = real_game()
    puzzle = puzzles_of(log, reviewed(log, 2))[number]
    so_far = log.until(puzzle.version)
    other = so_far._replace(deck=resampled(so_far, puzzle.seat, Random(number).randrange))
    assert other.deck != so_far.deck
    assert shown(so_far, 2, puzzle) == shown(other, 2, puzzle)
