"""The solver on positions of whole games, against exhaustive search."""

import os
from random import Random

import pytest

from engine.events import Log
from engine.fold import steps
from engine.reading.solver import Budget, reachable
from engine.reading.solver.position import passes_always
from engine.rules import Rules, resolve
from tests.engine.exhaustive import TooMany, best_score
from tests.engine.random_games import PERFECT, STEADY, WASTEFUL, Setting, game, kagiya_game
from tests.rows import slow_unless

GAMES = int(os.environ.get("SOLVER_GAMES", "36"))
"""The number of games; more can be tried by hand."""


def some_rules(random: Random, seats: int) -> Rules:
    """Return rules with random options."""
    options: dict[str, object] = {
        "clue_tokens": random.choice((1, 2, 4, 8)),
        "strike_tokens": random.choice((1, 2, 3)),
        "hand_size": random.choice(("normal", "one_more", "one_less")),
        "empty_clues": random.random() < 0.5,
        "early_end": random.choice(("never", "no_points_left")),
        "deck_plays": random.random() < 0.2,
        "multicolor": random.choice(("none", "none", "none", "five", "ten", "wild_five")),
        "color_declaration": random.random() < 0.2,
    }
    if random.random() < 0.4:
        options |= {"ending": "grand_finale", "finale_loss": random.choice(("irreplaceable", "strikes_only"))}
    return resolve("de" if seats < 6 else "hanab_live", options, seats)


def some_game(seed: int) -> Log:
    """Return a game of random players or of the bot kagiya, under random options."""
    random = Random(seed)
    seats = random.choice((2, 2, 3, 4, 5, 6))
    setting = Setting(some_rules(random, seats), seats)
    if seed % 3:
        return game(setting, seed, random.choice((STEADY, PERFECT, WASTEFUL)))
    return kagiya_game(setting, seed)


@pytest.mark.parametrize("part", slow_unless((0).__eq__, range(4)))
def test_late_positions_of_games(part: int) -> None:
    """Exhaustive search finds the same score, in a late position of each game."""
    searched = 0
    for seed in range(part, GAMES, 4):
        states = [state for state in steps(some_game(seed)) if state.deck_size <= 3 and state.ending is None]
        for state in Random(seed).sample(states, min(3, len(states))):
            try:
                best = best_score(state)
            except TooMany:
                continue
            answer = reachable(state, Budget())
            assert answer.lower <= best <= answer.upper and (answer.exact or not passes_always(state)), seed
            searched += 1
    assert searched > GAMES / 4
