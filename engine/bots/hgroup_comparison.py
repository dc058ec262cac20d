"""Compare turns on deals that fit what the viewer knows.

Each deal gives the viewer's hand and the deck cards that it may have. The rest of the game is played on it in a short
form. A turn is worth the mean score.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import fmean, pstdev
from typing import Final

from engine.bots.bit_sets import members
from engine.bots.bot import Dice
from engine.bots.hgroup_rest_of_game import Deal
from engine.conventions.table import Table
from engine.conventions.thoughts import Held

__all__ = ["best_of", "deals"]

_ROUNDS: Final = (16, 32)
"""The deals on which all turns are compared, and then those on which the best few are."""
_FEW: Final = 3
"""How many turns are compared on all deals, beside the usual one."""
_ERRORS: Final = 1.5
"""The standard errors that count as chance."""


def best_of(scores: Sequence[Callable[[Deal], int]], found: Iterator[Deal], margin: float) -> int:
    """Return the place of the turn with the best mean score, or 0 for the usual one if no other is better by a margin.

    `scores` give the score of a deal after each turn, the usual one first.
    """
    left = [*range(len(scores))]
    seen: list[list[int]] = [[] for _ in scores]
    for number in _ROUNDS:
        for deal in islice(found, number):
            for place in left:
                seen[place].append(scores[place](deal))
        if not seen[0]:
            return 0
        others = sorted(left[1:], key=lambda place: -sum(seen[place]))
        left = [0, *others[:_FEW]]
    return next((place for place in left[1:] if _gain(seen[place], seen[0]) > margin), 0)


def _gain(scores: Sequence[int], usual: Sequence[int]) -> float:
    """Return by how much scores on the same deals are better, less what may be chance."""
    gains = [one - other for one, other in zip(scores, usual, strict=True)]
    return fmean(gains) - _ERRORS * pstdev(gains) / math.sqrt(len(gains))


def deals(table: Table, dice: Dice) -> Iterator[Deal]:
    """Yield random deals that fit what is inferred of the viewer's hand; it ends if hardly any fits."""
    pool = list(table.left)
    for held in table.held.values():
        if held.front >= 0:
            pool[held.front] -= 1
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
        able = [code for code in members(codes) for _ in range(max(left[code], 0))]
        if able:
            return able[dice(len(able))]
    return -1


def _shuffled(deck: list[int], dice: Dice) -> list[int]:
    for last in range(len(deck) - 1, 0, -1):
        other = dice(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
