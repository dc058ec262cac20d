"""Read clues that call nothing to be played: fixes, stalls and chop moves."""

from engine.conventions.rules import Clue, Meant
from engine.conventions.table import Table, chop_of

__all__ = ["fives_chop_move", "fix", "stall_with_five", "trash_chop_move"]


def fix(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue that shows a card to be none that can be played, which its owner believed playable."""
    told_again = not clue.new
    for held in clue.touched:
        inferred, called, useless = clue.before[held.card]
        believed = called or not inferred & ~table.playable
        if useless or not believed or (held in clue.new and not called):
            continue
        now = held.possible & inferred
        known = held.inferred
        if held.trash or not now or not known & table.playable:
            return so_far._replace(kind="fix", whole=True)
        if told_again and held is clue.focus and known == inferred and held.possible == known:
            return so_far._replace(kind="fix", whole=True)
    return so_far


def stall_with_five(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue to fives off the chop in the early game, which asks for nothing."""
    if clue.rank != 5 or not table.early or clue.on_chop or clue.focus not in clue.new:
        return so_far
    return so_far._replace(kind="stall", saved=clue.focus.inferred, whole=True)


def fives_chop_move(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue to a five one away from the chop: the chop moves past the card on it."""
    if clue.rank != 5 or table.early or clue.on_chop or clue.focus not in clue.new:
        return so_far
    hand = table.cards(clue.target)
    chop = chop_of(hand)
    after = [held for held in hand if chop is not None and held.card > chop.card and not held.called]
    later = next((held for held in after if not held.touched or held in clue.new), None)
    if chop is None or later is None or later not in clue.new:
        return so_far
    chop.moved = True
    return so_far._replace(kind="5's chop move", saved=clue.focus.inferred, whole=True)


def trash_chop_move(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue that shows new trash: all older cards without a clue are held."""
    if not clue.new or any(held.possible & ~table.dead for held in clue.new):
        return so_far
    hand = table.cards(clue.target)
    for held in hand[: hand.index(clue.new[0])]:
        if not held.gotten:
            held.moved = True
    return so_far._replace(kind="trash chop move", saved=clue.focus.possible, whole=True)
