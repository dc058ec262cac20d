"""Work out what each seat may conclude about its cards: readings, good touch and counted copies."""

from functools import reduce
from operator import or_

from engine.conventions.table import Table, of_rank
from engine.conventions.thoughts import ALL, Held, Reading, Told


def live_readings(table: Table, told: Told) -> list[Reading]:
    """Return the readings that the viewer holds possible: the true one, if it sees the focus."""
    held = table.held.get(told.focus)
    if held is None or held.front < 0:
        return told.readings
    return [reading for reading in told.readings if reading.code == held.front]


def infer(table: Table) -> None:
    """Recompute what is inferred of each card."""
    for held in table.held.values():
        held.called, held.certain = 0, False
    prompted = _apply_readings(table)
    unseen = available(table)
    for held in table.held.values():
        _infer_one(table, held, unseen[held.seat], prompted.get(held.card, ALL))
    if _exclude(table):
        _exclude(table)


def _apply_readings(table: Table) -> dict[int, int]:
    """Set meanings and calls from the readings. Return the identities of prompted cards."""
    prompted: dict[int, int] = {}
    for told in table.told:
        focus = table.held.get(told.focus)
        if focus is not None and not told.refuted:
            focus.meaning = told.codes or ALL
        live = live_readings(table, told)
        asked: dict[int, list[int]] = {}
        for reading in live:
            believed = -1
            for link in reversed(reading.links):
                if not link.hides:
                    believed = link.code
                if link.how == "finesse":
                    for card in link.cards:
                        if card in table.held:
                            _call(table.held[card], told, 1 << believed, certain=len(live) == 1)
                elif link.how == "prompt":
                    asked.setdefault(link.cards[0], []).append(1 << believed)
        for card, codes in asked.items():
            if len(codes) == len(live):  # every reading asks for it
                prompted[card] = reduce(or_, codes, prompted.get(card, 0))
    return prompted


def _call(held: Held, told: Told, codes: int, *, certain: bool) -> None:
    held.called |= codes
    held.certain = held.certain or certain
    if held.touched_at < 0:
        held.touched_at, held.giver = told.turn, told.giver


def available(table: Table) -> list[int]:
    """Return for each seat the identities of which it does not see all copies, as far as the viewer knows."""
    left = list(table.left)
    held_by = [0] * table.seats
    for held in table.held.values():
        if held.front >= 0:
            left[held.front] -= 1
            if held.seat != table.viewer:
                held_by[held.seat] |= 1 << held.front
    unseen = 0
    for code, copies in enumerate(left):
        if copies > 0:
            unseen |= 1 << code
    return [unseen | own for own in held_by]


def _infer_one(table: Table, held: Held, available: int, prompted: int) -> None:
    base = held.possible & available or held.possible
    held.trash = held.stopped
    if held.stopped:
        held.inferred = base
    elif held.touched:
        inferred = base & held.meaning
        if not inferred:
            held.meaning, inferred, held.promised = ALL, base, False
        narrowed = inferred & (prompted & held.called if held.certain else prompted)
        inferred = narrowed or inferred
        useful = inferred & ~table.dead
        if not useful and _is_left_over(table, held):
            held.meaning, inferred = ALL, base
            useful = base & ~table.dead
        held.trash = not useful
        held.inferred = useful or inferred
    elif held.called:
        inferred = base & held.called & ~table.dead
        held.inferred = inferred or base
        if not inferred:
            held.called = 0
    else:
        held.inferred = base
        held.trash = not base & ~table.dead


def _is_left_over(table: Table, held: Held) -> bool:
    """Return True for a card that was taken for a one to be played, until all ones had been played: it is pink."""
    return not held.promised and held.asked_at >= 0 and not held.meaning & ~of_rank(table, 1)


def _exclude(table: Table) -> bool:
    """Apply good touch: a clued card is none that is gotten elsewhere. Return True if that may exclude more."""
    gotten = [held for held in table.held.values() if held.touched or held.certain]
    blind = {held.card for held in gotten if not held.touched}
    caused = {
        (told.focus, card)
        for told in (table.told if blind else ())
        for reading in told.readings
        for link in reading.links
        for card in link.cards
        if card in blind
    }
    viewer, more = table.viewer, False
    for held in gotten:
        if not held.touched or held.trash:
            continue
        seat, since, giver = held.seat, held.touched_at, held.giver
        excluded = earlier = 0
        for other in gotten:
            bit = other.inferred
            if bit & bit - 1:
                # It is seen, unless its seat reads; and the giver does not know its own card.
                if other.front < 0 or other.seat in (seat, viewer, giver):
                    continue
                bit = 1 << other.front
            elif other.front >= 0 and other.seat not in (seat, viewer):
                bit = 1 << other.front
            if other is held or other.trash or (caused and (held.card, other.card) in caused):
                continue  # the receiver does not know yet whether another seat plays blind
            if other.touched_at < since:
                earlier |= bit
            elif other.seat == seat or other.giver != seat:  # who gives a clue does not know its own cards
                excluded |= bit
        before = held.inferred
        left = before & ~(excluded | earlier) or before & ~earlier
        if not left:
            held.trash = more = True
        elif left != before:
            held.inferred = left
            more = more or not left & left - 1
    return more
