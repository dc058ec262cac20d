"""Suits, ranks and cards.

A card's code depends on the suits of its game (`engine.rules.Palette`).
"""

from typing import Final, NamedTuple

Suit = str
"""The name of a suit in lower case, such as `red` or `dark_rainbow`."""
Color = str
"""A color that clues can name, one of `COLORS`."""

COLORS: Final[tuple[Color, ...]] = (
    *("red", "yellow", "green", "blue", "white", "multicolor"),
    *("purple", "teal", "black", "pink", "brown", "orange"),
)
"""All colors of clues. A color's place in this list is stored in the database, so the order never changes."""
RANKS: Final = (1, 2, 3, 4, 5)
START: Final = 7
"""The rank of START cards, as in hanab.live's exports. Only "Up or Down" has them."""


class Card(NamedTuple):
    """The front of a card. Copies differ by card id, the index in the dealt deck."""

    suit: Suit
    rank: int
