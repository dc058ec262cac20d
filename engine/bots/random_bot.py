"""The random bot (id `random`), which chooses any legal turn."""

from collections.abc import Iterable

from engine.bots.bot import Dice
from engine.commands import Turn
from engine.reading.feed import Item
from engine.reading.view import View
from engine.rules import Palette


def choose(view: View, feed: Iterable[Item], dice: Dice) -> Turn:
    """Return a uniformly random legal turn. Raises ValueError if there is none."""
    if not view.legal_actions:
        raise ValueError("the viewer is not to move")
    return view.legal_actions[dice(len(view.legal_actions))]


def plays(palette: Palette) -> bool:
    """Return True: the bot can play every game."""
    return True
