"""The interface of a bot."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from engine.commands import Turn
from engine.reading.view import View
from engine.rules import Palette

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
    variants: Literal["all", "some"]
    """Whether the bot plays all variants of hanab.live, or some. Every bot plays all games of the booklets."""
    plays: Callable[[Palette], bool]
    """Return True if the bot can play with these cards and clues. It gets no seat in other games."""
