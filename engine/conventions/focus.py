"""Find the card that a clue is about."""

from collections.abc import Sequence

from engine.conventions.rules import Before, Clue
from engine.conventions.table import Table
from engine.conventions.thoughts import Held

__all__ = ["clue_about", "filled_in"]


def clue_about(
    giver: int,
    target: int,
    mask: int,
    rank: int,
    hit: Sequence[Held],
    new: Sequence[Held],
    chop: Held | None,
    before: dict[int, Before],
) -> Clue:
    """Return a clue with its focus: the chop, else the newest new card, else the newest touched one."""
    fresh = [held for held in new if not held.moved] or new
    on_chop = chop is not None and chop in new
    focus = chop if on_chop and chop is not None else fresh[-1] if fresh else hit[-1]
    return Clue(giver, target, mask, rank, tuple(hit), tuple(new), focus, on_chop, before)


def filled_in(table: Table, clue: Clue) -> Held | None:
    """Return the newest card with an older clue that a clue shows to fit, if what it touches anew is useless."""
    if not clue.new or not all(held.trash for held in clue.new):
        return None
    known = [held for held in clue.touched if held not in clue.new and held.possible != clue.before[held.card].possible]
    return next((held for held in reversed(known) if not held.trash and not held.inferred & ~table.playable), None)
