"""What is thought of the cards in the hands: marks of clues, meanings, and calls to play.

The classes are plain ones, because bots make millions of them.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

ALL = (1 << 30) - 1
"""Every identity. Sets of identities are bit sets of card codes, as in `engine.rules`."""

How = Literal["known", "prompt", "finesse"]
"""How a card that a clue needs is supplied: somebody knows it, or plays it as prompted, or plays it blind."""
Kind = Literal["play", "save", "fix", "stall", "trash chop move", "5's chop move"]
"""What a clue is."""


class Held:
    """A card in a hand. Everything except `front` is common knowledge, as far as the viewer can follow it."""

    __slots__ = (
        *("card", "seat", "front", "dealt", "possible", "inferred", "meaning", "touched", "touched_at", "giver"),
        *("asked_at", "asked", "clues", "moved", "called", "certain", "promised", "passed", "stopped", "on_chop"),
        "trash",
    )

    def __init__(self, card: int, seat: int, front: int, possible: int, *, dealt: bool) -> None:
        self.card, self.seat = card, seat
        self.front = front
        """The code of the card, -1 if the viewer does not see it."""
        self.dealt = dealt
        """Whether it is of the starting hand."""
        self.possible = possible
        """The identities that the clues leave."""
        self.inferred = possible
        """The identities that clues and conventions leave, recomputed after each turn."""
        self.meaning = ALL
        """The identities that the readings of clues leave."""
        self.touched = False
        self.touched_at = -1
        """The turn of the first clue that touched it or called it."""
        self.giver = -1
        self.asked_at = -1
        """The turn of the last clue that asked to play it, now or later."""
        self.asked = ALL
        """The identities as which that clue asked for it. As another one, it may only save it."""
        self.clues = 0
        """The number of different clues that touched it."""
        self.moved = False
        """Whether the chop has moved past it."""
        self.called = 0
        """The identities as which it is called to be played blind; empty if it is not."""
        self.certain = False
        """Whether every reading that is left calls it."""
        self.promised = False
        """Whether it is the focus of a play clue."""
        self.passed = False
        """Whether its seat could have played it on its last turn, and did not play."""
        self.stopped = False
        """Whether a clue about nothing else has kept it from being played."""
        self.on_chop = False
        """Whether it was the chop when it was clued."""
        self.trash = False
        """Whether its seat knows that it is useless."""

    @property
    def gotten(self) -> bool:
        """True if it is clued or called to be played."""
        return self.touched or self.called != 0

    def copy(self) -> "Held":
        """Return a copy."""
        held = Held(self.card, self.seat, self.front, self.possible, dealt=self.dealt)
        held.inferred, held.meaning = self.inferred, self.meaning
        held.touched, held.touched_at, held.giver = self.touched, self.touched_at, self.giver
        held.asked_at, held.asked, held.clues = self.asked_at, self.asked, self.clues
        held.moved, held.called, held.certain = self.moved, self.called, self.certain
        held.promised, held.passed, held.stopped = self.promised, self.passed, self.stopped
        held.on_chop, held.trash = self.on_chop, self.trash
        return held


class Link:  # noqa: PLW1641 - no set contains one
    """A card that must be played before the focus of a clue."""

    __slots__ = ("cards", "code", "hides", "how", "seat")

    def __init__(self, seat: int, cards: tuple[int, ...], code: int, how: How, *, hides: bool = False) -> None:
        self.seat = seat
        self.cards = cards
        """The cards that may be it, the first to be played first. Finesses have one."""
        self.code, self.how = code, how
        self.hides = hides
        """Whether another playable card will come instead, and the needed one lies behind it."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Link) and (self.seat, self.cards, self.code, self.how, self.hides) == (
            *(other.seat, other.cards, other.code, other.how, other.hides),
        )

    def by(self, *cards: int) -> "Link":
        """Return the link with other cards that may be the missing one."""
        return Link(self.seat, cards, self.code, self.how, hides=self.hides)


class Reading:  # noqa: PLW1641 - no set contains one
    """One way to understand a clue: the identity of its focus, and what must be played before it."""

    __slots__ = ("code", "links", "own", "wrong_prompt")

    def __init__(
        self, code: int, links: tuple[Link, ...] = (), *, own: bool = False, wrong_prompt: bool = False
    ) -> None:
        self.code, self.links = code, links
        self.own = own
        """Whether the receiver itself has to supply a card that nobody knows."""
        self.wrong_prompt = wrong_prompt
        """Whether a seat on the way would first play a wrong card."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and (self.code, self.links, self.own, self.wrong_prompt) == (
            *(other.code, other.links, other.own, other.wrong_prompt),
        )

    @property
    def blind(self) -> int:
        """The number of blind plays."""
        return sum([link.how == "finesse" and not link.hides for link in self.links])

    def by(self, links: Iterable[Link]) -> "Reading":
        """Return the reading with other cards to be played before."""
        return Reading(self.code, tuple(links), own=self.own, wrong_prompt=self.wrong_prompt)


class Told:
    """A clue and the ways to read it that are left."""

    __slots__ = (
        *("turn", "giver", "target", "focus", "kind", "touched", "readings", "others", "own", "saved", "refuted"),
        "urgent",
    )

    def __init__(
        self,
        turn: int,
        giver: int,
        target: int,
        focus: int,
        kind: Kind,
        touched: tuple[int, ...],
        readings: list[Reading],
    ) -> None:
        self.turn, self.giver, self.target, self.focus, self.kind = turn, giver, target, focus, kind
        self.touched, self.readings = touched, readings
        self.others: list[Reading] = []
        """Readings for the case that a seat does not play what the viewer sees in its hand: then the viewer has it."""
        self.own: list[Reading] = []
        """The same for the receiver."""
        self.saved = 0
        """The identities that the clue may only save."""
        self.refuted = False
        """Whether a card has shown that no reading was right."""
        self.urgent = False
        """Whether it may come before a blind play of its giver."""

    @property
    def codes(self) -> int:
        """The identities that the readings leave for the focus."""
        return focus_codes(self.saved, self.readings)

    def asks(self, card: int) -> bool:
        """Return True if a reading needs a card to be played before the focus."""
        return any(card in link.cards for reading in self.readings for link in reading.links)

    def copy(self) -> "Told":
        """Return a copy."""
        told = Told(self.turn, self.giver, self.target, self.focus, self.kind, self.touched, list(self.readings))
        told.others, told.own = list(self.others), list(self.own)
        told.saved, told.refuted, told.urgent = self.saved, self.refuted, self.urgent
        return told


def focus_codes(saved: int, readings: Sequence[Reading]) -> int:
    """Return the identities that a clue leaves for its focus, as a set of codes."""
    codes = saved
    for reading in readings:
        codes |= 1 << reading.code
    return codes
