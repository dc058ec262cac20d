"""Weights of the bot `kagiya`, in points."""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.rules import Rules


class Weights(NamedTuple):
    """The value of each situation in points.

    The values were tuned on about 200,000 games with 2 to 5 seats and five suits.
    """

    clue_token: float = 0.3
    first_clue_tokens: float = 0.225
    """The extra value of each of the first two tokens."""
    play_to_come: float = 0.45
    """A card that will be played correctly at the next opportunity."""
    misplay_to_come: float = 1.0
    strike: float = 0.7
    strikeout: float = 12.0
    point_out_of_reach: float = 0.5
    """The cost of each point that the loss of a last copy makes unattainable."""
    copy: float = 0.35
    """The value of a copy of a playable card, if it is not the last copy. A card playable later counts 0.7 of it."""
    useful_card_touched: float = 0.2
    card_known: float = 0.1
    """A useful card whose suit and rank are known."""
    last_copy_touched: float = 0.15
    useless_card_touched: float = 0.25
    same_card_touched: float = 0.25
    """A touched card of which another copy is already touched."""
    fault_of_useful: float = 0.7
    """The share of a useful card's value that is lost if its seat considers it useless."""
    chop: float = 0.125
    """The share of a card's value that is at risk while it is the next discard."""
    discards: float = 0.3
    """The probability that the next seat, without a play, discards despite clue tokens. For later seats it is half."""
    touched_discard: float = 0.4
    odd_discard: float = 0.5
    """The cost of discarding a card other than the chop or a useless one."""
    empty_clue: float = 0.05
    trust: float = 0.95
    """The probability that a play by the convention lands."""
    gamble: float = 0.99
    """The lowest probability of landing at which the bot plays a card without a clue for it."""


WEIGHTS: Final = Weights()
# In the grand finale only complete fireworks count (R16), so the last copy of a card is worth far more.
_FINALE: Final = {"point_out_of_reach": 2.0, "chop": 0.25}
# Without marks, under `memory_aid` none, risky plays are the only way to score.
_WITHOUT_MARKS: Final = {"gamble": 0.25}


@lru_cache(maxsize=1000)
def weights_for(rules: Rules) -> Weights:
    """Return the weights for these rules."""
    finale = _FINALE if rules.ending == "grand_finale" else {}
    without_marks = _WITHOUT_MARKS if rules.memory_aid == "none" else {}
    return WEIGHTS._replace(**finale, **without_marks)
