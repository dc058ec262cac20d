"""What is thought of the cards in the hands: marks of clues, meanings, and calls to play."""

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["ALL", "Held", "How", "Kind", "Link", "Reading", "Told"]

ALL = (1 << 30) - 1
"""Every identity. Sets of identities are bit sets of card codes, as in `engine.rules`."""

How = Literal["known", "prompt", "finesse"]
"""How a card that a clue needs is supplied: somebody knows it, or plays it as prompted, or plays it blind."""
Kind = Literal["play", "save", "fix", "stall", "trash chop move", "5's chop move"]
"""What a clue is."""


@dataclass(slots=True)
class Held:
    """A card in a hand. Everything except `front` is common knowledge, as far as the viewer can follow it."""

    card: int
    seat: int
    front: int
    """The code of the card, -1 if the viewer does not see it."""
    dealt: bool
    """Whether it is of the starting hand."""
    possible: int
    """The identities that the clues leave."""
    inferred: int
    """The identities that clues and conventions leave, recomputed after each turn."""
    meaning: int = ALL
    """The identities that the readings of clues leave."""
    touched: bool = False
    touched_at: int = -1
    """The turn of the first clue that touched it or called it."""
    giver: int = -1
    asked_at: int = -1
    """The turn of the last clue that asked to play it, now or later."""
    asked: int = ALL
    """The identities as which that clue asked for it. As another one, it may only save it."""
    clues: int = 0
    """The number of different clues that touched it."""
    moved: bool = False
    """Whether the chop has moved past it."""
    called: int = 0
    """The identities as which it is called to be played blind; empty if it is not."""
    certain: bool = False
    """Whether every reading that is left calls it."""
    promised: bool = False
    """Whether it is the focus of a play clue."""
    passed: bool = False
    """Whether its seat could have played it on its last turn, and did not play."""
    stopped: bool = False
    """Whether a clue about nothing else has kept it from being played."""
    on_chop: bool = False
    """Whether it was the chop when it was clued."""
    trash: bool = False
    """Whether its seat knows that it is useless."""

    @property
    def gotten(self) -> bool:
        """True if it is clued or called to be played."""
        return self.touched or self.called != 0

    def copy(self) -> "Held":
        """Return a copy."""
        return Held(
            self.card,
            self.seat,
            self.front,
            self.dealt,
            self.possible,
            self.inferred,
            self.meaning,
            self.touched,
            self.touched_at,
            self.giver,
            self.asked_at,
            self.asked,
            self.clues,
            self.moved,
            self.called,
            self.certain,
            self.promised,
            self.passed,
            self.stopped,
            self.on_chop,
            self.trash,
        )


@dataclass(frozen=True, slots=True)
class Link:
    """A card that must be played before the focus of a clue."""

    seat: int
    cards: tuple[int, ...]
    """The cards that may be it, the first to be played first. Finesses have one."""
    code: int
    how: How
    hides: bool = False
    """Whether another playable card will come instead, and the needed one lies behind it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a clue: the identity of its focus, and what must be played before it."""

    code: int
    links: tuple[Link, ...] = ()
    own: bool = False
    """Whether the receiver itself has to supply a card that nobody knows."""
    wrong_prompt: bool = False
    """Whether a seat on the way would first play a wrong card."""

    @property
    def blind(self) -> int:
        """The number of blind plays."""
        return sum([link.how == "finesse" and not link.hides for link in self.links])


@dataclass(slots=True)
class Told:
    """A clue and the ways to read it that are left."""

    turn: int
    giver: int
    target: int
    focus: int
    kind: Kind
    touched: tuple[int, ...]
    readings: list[Reading]
    others: list[Reading] = field(default_factory=list)
    """Readings for the case that a seat does not play what the viewer sees in its hand: then the viewer has it."""
    own: list[Reading] = field(default_factory=list)
    """The same for the receiver."""
    saved: int = 0
    """The identities that the clue may only save."""
    refuted: bool = False
    """Whether a card has shown that no reading was right."""
    urgent: bool = False
    """Whether it may come before a blind play of its giver."""

    def copy(self) -> "Told":
        """Return a copy."""
        return Told(
            self.turn,
            self.giver,
            self.target,
            self.focus,
            self.kind,
            self.touched,
            list(self.readings),
            list(self.others),
            list(self.own),
            self.saved,
            self.refuted,
            self.urgent,
        )
