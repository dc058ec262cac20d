"""What a seat may wish to do. A command names cards by card id, never by their place in the hand."""

from typing import NamedTuple

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


class Play(NamedTuple):
    """Play a card of one's own hand (R10), naming a color where the game has the timed choreography (R12)."""

    card: int
    declared_color: Suit | None = None


class Discard(NamedTuple):
    """Discard a card of one's own hand (R9)."""

    card: int


class GiveColorClue(NamedTuple):
    """Tell another seat all its cards of a color (R5, R8)."""

    target: int
    color: Suit


class GiveRankClue(NamedTuple):
    """Tell another seat all its cards of a rank (R5)."""

    target: int
    rank: int


class ReorderHand(NamedTuple):
    """Lay one's own cards in another order (R26). Not a turn."""

    cards: tuple[int, ...]


class Say(NamedTuple):
    """Make a remark, by its id, or say a text (R27). Not a turn."""

    remark: str | None
    text: str | None


class CastAbortVote(NamedTuple):
    """Ask to give the game up (R21). Not a turn."""


class WithdrawAbortVote(NamedTuple):
    """Take one's vote to give up back (R21). Not a turn."""


Turn = Play | Discard | GiveColorClue | GiveRankClue
Command = Turn | ReorderHand | Say | CastAbortVote | WithdrawAbortVote
