"""Read clues that move the chop of their receiver."""

from engine.conventions.fixes_and_stalls import names_five
from engine.conventions.rule_types import Clue, Meant
from engine.conventions.table import Table, chop_of


def fives_chop_move(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue to a five one away from the chop: the chop moves past the card on it.

    A five that can be played in any case is to be played.
    """
    if (
        not names_five(table, clue)
        or clue.on_chop
        or clue.focus not in clue.new
        or not clue.focus.inferred & ~table.playable
    ):
        return so_far
    hand = table.cards(clue.target)
    chop = chop_of(hand)
    after = [held for held in hand if chop is not None and held.card > chop.card and not held.called]
    later = next((held for held in after if not held.touched or held in clue.new), None)
    if chop is None or later is None or later not in clue.new:
        return so_far
    chop.moved = True
    return so_far._replace(kind="5's chop move", saved=clue.focus.inferred, urgent=_is_next(table, clue), whole=True)


def trash_chop_move(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue that shows new trash, played or with others: all older cards without a clue are held."""
    if not clue.new or not all(held.trash for held in clue.new):
        return so_far
    hand = table.cards(clue.target)
    older = [held for held in hand[: hand.index(clue.new[0])] if not held.gotten]
    if not older:
        return so_far
    for held in older:
        held.moved = True
    return so_far._replace(kind="trash chop move", saved=clue.focus.possible, urgent=_is_next(table, clue), whole=True)


def _is_next(table: Table, clue: Clue) -> bool:
    """Return True if the receiver is next: it would discard its chop."""
    return clue.target == (clue.giver + 1) % table.seats
