"""Clues, and the marks that they leave on cards."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.cards import RANKS, SUITS, Suit
from engine.rules import Multicolor, Palette, palette_of

__all__ = ["Marks", "Stamp", "color_stamp", "color_stamps", "marks_of", "rank_stamp", "unmarked"]

# A card's marks are one integer, so that a clue costs one bit operation per card. Bits 0-5 are the possible suits,
# 6-10 the possible ranks, 11-16 the colors of clues that touched the card, 17-21 their ranks.
_RANKS_AT: Final = 6
_COLORS_CLUED_AT: Final = 11
_RANKS_CLUED_AT: Final = 17
_ALL: Final = (1 << 22) - 1


class Marks(NamedTuple):
    """The information from clues about one card. Suits, colors and ranks are in standard order."""

    clued_colors: tuple[Suit, ...]
    clued_ranks: tuple[int, ...]
    possible_suits: tuple[Suit, ...]
    possible_ranks: tuple[int, ...]


class Stamp(NamedTuple):
    """The effect of a clue on a hand (R6), as bit operations."""

    touches: int
    """Bit n is set if the clue touches the card with code n."""
    touched: tuple[bool, ...]
    """Whether the clue touches a card, by card code."""
    keep: int
    add: int
    """A touched card's marks become `marks & keep | add`."""
    rest: int
    """An untouched card's marks become `marks & rest`."""


def unmarked(palette: Palette) -> int:
    """Return the marks of a newly drawn card."""
    return ((1 << len(palette.suits)) - 1) | (0b11111 << _RANKS_AT)


@cache
def color_stamps(multicolor: Multicolor) -> Mapping[Suit, Stamp]:
    """Return the stamp of each color clue of a game (R8)."""
    return {color: _color_stamp(color, touched) for color, touched in palette_of(multicolor).touched.items()}


def color_stamp(multicolor: Multicolor, color: Suit) -> Stamp:
    """Return the stamp of a color clue. Raises KeyError if the game lacks it (R8)."""
    return color_stamps(multicolor)[color]


def _color_stamp(color: Suit, touched: frozenset[Suit]) -> Stamp:
    suits = sum(1 << SUITS.index(suit) for suit in touched)
    codes = sum(1 << code for code in range(30) if suits >> (code // 5) & 1)
    add = 1 << (_COLORS_CLUED_AT + SUITS.index(color))
    return Stamp(codes, _by_code(codes), _ALL ^ 0b111111 | suits, add, _ALL ^ suits)


@cache
def rank_stamp(rank: int) -> Stamp:
    """Return the stamp of a rank clue. It treats multicolor like any suit (R8)."""
    bit = 1 << (_RANKS_AT + rank - 1)
    codes = sum(1 << code for code in range(30) if code % 5 == rank - 1)
    add = 1 << (_RANKS_CLUED_AT + rank - 1)
    return Stamp(codes, _by_code(codes), _ALL ^ (0b11111 << _RANKS_AT) | bit, add, _ALL ^ bit)


def _by_code(codes: int) -> tuple[bool, ...]:
    return tuple([codes >> code & 1 == 1 for code in range(30)])


@lru_cache(4096)  # of tens of thousands of possible marks; one game has a few hundred
def marks_of(marks: int) -> Marks:
    """Return the marks that an integer encodes."""
    return Marks(
        tuple(suit for n, suit in enumerate(SUITS) if marks >> (_COLORS_CLUED_AT + n) & 1),
        tuple(rank for rank in RANKS if marks >> (_RANKS_CLUED_AT + rank - 1) & 1),
        tuple(suit for n, suit in enumerate(SUITS) if marks >> n & 1),
        tuple(rank for rank in RANKS if marks >> (_RANKS_AT + rank - 1) & 1),
    )
