"""Compare turns on deals that fit what the viewer knows.

Each deal gives the viewer's hand and the deck cards that it may have. The rest of the game is played on it in a short
form. A turn is worth the mean score.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from engine.bots.bit_sets import members
from engine.bots.bot import Dice
from engine.bots.hgroup_rest_of_game import Deal
from engine.conventions.table import Table
from engine.conventions.thoughts import Held

_ROUNDS: Final = (4, 4, 8, 32)
"""The deals of each round. After it, the turns that are hardly better than the usual one are left out."""
_FEW: Final = 3
_MANY: Final = 16
"""After so many deals, only the best few are compared further."""
_ERRORS: Final = 1.5
"""The standard errors that count as chance when a turn is to replace the usual one."""
_HOPE: Final = 0.5
"""The standard errors by which a turn may still be better than it looks."""
_LEAST_SPREAD: Final = 0.3
"""The least standard deviation of a gain, in points: a few equal deals say little."""


def best_of(scores: Sequence[Callable[[Deal], int]], found: Iterator[Deal], margin: float) -> int:
    """Return the place of the turn with the best mean score, or 0 for the usual one if no other is better by a margin.

    `scores` give the score of a deal after each turn, the usual one first.
    """
    left = [*range(1, len(scores))]
    sums, squares, played = [0] * len(scores), [0] * len(scores), 0

    def surely(place: int, errors: float, least_spread: float) -> float:
        """Return the mean gain and some of its standard errors."""
        mean = sums[place] / played
        spread = math.sqrt(max(squares[place] / played - mean * mean, 0.0))
        return mean + errors * max(spread, least_spread) / math.sqrt(played)

    for number in _ROUNDS:
        for deal in islice(found, number):
            usual = scores[0](deal)
            played += 1
            for place in left:
                gain = scores[place](deal) - usual
                sums[place] += gain
                squares[place] += gain * gain
        if not played:
            return 0
        left = [place for place in left if surely(place, _HOPE, _LEAST_SPREAD) > margin]
        left.sort(key=lambda place: -sums[place])
        if played >= _MANY:
            del left[_FEW:]
        if not left:
            return 0
    return next((place for place in left if surely(place, -_ERRORS, 0.0) > margin), 0)


def deals(table: Table, dice: Dice) -> Iterator[Deal]:
    """Yield random deals that fit what is inferred of the viewer's hand; it ends if hardly any fits."""
    pool = table.unseen()
    own = sorted(table.cards(table.viewer), key=lambda held: held.inferred.bit_count())
    for _ in range(2 * sum(_ROUNDS)):
        left, hand = list(pool), {}
        for held in own:
            code = _drawn(held, left, dice)
            if code < 0:
                break
            hand[held.card] = code
            left[code] -= 1
        else:
            deck = [code for code in table.palette.cards for _ in range(left[code])]
            yield Deal(hand, tuple(_shuffled(deck, dice)))


def _drawn(held: Held, left: Sequence[int], dice: Dice) -> int:
    for codes in (held.inferred, held.possible):
        able = [code for code in members(codes) for _ in range(left[code])]
        if able:
            return able[dice(len(able))]
    return -1


def _shuffled(deck: list[int], dice: Dice) -> list[int]:
    """Shuffle a deck by one number, since dice are slow."""
    number = dice(math.factorial(len(deck)))
    for last in range(len(deck) - 1, 0, -1):
        number, other = divmod(number, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
