"""The commands that a seat can send. They name cards by card id, never by place in the hand.

Commands of different kinds are never equal.
"""

from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import Color

Orientation = Literal["upright", "left", "right", "upside_down"]
"""How a card stands in its holder's hand (R29)."""

REMARKS: Final = ("no-information", "remember-your-hand")
"""The ids of the predefined remarks (R27). The service translates them."""
REMARK_ABOUT_CARDS: Final = "no-information"
"""The remark that can name cards."""

ClockChange = Literal["pause", "resume", "vacation", "advance", "bot", "restart"]
"""What can happen to the clock of a game (R31). A seat causes the first four, the service the others."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from one's hand (R10). Under `color_declaration`, name its color (R12)."""

    card: int
    declared_color: Color | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card from one's hand (R9)."""

    card: int


@dataclass(frozen=True, slots=True)
class GiveColorClue:
    """Point out all cards of a color in another hand (R5, R8)."""

    target: int
    color: Color


@dataclass(frozen=True, slots=True)
class GiveRankClue:
    """Point out all cards of a rank in another hand (R5)."""

    target: int
    rank: int


@dataclass(frozen=True, slots=True)
class ReorderHand:
    """Change the order of one's hand (R26). Not a turn."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnCards:
    """Turn cards of one's hand the same way (R29). Not a turn of the game."""

    cards: tuple[int, ...]
    orientation: Orientation


@dataclass(frozen=True, slots=True)
class Say:
    """Make a predefined remark, by its id, or write a text (R27). Not a turn.

    The remark `no-information` can name cards of one's hand; without, it is about the whole hand.
    """

    remark: str | None
    text: str | None
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CastAbortVote:
    """Vote to abort the game (R21). Not a turn."""


@dataclass(frozen=True, slots=True)
class WithdrawAbortVote:
    """Withdraw one's vote to abort the game (R21). Not a turn."""


@dataclass(frozen=True, slots=True)
class ChangeClock:
    """Ask for a pause, take that back or go on, take days of vacation, or let time pass (R31). Not a turn."""

    change: ClockChange
    days: int | None = None
    """Only with `vacation`."""
    seconds: int | None = None
    """Only with `advance`, which only sandbox games have."""


Turn = Play | Discard | GiveColorClue | GiveRankClue
Command = Turn | ReorderHand | TurnCards | Say | CastAbortVote | WithdrawAbortVote | ChangeClock
