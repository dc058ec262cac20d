"""The complete state of a game at one version, hidden cards included. `engine.reading.view` selects what is shown."""

from dataclasses import dataclass, field

from engine.cards import Card, Suit
from engine.outcome import Ending
from engine.rules import Rules

__all__ = ["State"]


@dataclass(frozen=True, slots=True)
class State:
    """A game after the event with number `version`. Hands and cards are told by card id, fireworks by suit order."""

    rules: Rules
    seats: int
    deck: tuple[Card, ...] = field(repr=False)
    version: int
    turn: int
    """Turns taken so far, 0 after the deal."""
    to_move: int | None
    """None once the game has ended."""
    turns_left: int | None
    """Turns left in the last round (R17); None while the deck still holds cards or the game has no last round."""
    clue_tokens: int
    strikes: int
    fireworks: tuple[int, ...]
    """The top rank of each firework, 0 for none."""
    ceilings: tuple[int, ...]
    """The highest rank that each firework can still reach, by the discard pile alone (R13)."""
    hands: tuple[tuple[int, ...], ...]
    """By seat, as the hand lies, oldest first unless its seat has reordered it."""
    discards: tuple[int, ...]
    dealt: int
    """How many cards have left the deck: the next card drawn has this id."""
    marks: tuple[int, ...]
    """By card id, the marks of every card that has left the deck (`engine.clues.marks_of`)."""
    ending: Ending | None
    abort_votes: frozenset[int]
    reorders: tuple[int, ...]
    """By seat: reorders since the last turn, which R26 bounds."""
    clued: tuple[bool, ...]
    """By seat: given a clue since its last reorder (R26 `after_clue`)."""
    remarks: tuple[int, ...]
    """By seat: remarks and texts since the last turn."""

    @property
    def deck_size(self) -> int:
        """The cards still in the deck."""
        return len(self.deck) - self.dealt

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of this game, in the order of `fireworks` and `ceilings`."""
        return self.rules.palette.suits
