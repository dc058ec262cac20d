"""Read plays and discards that say something."""

from engine.conventions.rule_types import Deed
from engine.conventions.table import UNSEEN, Table, chop_of, finesse_position, of_rank
from engine.conventions.thoughts import Held, Link


def sarcastic_discard(table: Table, deed: Deed) -> None:
    """Read the discard of a known, clued copy: another seat's clued card is that card, if only one can be it."""
    bit = 1 << deed.code
    if not deed.discarded or not deed.held.touched or table.dead & bit or not deed.held.inferred & bit:
        return
    others = table.order(deed.seat)
    for seat in sorted(others, key=lambda seat: seat == table.viewer):
        touched = [held for held in table.cards(seat) if held.touched]
        able = [held for held in touched if held.inferred & bit]
        if deed.held.inferred == bit:  # else it may not be meant; good touch may have left the copy out
            able = able or [held for held in touched if held.possible & held.meaning & bit]
            able = able or [held for held in touched if held.possible & bit]
        if any(held.front in (deed.code, UNSEEN) for held in able):
            if len(able) == 1:
                able[0].meaning = bit
                table.told = [told for told in table.told if told.focus != able[0].card]
            return


def wrong_prompt(table: Table, deed: Deed) -> None:
    """Read a prompted card that does not fit: the giver forgot it, and meant the newest card without a clue."""
    behind = finesse_position(table.cards(deed.seat))
    if deed.played or deed.discarded or behind is None:
        return
    for told in table.told:
        for place, reading in enumerate(told.readings):
            links = [
                Link(link.seat, (behind.card,), link.code, "finesse")
                if link.how == "prompt" and link.cards == (deed.held.card,)
                else link
                for link in reading.links
            ]
            told.readings[place] = reading.by(links)


def play_order(table: Table, hand: tuple[Held, ...]) -> list[Held]:
    """Return the clued ones of a hand in the order in which they are played."""
    ones = [held for held in hand if held.touched and not held.trash and not held.inferred & ~of_rank(table, 1)]
    chop = next((held for held in ones if held.on_chop), None)
    focus = [chop] if chop is not None and chop.promised and chop.touched_at >= 0 else []
    drawn = [held for held in reversed(ones) if not held.dealt and held not in focus]
    return [*focus, *drawn, *[held for held in ones if held.dealt and held not in focus]]


def order_chop_move(table: Table, deed: Deed) -> None:
    """Read a one that is played out of order: the chop of a later seat is held.

    A one that is known, or about which there were more or fewer clues than about those before it, says nothing, and
    none does in suits that all ranks touch.
    """
    held = deed.held
    if deed.discarded or deed.code % 5 or held.called or not held.inferred & held.inferred - 1:
        return
    if any("allClueRanks" in suit.flags for suit in table.palette.variant.suits):
        return
    ones = play_order(table, deed.hand)
    if held not in ones:
        return
    skipped = ones.index(held)
    if any(other.clues != held.clues for other in ones[:skipped]):
        return
    seat = (deed.seat + skipped) % table.seats
    if skipped and seat != deed.seat:
        chop = chop_of(table.cards(seat))
        if chop is not None:
            chop.moved = True
