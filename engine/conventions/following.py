"""Follow the turns of a game: marks of clues, what they mean, and what plays and discards show."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.conventions.focus import clue_about, filled_in
from engine.conventions.inference import infer
from engine.conventions.rules import Before, Clue, Deed, Meant
from engine.conventions.table import MOST_TOKENS, UNSEEN, Table, chop_of, of_rank
from engine.conventions.thoughts import ALL, Link, Reading, Told

__all__ = ["draw", "follow_clue", "follow_discard", "follow_play"]


def follow_clue(table: Table, giver: int, target: int, mask: int, rank: int, touched: Iterable[int]) -> Told:
    """Follow a clue that touched some cards. `mask` has all cards that such a clue touches; `rank` is 0 for a color."""
    hand, cards = table.cards(target), {*touched}
    chop = chop_of(hand)
    before = {held.card: Before(held.possible, held.inferred, held.called != 0, held.trash) for held in hand}
    waiting = [(told, told.readings, told.others) for told in table.told]
    _pass_over(table, giver)
    if giver != table.viewer:
        _strike_passed(table.told, table, giver, table.playable)
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
    table.tokens = max(table.tokens - 1, 0)
    told = Told(table.turn, giver, target, hit[-1].card if hit else -1, "stall", tuple([held.card for held in hit]), [])
    if hit:
        clue = clue_about(table, giver, target, mask, rank, hit, new, chop, before)
        _interpret(table, clue, told)
    if told.urgent:  # the giver may still play blind
        for other, readings, others in waiting:
            other.readings, other.others = readings, others
    _turn_taken(table)
    return told


def _interpret(table: Table, clue: Clue, told: Told) -> None:
    """Apply the rules to a clue. One that says nothing of its focus may be about a card that it fills in."""
    meant = _apply(table, clue, told)
    filled = filled_in(table, clue) if meant.kind == "play" and not meant.codes else None
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
        for held in clue.new if clue.rank == 1 else (focus,):
            held.meaning = of_rank(table, clue.rank)  # the rank of a pink focus is promised, and that of all ones
    infer(table)
    void = table.turn in table.void
    meant = Meant("stall") if void else Meant()
    for rule in () if void else table.rules.clues:
        meant = rule.apply(table, clue, meant)
        if meant.whole:
            break
    told.kind, told.saved, told.urgent = meant.kind, meant.saved, meant.urgent
    told.readings, told.others = list(meant.readings), list(meant.others)
    if meant.kind in ("play", "save") and meant.codes:
        if meant.kind == "play":
            focus.promised = True
        for held in (focus, *(clue.new if clue.rank == 1 else ())) if meant.readings else ():
            held.asked_at = table.turn
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
    _turn_taken(table, deed, passed)


def _passes(table: Table, deed: Deed) -> list[Told]:
    """Return the clues by which a seat should have played blind, unless it had another card to play first."""
    held = deed.held
    if deed.seat == table.viewer:
        return []
    if not deed.discarded and held.called:
        return []
    return list(table.told)


def _pass_over(table: Table, seat: int) -> None:
    """Note that a seat plays none of the cards that it could play."""
    for held in table.cards(seat):
        held.passed = held.touched and not held.trash and not held.inferred & ~table.playable


def _strike_passed(clues: Iterable[Told], table: Table, seat: int, fitting: int, played: int = -1) -> None:
    """Strike out the readings by which a seat should have played blind, of clues that still make sense then."""
    for told in clues:
        kept = [reading for reading in told.readings if not _passed(table, reading, seat, fitting, played)]
        if len(kept) < len(told.readings):
            if _makes_sense(table, told, kept):
                told.readings = kept
            elif told.others:
                told.readings, told.others = [*kept, *told.others], []


def _turn_taken(table: Table, deed: Deed | None = None, passed: Sequence[Told] = ()) -> None:
    """Take back the readings that a turn refutes."""
    table.turn += 1
    if deed is not None:
        _doubt(table, deed)
        for told in table.told:
            _keep(table, told, lambda reading: _shown(table, reading, deed))
            if deed.played:
                _confirm(told, deed)
        _strike_passed([told for told in table.told if told in passed], table, deed.seat, deed.fitting, deed.held.card)
    infer(table)
    table.told = [told for told in table.told if _waits(table, told)]


def _doubt(table: Table, deed: Deed) -> None:
    """Take back blind plays of the viewer after another seat took the same clue for its own, and was wrong."""
    if deed.played or deed.discarded or deed.held.touched or deed.seat == table.viewer:
        return
    card = deed.held.card
    for told in table.told:
        if any(card in link.cards for reading in told.readings for link in reading.links):
            return
    for told in table.told:
        told.readings = [
            reading
            for reading in told.readings
            if not any(link.seat == table.viewer and link.how == "finesse" for link in reading.links)
        ]


def _makes_sense(table: Table, told: Told, readings: Iterable[Reading]) -> bool:
    """Return whether one of some readings may be the true one, as far as the viewer sees."""
    held = table.held.get(told.focus)
    return any(held is None or held.front in (UNSEEN, reading.code) for reading in readings)


def _keep(table: Table, told: Told, change: Callable[[Reading], Reading | None]) -> None:
    """Change or drop the readings of a clue. If none is left, the clue is taken back, and marked."""
    for name in ("readings", "others"):
        before = getattr(told, name)
        kept = [reading for old in before if (reading := change(old)) is not None]
        without = [_without_played(table, old) for old in before] if not kept else []
        setattr(told, name, kept or [reading for old in without if (reading := change(old)) is not None])
    if not told.readings and told.others:
        told.readings, told.others = told.others, []
    if not told.readings and not told.saved:
        told.refuted = True
        focus = table.held.get(told.focus)
        if focus is not None:
            focus.meaning, focus.promised = ALL, False


def _without_played(table: Table, reading: Reading) -> Reading:
    """Return a reading without the needed cards of which other copies have been played."""
    stacks = table.positions
    links = [link for link in reading.links if link.how == "finesse" or link.code % 5 >= stacks[link.code // 5]]
    return replace(reading, links=tuple(links))


def _shown(table: Table, reading: Reading, deed: Deed) -> Reading | None:
    """Return what is left of a reading after a card was seen; None if the card refutes it."""
    card = deed.held.card
    if not any(card in link.cards for link in reading.links):
        elsewhere = [link for link in reading.links if link.code == deed.code and deed.played and link.how == "finesse"]
        return None if any(card in table.held for link in elsewhere for card in link.cards) else reading
    links: list[Link] = []
    for link in reading.links:
        changed: Link | None = link
        if card in link.cards:
            same = link.code == deed.code and deed.played
            changed = replace(link, cards=(card,)) if same else _elsewhere(table, link, deed)
        if changed is None:
            return None
        links.append(changed)
    return replace(reading, links=tuple(links))


def _elsewhere(table: Table, link: Link, deed: Deed) -> Link | None:
    """Return where a missing card is after another card came: among the other candidates, or behind it."""
    left = tuple([other for other in link.cards if other != deed.held.card])
    if link.how != "finesse":
        able = [other for other in left if table.held[other].possible >> link.code & 1]
        return replace(link, cards=tuple(able)) if able else None
    if "layered finesse" not in table.rules.names or deed.discarded:
        return None
    if not deed.played and not _was_playable(table, deed):
        return None
    older = [held for held in deed.hand if held.card < deed.held.card and not held.touched]
    behind = next((held for held in reversed(older) if not held.called & ~(1 << link.code)), None)
    return replace(link, cards=(behind.card,), hides=False) if behind is not None else None


def _was_playable(table: Table, deed: Deed) -> bool:
    """Return True if a card that came too late would have fitted a short time before."""
    return deed.code % 5 + 1 == table.positions[deed.code // 5]


def _confirm(told: Told, deed: Deed) -> None:
    """Keep the readings by which a seat played blind, if one of them asked for it."""
    if deed.held.touched:
        return
    card = deed.held.card
    asked = [reading for reading in told.readings if any(_asks(link, card, deed.code) for link in reading.links)]
    if asked:
        told.readings, told.saved = asked, 0


def _asks(link: Link, card: int, code: int) -> bool:
    return link.how == "finesse" and link.cards[0] == card and link.code == code


def _passed(table: Table, reading: Reading, seat: int, fitting: int, played: int) -> bool:
    """Return True if a seat did not play the card that a reading calls now. `played` is the card that it did play."""
    for link in reading.links:
        if played in link.cards:
            return False
        waiting = [table.held[card] for card in link.cards if card in table.held]
        if not waiting or waiting[0].touched:
            continue
        if link.seat == seat and link.how == "finesse" and fitting >> link.code & 1:
            return True
        if link.how == "finesse" or link.how == "prompt":
            return False
    return False


def _waits(table: Table, told: Told) -> bool:
    """Return True if a clue still depends on other turns."""
    if told.refuted or told.focus not in table.held:
        return False
    return any(any(card in table.held for link in reading.links for card in link.cards) for reading in told.readings)
