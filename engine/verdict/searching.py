"""A bot that searches: it takes the turn that the verdict rates best, where that is worth it.

One seat searches over the conventions, and takes all others for bots of its level (SPARTA's single-agent search).
"""

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Final

from engine.bots.bot import Dice
from engine.bots.hgroup_bot import Choice
from engine.commands import Turn
from engine.reading.feed import Item
from engine.reading.view import View
from engine.verdict.deals import Dices, fitting, named
from engine.verdict.judging import Effort, played_out, promising
from engine.verdict.seen import Seen

_EFFORT: Final = Effort(screened=8, rounds=(8, 8, 24), error=0.15, hope=0.1, exact=False)
_WORTH_IT: Final = -0.4
"""How many points another turn must seem to bring before it is played out: what seems worse may be better."""
DECKS: Final = frozenset((*range(9), *range(21, 40)))
"""The sizes of the deck with which it searches. In between, turns differ by less than a search can find."""
_ERRORS: Final = 1.0
"""The standard errors that count as chance. A turn that is hardly better costs little if it is not."""


def choose_at(level: int, dices: Dices, decks: Collection[int] = DECKS) -> Callable[[View, Iterable[Item], Dice], Turn]:
    """Return the function of the bot that searches over a level.

    `dices` decide what is searched. It searches with `decks` alone, and not at the last strike: a lost game costs all
    points, and is too rare to show in so few deals.
    """
    return partial(_choose, level, dices, decks)


def _choose(level: int, dices: Dices, decks: Collection[int], view: View, feed: Iterable[Item], dice: Dice) -> Turn:
    """Return a turn. Raises ValueError if no turn is legal."""
    if view.viewer is None or not view.legal_actions:
        raise ValueError("the viewer is not to move")
    seen = Seen([*feed], view.viewer, level)
    usual = Choice(view, seen.table, dice).turn()
    if view.deck_size not in decks or (view.strikes or 0) >= view.rules.strike_tokens - 1:
        return usual
    its_dices = named(dices, view.version)
    games = fitting(seen, its_dices)
    turns, gain = promising(seen, usual, games, its_dices, _EFFORT)
    if gain < _WORTH_IT:
        return usual
    verdict = played_out(turns, games, its_dices, _EFFORT)
    real = verdict.real
    return verdict.best.turn if -real.difference > _ERRORS * real.error else usual
