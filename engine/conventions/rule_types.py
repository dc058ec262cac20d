"""The form of the rules, and the rules of each level.

A level is a module with its rules. To add one, write a module with `RULES` and list it in `LEVELS`; `order` says when
a person would think of a rule, compared with those of the other levels.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.conventions.thoughts import Held, Kind, Link, Reading, focus_codes

if TYPE_CHECKING:
    from engine.conventions.search import Search
    from engine.conventions.table import Table


class Before(NamedTuple):
    """What was thought of a card before a clue."""

    possible: int
    inferred: int
    called: bool
    trash: bool


class Clue(NamedTuple):
    """A clue, with what was thought of the hand before it."""

    giver: int
    target: int
    mask: int
    """The cards that the clue touches."""
    rank: int
    """The rank that it names, 0 for a color."""
    touched: tuple[Held, ...]
    """The touched cards, oldest first, as they are thought of after the marks of the clue."""
    new: tuple[Held, ...]
    """Those that had no clue before."""
    focus: Held
    on_chop: bool
    before: dict[int, Before]
    """What was thought of each card of the hand."""
    ones: bool
    """Whether it names the ones, and no other rank."""


class Meant(NamedTuple):
    """What a rule says a clue means."""

    kind: Kind = "play"
    readings: tuple[Reading, ...] = ()
    others: tuple[Reading, ...] = ()
    own: tuple[Reading, ...] = ()
    """How the receiver has the missing cards itself, if others do not play blind."""
    saved: int = 0
    urgent: bool = False
    """Whether it may come before a blind play of its giver."""
    whole: bool = False
    """Whether no further rule applies."""

    @property
    def codes(self) -> int:
        """The identities that the focus can have."""
        return focus_codes(self.saved, self.readings)


class Deed(NamedTuple):
    """A play or discard, with what was thought of the card before."""

    seat: int
    held: Held
    code: int
    played: bool
    """Whether the card extended a firework."""
    discarded: bool
    fitting: int
    """The cards that fitted before."""
    hand: tuple[Held, ...]
    """The hand before, oldest first."""


class ClueRule(NamedTuple):
    """A rule that gives a clue a meaning."""

    name: str
    page: str
    order: int
    apply: Callable[["Table", Clue, Meant], Meant]
    """Return what is meant, given what the rules before say. It may be the same."""
    replaces: str = ""
    """The rule of a lower level that it takes the place of."""


class LinkRule(NamedTuple):
    """A rule that finds who supplies a missing card."""

    name: str
    page: str
    order: int
    apply: Callable[["Search", int], tuple[Link, ...] | None]
    replaces: str = ""
    """The rule of a lower level that it takes the place of."""


class ActRule(NamedTuple):
    """A rule that gives a play or discard a meaning."""

    name: str
    page: str
    order: int
    apply: Callable[["Table", Deed], None]
    replaces: str = ""
    """The rule of a lower level that it takes the place of."""


Rule = ClueRule | LinkRule | ActRule


class Rules(NamedTuple):
    """The rules of a table, in the order in which a person applies them."""

    level: int
    clues: tuple[ClueRule, ...]
    links: tuple[LinkRule, ...]
    acts: tuple[ActRule, ...]
    names: frozenset[str]
