"""The definition of a bot: a function of the view of the seat to move, and of dice."""

from collections.abc import Callable
from typing import NamedTuple

from engine.commands import Turn
from engine.reading.view import View

__all__ = ["Bot", "Dice"]

Dice = Callable[[int], int]
"""`dice(n)` returns a uniform random integer from 0 to n - 1."""


class Bot(NamedTuple):
    """A player without memory: it knows only the view that it gets."""

    id: str
    description: str
    """One or two sentences in English."""
    choose: Callable[[View, Dice], Turn]
    """Return one of `view.legal_actions`, the same for the same view and dice; ValueError if there is none."""
