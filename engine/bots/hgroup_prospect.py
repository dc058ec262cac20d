"""What a table promises, as one seat sees it: the plays to come, and what may be lost."""

from typing import NamedTuple

from engine.bots.bit_sets import members
from engine.conventions.table import Table, chop_of
from engine.conventions.thoughts import Held


class Prospect(NamedTuple):
    """What is to come if all play on as they understand the clues."""

    plays: int
    """The cards that will be played because they are clued or called."""
    useful: int
    """The other clued cards that can be played some time."""
    known: int
    """The clued cards whose identity their seat knows."""
    useless: int
    """The clued cards that are dead or copies of others."""
    wrong: int
    """The cards that their seats would play at once, and that do not fit."""
    misled: int
    """The other clued and called cards that their seats take for what they are not."""
    lost: float
    """The cost of the cards that their seats take for useless, and that are not."""
    wrong_next: int
    """The wrong plays of the seat after the viewer."""
    danger: dict[int, float]
    """The cost of the card that a seat discards next, for seats that have nothing else to do."""
    busy: frozenset[int]
    """The seats that have a card to play."""


def prospect(table: Table) -> Prospect:
    """Return what a table promises to its viewer."""
    gotten = [held for held in table.held.values() if held.touched or held.called]
    fits, dead = table.playable, table.dead
    waiting = [held for held in gotten if _truth(table, held) >= 0]
    plays, known, played, done = 0, 0, set(), 0
    progress = True
    while progress:
        progress = False
        for held in waiting:
            code = _truth(table, held)
            if held.card in played or not fits >> code & 1 or not held.inferred >> code & 1 or held.trash:
                continue
            if held.called or held.promised or not held.inferred & ~(fits | done):
                played.add(held.card)
                plays += 1
                done |= 1 << code
                fits = fits & ~(1 << code) | (2 << code if code % 5 < 4 and not dead >> code + 1 & 1 else 0)
                progress = True
    useful = useless = wrong = wrong_next = misled = 0
    lost = 0.0
    seen: set[int] = set()
    for held in sorted(waiting, key=lambda held: held.card not in played):
        code = _truth(table, held)
        bad = bool(dead >> code & 1) or code in seen
        seen.add(code)
        known += held.touched and held.inferred == 1 << code
        if held.card in played:
            continue
        if bad:
            useless += held.touched
        else:
            useful += held.touched
            if held.trash and held.seat != table.viewer:
                lost += cost_of_loss(table, code, held.seat)
        if held.seat != table.viewer and not held.trash:
            if not held.inferred & ~table.playable and not table.playable >> code & 1:
                wrong += 1
                wrong_next += held.seat == (table.viewer + 1) % table.seats
            elif not held.inferred >> code & 1:
                misled += 1
    danger = {seat: _danger(table, seat) for seat in range(table.seats) if seat != table.viewer}
    busy = frozenset([held.seat for held in gotten if not held.trash and not held.inferred & ~table.playable])
    return Prospect(plays, useful, known, useless, wrong, misled, lost, wrong_next, danger, busy)


def _truth(table: Table, held: Held) -> int:
    """Return the code of a card that the viewer sees or knows, else -1."""
    if held.front >= 0:
        return held.front
    inferred = held.inferred
    return inferred.bit_length() - 1 if not inferred & inferred - 1 else -1


def _danger(table: Table, seat: int) -> float:
    """Return the cost of a seat's next discard; 0 if it has something better to do."""
    hand = table.cards(seat)
    if _has_use(table, hand):
        return 0.0
    chop = chop_of(hand)
    if chop is not None:
        return cost_of_loss(table, chop.front, seat)
    if table.tokens:
        return 0.0
    cheapest = min(hand, key=lambda held: mean_cost(table, held), default=None)
    return cost_of_loss(table, cheapest.front, seat) if cheapest is not None else 0.0


def _has_use(table: Table, hand: list[Held]) -> bool:
    """Return True if a seat has a card to play, or one to discard that it knows to be useless."""
    for held in hand:
        if held.trash and (held.touched or not held.inferred & ~table.dead):
            return True
        if (held.touched or held.called) and not held.trash and not held.inferred & ~table.playable:
            return True
    return False


def mean_cost(table: Table, held: Held) -> float:
    """Return the mean cost of losing a card of which its seat knows what is inferred."""
    codes = members(held.inferred)
    return sum([cost_of_loss(table, code, held.seat) for code in codes]) / len(codes)


def cost_of_loss(table: Table, code: int, seat: int) -> float:
    """Return the cost of losing a card of a hand."""
    if table.dead >> code & 1:
        return 0.0
    critical = 1.0 + 0.5 * (5 - code % 5)
    if table.copies[code] == 1:
        return critical
    copies = [held for held in table.held.values() if _truth(table, held) == code and held.seat != seat]
    if any(held.gotten for held in copies):
        return 0.0
    if copies:
        return critical if all(_goes_next(table, held, seat) for held in copies) else 0.1
    if code % 5 == 1 or table.playable >> code & 1:
        return 0.8
    return 0.25


def _goes_next(table: Table, held: Held, seat: int) -> bool:
    """Return True if the seat after another one discards a card in its turn, before somebody can save it."""
    if held.seat != (seat + 1) % table.seats or held.seat == table.viewer:
        return False
    hand = table.cards(held.seat)
    return chop_of(hand) is held and not _has_use(table, hand)
