"""The cards of the booklets by code, for tests of games without a variant."""

from typing import Final

from engine.cards import RANKS, Card, Suit

SUITS: Final[tuple[Suit, ...]] = ("red", "yellow", "green", "blue", "white", "multicolor")
CARDS: Final = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)


def card_of(code: int) -> Card:
    """Return the card with a code from 0 to 29."""
    return CARDS[code]


def code_of(card: Card) -> int:
    """Return the code of a card."""
    return CARDS.index(card)


def hand_size(seats: int) -> int:
    """Return the number of cards in a full hand (R1)."""
    return 5 if seats <= 3 else 4
