"""Find the card that a clue is about."""

from collections.abc import Sequence

from engine.conventions.rule_types import Before, Clue
from engine.conventions.table import Table, of_rank, of_suit, promised_by
from engine.conventions.thoughts import Held

_ORDER_OF_ONES = 3
"""The level from which ones are played in an order: those drawn later first, then the oldest."""


def clue_about(
    table: Table,
    giver: int,
    target: int,
    mask: int,
    rank: int,
    hit: Sequence[Held],
    new: Sequence[Held],
    chop: Held | None,
    before: dict[int, Before],
) -> Clue:
    """Return a clue with its focus: the chop, else the newest new card, else the newest touched one.

    Of several ones, it is the one that is played first, if the level has an order for them. Of brown cards that a color
    touches again, it is the oldest. Without new cards, those come last that are known or known to fit already.
    """
    fresh = [held for held in new if not held.moved] or new
    on_chop = chop is not None and chop in new
    ones = rank == 1 and not promised_by(table, mask, rank) & ~of_rank(table, rank)
    if on_chop and chop is not None:
        focus = chop
    elif ones and fresh and table.rules.level >= _ORDER_OF_ONES:
        focus = next((held for held in reversed(fresh) if not held.dealt), fresh[0])
    elif not fresh and _is_brown(table, mask):
        focus = hit[0]
    else:
        focus = (fresh or [held for held in hit if _is_open(table, before[held.card])] or hit)[-1]
    return Clue(giver, target, mask, rank, tuple(hit), tuple(new), focus, on_chop, before, ones)


def _is_open(table: Table, before: Before) -> bool:
    """Return True if a card was neither known nor known to fit."""
    inferred = before.inferred
    return inferred & inferred - 1 != 0 and inferred & ~table.playable != 0


def _is_brown(table: Table, mask: int) -> bool:
    """Return True if a clue touches only suits that no rank touches."""
    suits = enumerate(table.palette.variant.suits)
    return all("noClueRanks" in suit.flags for place, suit in suits if mask & of_suit(5 * place))


def filled_in(table: Table, clue: Clue) -> Held | None:
    """Return the newest card with an older clue that a clue shows to fit, if what it touches anew is useless."""
    if not clue.new or not all(held.trash for held in clue.new):
        return None
    known = [held for held in clue.touched if held not in clue.new and held.possible != clue.before[held.card].possible]
    return next((held for held in reversed(known) if not held.trash and not held.inferred & ~table.playable), None)
