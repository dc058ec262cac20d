"""Clues, and the marks that they leave on cards."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import RANKS, Color, Suit
from engine.rules import CODES, Palette

__all__ = ["TOUCHED", "Marks", "Stamp", "Stamps", "marks_of", "stamps_of", "unmarked"]

# A card's marks are one integer, so that a clue costs one bit operation per card. Bits 0-35 are the possible codes,
# 36-41 the colors of clues that touched the card, 42-46 their ranks, and 47 is set by any clue that touched it.
_IDENTITIES: Final = (1 << CODES) - 1
_COLORS_CLUED_AT: Final = CODES
_RANKS_CLUED_AT: Final = _COLORS_CLUED_AT + 6
TOUCHED: Final = 1 << _RANKS_CLUED_AT + 5
"""The bit of marks that every clue sets on the cards that it touches."""
_ALL: Final = 2 * TOUCHED - 1


class Marks(NamedTuple):
    """The information from clues about one card. Suits, colors and ranks are in the order of the game."""

    clued_colors: tuple[Color, ...]
    clued_ranks: tuple[int, ...]
    possible_suits: tuple[Suit, ...]
    possible_ranks: tuple[int, ...]
    possible: int
    """The possible identities, as a set of card codes."""
    touched: bool
    """Whether a clue has touched the card."""
    possible_cards: tuple[tuple[Suit, tuple[int, ...]], ...] | None
    """The possible ranks of each possible suit, in a variant. None without a variant: every suit has all ranks."""


class Stamp(NamedTuple):
    """The effect of a clue on a hand (R6), as bit operations."""

    touches: int
    """The cards that the clue touches, as a set of codes."""
    touched: tuple[bool, ...]
    """Whether the clue touches a card, by card code."""
    keep: int
    add: int
    """A touched card's marks become `marks & keep | add`."""
    rest: int
    """An untouched card's marks become `marks & rest`."""


class Stamps(NamedTuple):
    """The stamps of all clues of a game (R8)."""

    colors: Mapping[Color, Stamp]
    ranks: Mapping[int, Stamp]


def unmarked(palette: Palette) -> int:
    """Return the marks of a newly drawn card."""
    return sum([1 << code for code in palette.cards])


@lru_cache(256)
def stamps_of(palette: Palette) -> Stamps:
    """Return the stamps of all clues.

    If players do not hear the color or rank of a clue, a stamp leaves only what all clues have in common that it could
    have been.
    """
    colors, ranks = palette.color_touches, palette.rank_touches
    if palette.hidden_clues is None:
        return Stamps(
            {
                color: _stamp(touches, touches, touches, 1 << _COLORS_CLUED_AT + place)
                for place, (color, touches) in enumerate(colors.items())
            },
            {
                rank: _stamp(touches, touches, touches, 1 << _RANKS_CLUED_AT + rank - 1)
                for rank, touches in ranks.items()
            },
        )
    either = [*colors.values(), *ranks.values()]
    like_color, like_rank = (list(colors.values()), list(ranks.values()))
    if palette.hidden_clues == "kind":
        like_color = like_rank = either
    return Stamps(
        {color: _stamp(touches, _any(like_color), _all(like_color), 0) for color, touches in colors.items()},
        {rank: _stamp(touches, _any(like_rank), _all(like_rank), 0) for rank, touches in ranks.items()},
    )


def _stamp(touches: int, could_touch: int, always_touched: int, named: int) -> Stamp:
    by_code = tuple([touches >> code & 1 == 1 for code in range(CODES)])
    return Stamp(touches, by_code, _ALL ^ _IDENTITIES | could_touch, TOUCHED | named, _ALL ^ always_touched)


def _any(sets: list[int]) -> int:
    union = 0
    for codes in sets:
        union |= codes
    return union


def _all(sets: list[int]) -> int:
    common = _IDENTITIES
    for codes in sets:
        common &= codes
    return common


@lru_cache(8192)  # one game has a few hundred
def marks_of(palette: Palette, marks: int) -> Marks:
    """Return the marks that an integer encodes."""
    possible = marks & _IDENTITIES
    fronts = [card for code, card in palette.cards.items() if possible >> code & 1]
    suits, ranks = {card.suit for card in fronts}, {card.rank for card in fronts}
    possible_suits = tuple([suit for suit in palette.suits if suit in suits])
    by_suit = tuple([(suit, tuple([card.rank for card in fronts if card.suit == suit])) for suit in possible_suits])
    return Marks(
        tuple([color for n, color in enumerate(palette.clue_colors) if marks >> _COLORS_CLUED_AT + n & 1]),
        tuple([rank for rank in RANKS if marks >> _RANKS_CLUED_AT + rank - 1 & 1]),
        possible_suits,
        tuple(sorted(ranks)),
        possible,
        marks & TOUCHED != 0,
        None if palette.variant.id is None else by_suit,
    )
