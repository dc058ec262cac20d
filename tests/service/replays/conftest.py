"""A finished game whose other moves are tested, as lines and as branches."""

import pytest

from tests.service.client import Game, stacked
from tests.service.factories import NewGame

TOP = "r1 g1 w4 y4 b4 y1 g3 b1 w1 r2"
"""The first cards of its deck."""


@pytest.fixture(scope="module")
def game(sandbox: NewGame) -> Game:
    """An aborted game of five moves."""
    game = sandbox(stacked(TOP))
    game.play("play 0", "clue 0 4", "clue 1 1", "play 5", "discard 3")
    game.abort()
    return game
