"""A bot that draws lots."""

from engine.bots.bot import Dice
from engine.commands import Turn
from engine.reading.view import View

__all__ = ["choose"]


def choose(view: View, dice: Dice) -> Turn:
    """Return any legal turn, each as likely as the next; ValueError where there is none."""
    if not view.legal_actions:
        raise ValueError("the viewer is not to move")
    return view.legal_actions[dice(len(view.legal_actions))]
