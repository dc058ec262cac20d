"""What happened, in the order it happened. Every event is public exactly as it stands: what was drawn is implied by
the deck, which is kept apart and is the only secret of a game."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.cards import Suit
from engine.rules import RULESET, Rules

__all__ = [
    "AbortVoteCast",
    "AbortVoteWithdrawn",
    "CardDiscarded",
    "CardPlayed",
    "ColorClueGiven",
    "Event",
    "GameAborted",
    "GameDealt",
    "HandReordered",
    "Log",
    "Origin",
    "RankClueGiven",
    "Said",
    "TurnTaken",
]

AbortReason = Literal["agreed", "idle", "terminated"]
Origin = Literal["shuffled", "given", "imported"]


class GameDealt(NamedTuple):
    """Event 0: the resolved options, the seats, who starts, and a commitment to the deck (64 hex digits).

    A deck that was shuffled comes from a secret that was committed to before the seats were taken, and from what the
    seats gave to it (`engine.proof.deal.seed_of`); a given or an imported one has neither.
    """

    rules: Rules
    seats: int
    starting_seat: int
    commitment: str = ""
    ruleset: int = RULESET
    origin: Origin | None = None
    """None in games that were dealt before the seats had a part in it."""
    secret_commitment: str = ""
    """64 hex digits; "" unless the deck was shuffled."""
    entropies: tuple[str | None, ...] = ()
    """By seat, what it gave; empty unless the deck was shuffled."""


class CardPlayed(NamedTuple):
    """A seat played a card, whether it landed or not; `declared_color` as in R12."""

    seat: int
    card: int
    declared_color: Suit | None = None


class CardDiscarded(NamedTuple):
    """A seat discarded a card."""

    seat: int
    card: int


class ColorClueGiven(NamedTuple):
    """A seat gave a color clue; which cards it touched follows from the deck (R6)."""

    seat: int
    target: int
    color: Suit


class RankClueGiven(NamedTuple):
    """A seat gave a rank clue; which cards it touched follows from the deck (R6)."""

    seat: int
    target: int
    rank: int


class HandReordered(NamedTuple):
    """A seat laid its hand in this order, oldest place first (R26)."""

    seat: int
    cards: tuple[int, ...]


class Said(NamedTuple):
    """A seat made a remark or said a text (R27); the other of the two is None."""

    seat: int
    remark: str | None
    text: str | None


class AbortVoteCast(NamedTuple):
    """A seat voted to give up; the last seat's vote ends the game (R21)."""

    seat: int


class AbortVoteWithdrawn(NamedTuple):
    """A seat took its vote back (R21)."""

    seat: int


class GameAborted(NamedTuple):
    """The game was given up by something else than the votes of its seats (R21)."""

    reason: AbortReason


TurnTaken = CardPlayed | CardDiscarded | ColorClueGiven | RankClueGiven
Event = GameDealt | TurnTaken | HandReordered | Said | AbortVoteCast | AbortVoteWithdrawn | GameAborted


class Log(NamedTuple):
    """A whole game: the codes of the dealt deck, first dealt first, and the events. An event's version is its place."""

    deck: bytes
    events: Sequence[Event]

    def __repr__(self) -> str:
        """Tell all but the deck, wherever this may be printed."""
        return f"Log(events={self.events!r})"
