"""Follow the turns of a game: marks of clues, the card that each is about, and what plays and discards show."""

from collections.abc import Iterable, Sequence

from engine.conventions.inference import infer
from engine.conventions.refuting import shown_by_clue, strike_passed, turn_taken
from engine.conventions.rule_types import Before, Clue, Deed, Meant
from engine.conventions.table import MOST_TOKENS, Table, chop_of, of_rank, of_suit, promised_by
from engine.conventions.thoughts import ALL, Held, Told

_ORDER_OF_ONES = 3
"""The level from which ones are played in an order: those drawn later first, then the oldest."""


def follow_clue(table: Table, giver: int, target: int, mask: int, rank: int, touched: Iterable[int]) -> Told:
    """Follow a clue that touched some cards.

    `mask` contains all cards that such a clue touches; `rank` is 0 for a color.
    """
    hand, cards = table.cards(target), {*touched}
    chop = chop_of(hand)
    before = {held.card: Before(held.possible, held.inferred, held.called != 0, held.trash) for held in hand}
    new, hit = [], []
    for held in hand:
        possible = held.possible
        held.possible = possible & (mask if held.card in cards else ~mask) or possible
        if held.card not in cards:
            continue
        hit.append(held)
        held.clues += not held.touched or held.possible != possible
        if not held.touched:
            new.append(held)
            held.touched = True
            if not held.called:
                held.touched_at, held.giver = table.turn, giver
    shown_by_clue(table, target)
    waiting = [(told, told.readings) for told in table.told]
    _pass_over(table, giver)
    if giver != table.viewer:
        strike_passed(table.told, table, giver, table.playable, falls_back=False)
    table.tokens = max(table.tokens - 1, 0)
    told = Told(table.turn, giver, target, hit[-1].card if hit else -1, "stall", tuple([held.card for held in hit]), [])
    if hit:
        clue = _clue_about(table, giver, target, mask, rank, hit, new, chop, before)
        _interpret(table, clue, told)
    if told.urgent:  # the giver may still play blind
        for other, readings in waiting:
            other.readings = readings
    elif giver != table.viewer:  # it knows why it gives another clue first
        strike_passed([other for other, _ in waiting if other in table.told], table, giver, table.playable)
    turn_taken(table)
    return told


def _clue_about(
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

    If a clue touches several ones, and the level has an order for them, it is the one that is played first. If a color
    touches brown cards again, it is the oldest. Without new cards, cards that are known, or known to fit, come last.
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


def _filled_in(table: Table, clue: Clue) -> Held | None:
    """Return the newest card with an older clue that a clue shows to fit, if what it touches anew is useless."""
    if not clue.new or not all(held.trash for held in clue.new):
        return None
    known = [held for held in clue.touched if held not in clue.new and held.possible != clue.before[held.card].possible]
    return next((held for held in reversed(known) if not held.trash and not held.inferred & ~table.playable), None)


def _interpret(table: Table, clue: Clue, told: Told) -> None:
    """Apply the rules to a clue. One that says nothing of its focus may be about a card that it fills in."""
    meant = _apply(table, clue, told)
    filled = _filled_in(table, clue) if meant.kind == "play" and not meant.codes else None
    if filled is not None:
        _apply(table, clue._replace(focus=filled, new=(), on_chop=False), told)
    table.last = told


def _apply(table: Table, clue: Clue, told: Told) -> Meant:
    focus = clue.focus
    told.focus = focus.card
    old, focus.meaning = focus.meaning, ALL
    if clue.new:
        focus.on_chop = clue.on_chop
    if clue.rank:
        for held in clue.new if clue.ones else (focus,):
            held.meaning = promised_by(table, clue.mask, clue.rank)  # for ones, not of the focus alone
    infer(table)
    void = table.turn in table.void
    meant = Meant("stall") if void else Meant()
    for rule in () if void else table.rules.clues:
        meant = rule.apply(table, clue, meant)
        if meant.whole:
            break
    told.kind, told.saved, told.urgent = meant.kind, meant.saved, meant.urgent
    told.readings, told.others, told.own = list(meant.readings), list(meant.others), list(meant.own)
    if clue.target == table.viewer:
        told.others += meant.own
    if meant.kind in ("play", "save") and meant.codes:
        if meant.kind == "play":
            focus.promised = True
        for held in (focus, *(clue.new if clue.ones else ())) if meant.readings else ():
            held.asked_at, held.asked = table.turn, ALL
        if meant.readings:
            focus.asked = meant._replace(saved=0).codes
        for other in table.told:
            if other.focus == focus.card:  # those it called go on
                other.readings = [reading for reading in other.readings if meant.codes >> reading.code & 1]
        table.told = [other for other in table.told if other.focus != focus.card or other.readings]
        table.told.append(told)
    else:
        focus.meaning = meant.saved or old
    return meant


def follow_play(table: Table, seat: int, card: int, code: int, *, fits: bool) -> None:
    """Follow a play. `fits` says whether it extended a firework."""
    deed = _take(table, seat, card, code, played=fits, discarded=False)
    table.left[code] -= 1
    if fits:
        table.positions[code // 5] += 1
        if table.positions[code // 5] == table.palette.stacks[code // 5].top:
            table.tokens = min(table.tokens + 1, MOST_TOKENS)
    else:
        table.copies[code] -= 1
        table.strikes += 1
        if deed.held.promised or deed.held.called:
            table.misled |= {(deed.held.giver, seat)}
        table.struck_at = table.turn
    table.count()
    _after(table, deed)


def follow_discard(table: Table, seat: int, card: int, code: int) -> None:
    """Follow a discard."""
    chop = chop_of(table.cards(seat))
    _pass_over(table, seat)
    deed = _take(table, seat, card, code, played=False, discarded=True)
    if chop is not None and chop.card == card:
        table.early = False
    table.left[code] -= 1
    table.copies[code] -= 1
    table.tokens = min(table.tokens + 1, MOST_TOKENS)
    table.count()
    _after(table, deed)


def draw(table: Table, seat: int, card: int, front: int) -> None:
    """Follow the card that a seat draws after its turn."""
    table.draw(seat, card, front)
    infer(table)


def _take(table: Table, seat: int, card: int, code: int, *, played: bool, discarded: bool) -> Deed:
    hand = tuple(table.cards(seat))
    held = table.held[card]
    return Deed(seat, held, code, played, discarded, table.playable, hand)


def _after(table: Table, deed: Deed) -> None:
    card = deed.held.card
    passed = _passes(table, deed)
    table.hands[deed.seat].remove(card)
    del table.held[card]
    for rule in table.rules.acts:
        rule.apply(table, deed)
    turn_taken(table, deed, passed)


def _passes(table: Table, deed: Deed) -> list[Told]:
    """Return the clues by which a seat should have played blind, unless it played what one of them asks for."""
    if not deed.discarded and (deed.held.called or not deed.played):
        return []
    return [told for told in table.told if deed.discarded or not told.asks(deed.held.card)]


def _pass_over(table: Table, seat: int) -> None:
    """Note that a seat plays none of the cards that it could play."""
    for held in table.cards(seat):
        held.passed = held.touched and not held.trash and not held.inferred & ~table.playable
