"""Suits, ranks, cards and card codes."""

from typing import Final, Literal, NamedTuple

__all__ = ["CARDS", "RANKS", "SUITS", "Card", "Suit", "card_of", "code_of"]

Suit = Literal["red", "yellow", "green", "blue", "white", "multicolor"]

SUITS: Final[tuple[Suit, ...]] = ("red", "yellow", "green", "blue", "white", "multicolor")
RANKS: Final = (1, 2, 3, 4, 5)


class Card(NamedTuple):
    """The front of a card. Copies differ by card id, the index in the dealt deck."""

    suit: Suit
    rank: int


CARDS: Final[tuple[Card, ...]] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
"""All cards by code. A code is 5 times the suit's index, plus the rank minus one. Decks are stored as codes."""

_CODES: Final = {card: code for code, card in enumerate(CARDS)}


def card_of(code: int) -> Card:
    """Return the card with a code from 0 to 29. Raises IndexError for a higher code."""
    return CARDS[code]


def code_of(card: Card) -> int:
    """Return the code of a card, 0 to 29. Raises KeyError for any other value."""
    return _CODES[card]
