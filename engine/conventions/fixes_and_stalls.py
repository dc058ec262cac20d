"""Read clues that call nothing to be played: fixes, stalls, and those that move the chop of their receiver."""

from engine.conventions.inference import available
from engine.conventions.plays_and_discards import play_order
from engine.conventions.rule_types import Clue, Meant
from engine.conventions.table import MOST_TOKENS, Table, chop_of, of_rank
from engine.conventions.thoughts import Held


def fix(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue that shows a card to be none that can be played, which its owner believed playable, now or later."""
    meant = so_far._replace(kind="fix", urgent=True, whole=True)
    for held in clue.touched:
        before = clue.before[held.card]
        fitted = not before.inferred & ~table.playable
        is_mistaken = not held.possible & before.inferred
        if before.trash or (held in clue.new and not before.called):
            continue
        is_bad = held.trash or is_mistaken or (fitted and not held.inferred & table.playable)
        if is_bad and (before.called or fitted):
            return meant
        if is_mistaken and not clue.new and not held.inferred & table.playable:
            return meant
    stopped = _stopped(table, clue)
    if stopped is None:
        return so_far
    stopped.stopped = True
    return meant


def repeat(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue to cards with older clues that says nothing new of its focus, which was to be played already.

    A focus that its seat passed over on its last turn is to be played now.
    """
    focus, before = clue.focus, clue.before[clue.focus.card].inferred
    asks = any(link.how != "known" for reading in so_far.readings for link in reading.links)
    if clue.new or asks or focus.passed or (so_far.codes and before & ~(focus.inferred & so_far.codes)):
        return so_far
    is_known = not before & before - 1
    is_called = so_far.codes and (focus.promised or not before & ~table.playable)
    return Meant("stall") if is_known or is_called else so_far


def _stopped(table: Table, clue: Clue) -> Held | None:
    """Return the card that was about to be played, if a clue touches it again without news and it may not fit."""
    if clue.new or any(held.possible != clue.before[held.card].possible for held in clue.touched):
        return None
    hand = table.cards(clue.target)
    ones = play_order(table, tuple(hand)) if clue.ones else []
    held = ones[0] if ones else clue.focus
    known = sum({other.inferred for other in hand if other is not held and not other.inferred & other.inferred - 1})
    bad = held.possible & available(table)[clue.target] & ~table.playable & ~known
    about_to_play = held in clue.touched and not held.passed and not held.inferred & ~table.playable
    is_open = held.inferred & held.inferred - 1  # who promised one identity does not take it back
    return held if bad and about_to_play and is_open else None


def stall_with_five(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue to fives off the chop in the early game, or from a seat that must give one: it asks for nothing."""
    if not names_five(table, clue) or clue.on_chop or clue.focus not in clue.new:
        return so_far
    if not table.early and not _must_clue(table, clue.giver):
        return so_far
    return so_far._replace(kind="stall", saved=clue.focus.inferred, whole=True)


def names_five(table: Table, clue: Clue) -> bool:
    """Return True if a clue names the rank five, and its focus is a five."""
    return clue.rank == 5 and not clue.focus.inferred & ~of_rank(table, 5)


def _must_clue(table: Table, seat: int) -> bool:
    """Return True if the giver of a clue can neither play nor discard: all tokens were there, or it has no chop."""
    hand = table.cards(seat)
    if any(held.gotten and not held.trash and not held.inferred & ~table.playable for held in hand):
        return False
    return table.tokens == MOST_TOKENS - 1 or (chop_of(hand) is None and not any(held.trash for held in hand))


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
