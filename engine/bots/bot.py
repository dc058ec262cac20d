"""The interface of a bot."""

from collections.abc import Callable
from typing import NamedTuple

from engine.commands import Turn
from engine.reading.view import View

__all__ = ["Bot", "Dice"]

Dice = Callable[[int], int]
"""`dice(n)` returns a uniform random integer from 0 to n - 1."""


class Bot(NamedTuple):
    """A computer player without memory, which knows only its view."""

    id: str
    description: str
    """One or two sentences in English."""
    choose: Callable[[View, Dice], Turn]
    """Return one of `view.legal_actions`. The same view and dice give the same turn.

    Raises ValueError if there is no legal action.
    """
