"""Read plays and discards that say something."""

from engine.conventions.rules import Deed
from engine.conventions.table import Table, chop_of, newest_first
from engine.conventions.thoughts import Held

__all__ = ["order_chop_move", "play_order", "sarcastic_discard"]


def sarcastic_discard(table: Table, deed: Deed) -> None:
    """Read the discard of a known, clued copy: another seat's clued card is that card."""
    bit = 1 << deed.code
    if not deed.discarded or not deed.held.touched or table.dead & bit:
        return
    if not deed.held.inferred & bit:
        return
    for seat in table.order(deed.seat):
        able = [held for held in newest_first(table.cards(seat)) if held.touched and held.inferred & bit]
        if seat != table.viewer:
            able = [held for held in able if held.front == deed.code]
        if able:
            able[0].meaning &= bit
            return


def play_order(table: Table, hand: tuple[Held, ...], rank: int = 1) -> list[Held]:
    """Return the clued ones of a hand in the order in which they are played."""
    ones = [held for held in hand if held.touched and not held.trash and not held.inferred & ~_of_rank(table, rank)]
    focus = [held for held in ones if held.promised and held.touched_at >= 0 and held is _chop_focus(ones)]
    drawn = [held for held in reversed(ones) if not held.dealt and held not in focus]
    return [*focus, *drawn, *[held for held in ones if held.dealt and held not in focus]]


def _chop_focus(ones: list[Held]) -> Held | None:
    return next((held for held in ones if held.on_chop), None)


def _of_rank(table: Table, rank: int) -> int:
    return sum([1 << 5 * suit + rank - 1 for suit in range(len(table.positions))])


def order_chop_move(table: Table, deed: Deed) -> None:
    """Read a one that is played out of order: the chop of a later seat is held."""
    if deed.discarded or deed.code % 5:
        return
    ones = [held.card for held in play_order(table, deed.hand)]
    if deed.held.card not in ones:
        return
    skipped = ones.index(deed.held.card)
    seat = (deed.seat + skipped) % table.seats
    if skipped and seat != deed.seat:
        chop = chop_of(table.cards(seat))
        if chop is not None:
            chop.moved = True
