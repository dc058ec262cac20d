"""What a seat may wish to do. A command names cards by card id, never by their place in the hand.

Commands of different kinds are never equal, whatever they hold: a play of card 0 as red is no red clue to seat 0.
"""

from dataclasses import dataclass

from engine.cards import Suit

__all__ = [
    "CastAbortVote",
    "Command",
    "Discard",
    "GiveColorClue",
    "GiveRankClue",
    "Play",
    "ReorderHand",
    "Say",
    "Turn",
    "WithdrawAbortVote",
]


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card of one's own hand (R10), naming a color where the game has the timed choreography (R12)."""

    card: int
    declared_color: Suit | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card of one's own hand (R9)."""

    card: int


@dataclass(frozen=True, slots=True)
class GiveColorClue:
    """Tell another seat all its cards of a color (R5, R8)."""

    target: int
    color: Suit


@dataclass(frozen=True, slots=True)
class GiveRankClue:
    """Tell another seat all its cards of a rank (R5)."""

    target: int
    rank: int


@dataclass(frozen=True, slots=True)
class ReorderHand:
    """Lay one's own cards in another order (R26). Not a turn."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Make a remark, by its id, or say a text (R27). Not a turn."""

    remark: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class CastAbortVote:
    """Ask to give the game up (R21). Not a turn."""


@dataclass(frozen=True, slots=True)
class WithdrawAbortVote:
    """Take one's vote to give up back (R21). Not a turn."""


Turn = Play | Discard | GiveColorClue | GiveRankClue
Command = Turn | ReorderHand | Say | CastAbortVote | WithdrawAbortVote
