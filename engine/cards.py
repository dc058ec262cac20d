"""The cards: six suits in the order that every table uses, ranks 1 to 5, and one code for each card."""

from typing import Final, Literal, NamedTuple

__all__ = ["CARDS", "RANKS", "SUITS", "Card", "Suit", "card_of", "code_of"]

Suit = Literal["red", "yellow", "green", "blue", "white", "multicolor"]

SUITS: Final[tuple[Suit, ...]] = ("red", "yellow", "green", "blue", "white", "multicolor")
RANKS: Final = (1, 2, 3, 4, 5)


class Card(NamedTuple):
    """What is printed on a card. Which copy it is, is told by its card id: its place in the dealt deck."""

    suit: Suit
    rank: int


# A card's code is its place here: 5 times the suit's place plus the rank less one. Decks are stored as codes.
CARDS: Final[tuple[Card, ...]] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)

_CODES: Final = {card: code for code, card in enumerate(CARDS)}


def card_of(code: int) -> Card:
    """Return the card with this code, 0 to 29; IndexError for any other."""
    return CARDS[code]


def code_of(card: Card) -> int:
    """Return the code, 0 to 29, of a card; KeyError for what is no card."""
    return _CODES[card]
