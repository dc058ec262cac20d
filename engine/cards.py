"""Cards: six suits in their standard order, ranks 1 to 5, and a code for each card."""

from typing import Final, Literal, NamedTuple

__all__ = ["CARDS", "RANKS", "SUITS", "Card", "Suit", "card_of", "code_of"]

Suit = Literal["red", "yellow", "green", "blue", "white", "multicolor"]

SUITS: Final[tuple[Suit, ...]] = ("red", "yellow", "green", "blue", "white", "multicolor")
RANKS: Final = (1, 2, 3, 4, 5)


class Card(NamedTuple):
    """The front of a card. Its copies differ by card id, the index in the dealt deck."""

    suit: Suit
    rank: int


CARDS: Final[tuple[Card, ...]] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
"""All cards by code. A code is 5 times the suit's index, plus the rank minus one. Decks are stored as codes."""

_CODES: Final = {card: code for code, card in enumerate(CARDS)}


def card_of(code: int) -> Card:
    """Return the card with this code, 0 to 29; IndexError for any other."""
    return CARDS[code]


def code_of(card: Card) -> int:
    """Return the code, 0 to 29, of a card; KeyError for any other value."""
    return _CODES[card]
