"""The interface of a bot, and the bot `random`."""

from collections.abc import Callable, Collection, Iterable
from typing import Literal, NamedTuple

from engine.commands import Turn
from engine.reading.feed import Item
from engine.reading.view import View
from engine.rules import MAX_SEATS, MIN_SEATS, Palette, Rules

Dice = Callable[[int], int]
"""`dice(n)` returns a uniform random integer from 0 to n - 1."""


def any_turn(view: View, feed: Iterable[Item], dice: Dice) -> Turn:
    """Return a uniformly random legal turn. Raises ValueError if there is none."""
    if not view.legal_actions:
        raise ValueError("the viewer is not to move")
    return view.legal_actions[dice(len(view.legal_actions))]


class Bot(NamedTuple):
    """A computer player without memory, which knows only what its seat sees."""

    id: str
    choose: Callable[[View, Iterable[Item], Dice], Turn]
    """Return one of `view.legal_actions`. The same view, feed and dice give the same turn.

    The feed contains all events of the game up to the view, as the seat saw them. The bot reads it once or not at all.
    Raises ValueError if there is no legal action.
    """
    variants: Literal["all", "some"]
    """Whether the bot plays all variants of hanab.live, or some."""
    plays: Callable[[Palette], bool]
    """Return True if the bot can play with these cards and clues."""
    seats: Collection[int] = range(MIN_SEATS, MAX_SEATS + 1)
    """The numbers of seats that it plays with."""
    reads_feed: bool = False
    """True if the bot reads the feed, and needs the touched cards of all clues."""

    def can_sit(self, rules: Rules, seats: int) -> bool:
        """Return True if the bot can play a game. It gets no seat in others."""
        sees_clues = rules.memory_aid == "full" or not self.reads_feed
        return seats in self.seats and sees_clues and self.plays(rules.palette)
