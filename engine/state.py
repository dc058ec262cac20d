"""The complete state of a game at one version, including hidden cards.

`engine.reading.view` selects the part that a viewer may see.
"""

from typing import NamedTuple

from engine.cards import Card, Suit
from engine.commands import Orientation
from engine.rules import ClueKind, Palette, Rules
from engine.score import Ending, Result, result_of


class State(NamedTuple):
    """The state of a game after event `version`.

    Cards are card ids. Fireworks are in the order of the suits.
    """

    rules: Rules
    seats: int
    deck: tuple[Card, ...]
    version: int
    turn: int
    """The number of turns taken, 0 after the deal."""
    to_move: int | None
    """None once the game has ended."""
    turns_left: int | None
    """The turns left in the last round (R17). None before the deck is empty, and in games without a last round."""
    clue_tokens: int
    half_token: bool
    """Whether there is half a clue token more (Clue Starved)."""
    strikes: int
    fireworks: tuple[int, ...]
    """The position of each firework in its stack (`engine.rules.Stack`), 0 for none. In ordinary suits the top rank."""
    table_points: int
    """The points on the table."""
    ceilings: tuple[int, ...]
    """The number of cards that each firework can still reach on its own, given the discard pile (R13)."""
    attainable: int
    """The highest score that the discard pile still allows (R13)."""
    hands: tuple[tuple[int, ...], ...]
    """Each seat's hand, oldest card first unless the seat has reordered it."""
    discards: tuple[int, ...]
    face_down: tuple[int, ...]
    """The played cards, if they stay face down until the end (Throw It in a Hole); else empty."""
    last_clue: ClueKind | None
    """The kind of the last clue, if it limits the next one (Alternating Clues); else None."""
    dealt: int
    """The number of cards that have left the deck; the next card drawn has this id."""
    marks: tuple[int, ...]
    """The marks of every card that has left the deck, by card id (`engine.clues.marks_of`)."""
    ending: Ending | None
    abort_votes: frozenset[int]
    reorders: tuple[int, ...]
    """How often each seat has reordered its hand or turned cards since the last turn, limited by R26 and R29."""
    clued: tuple[bool, ...]
    """Whether each seat got a clue (R26 `after_clue`)."""
    remarks: tuple[int, ...]
    """Each seat's remarks and texts since the last turn, limited by R27."""
    turned: tuple[tuple[int, Orientation], ...] = ()
    """The cards in hands that are not upright (R29), by card id."""

    @property
    def deck_size(self) -> int:
        """The number of cards still in the deck."""
        return len(self.deck) - self.dealt

    @property
    def palette(self) -> Palette:
        """The cards, stacks and clues of this game."""
        return self.rules.palette

    @property
    def hides_plays(self) -> bool:
        """True while nobody may know what became of a played card (Throw It in a Hole)."""
        return self.rules.palette.hidden_plays and self.ending is None

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of this game, in the order of `fireworks` and `ceilings`."""
        return self.rules.palette.suits

    @property
    def result(self) -> Result | None:
        """The result of the game, None while it runs."""
        return None if self.ending is None else result_of(self.rules, self.ending, self.table_points)

    @property
    def counted_points(self) -> int:
        """The points on the table; after a loss, the score of the game, or 0 (R14)."""
        result = self.result
        return self.table_points if result is None or result.outcome != "lost" else result.score or 0

    def __repr__(self) -> str:
        """Return a representation without the deck."""
        shown = [f"{name}={getattr(self, name)!r}" for name in self._fields if name != "deck"]
        return f"State({', '.join(shown)})"
