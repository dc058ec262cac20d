"""What a bot is: a function of the view of the seat to move, and of dice that are thrown for it."""

from collections.abc import Callable
from typing import NamedTuple

from engine.commands import Turn
from engine.reading.view import View

__all__ = ["Bot", "Dice"]

Dice = Callable[[int], int]
"""`dice(n)` throws one of 0 to n - 1, each as likely as the next."""


class Bot(NamedTuple):
    """A player without a memory: whatever it knows stands in the one view that it is handed."""

    id: str
    description: str
    """One or two sentences in English."""
    choose: Callable[[View, Dice], Turn]
    """Return one of `view.legal_actions`, the same for the same view and throws; ValueError where there is none."""
