"""Cards and hands, as a viewer sees them.

A card that the viewer may not see is a `HiddenCard`, which has no suit and no rank.
"""

from typing import NamedTuple

from engine.cards import Suit
from engine.clues import Marks
from engine.commands import Orientation


class HiddenCard(NamedTuple):
    """A card in a hand with a hidden front. `marks` is None under `memory_aid` none."""

    card: int
    marks: Marks | None


class OpenCard(NamedTuple):
    """A card in a hand with a visible front. `marks` is None under `memory_aid` none."""

    card: int
    suit: Suit
    rank: int
    marks: Marks | None


class Discarded(NamedTuple):
    """A card of the discard pile, which is public (R13)."""

    card: int
    suit: Suit
    rank: int


ViewedCard = HiddenCard | OpenCard


class Hand(NamedTuple):
    """A seat's hand, oldest card first unless the seat has reordered it."""

    seat: int
    cards: tuple[ViewedCard, ...]
    turned: tuple[tuple[int, Orientation], ...] = ()
    """The cards that are not upright (R29), which everybody sees."""
