"""What a turn shows about clues: readings that it refutes or confirms."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.conventions.inference import infer, live_readings
from engine.conventions.rule_types import Deed
from engine.conventions.table import FOREIGN, UNSEEN, Table
from engine.conventions.thoughts import ALL, Held, How, Link, Reading, Told

_NEWEST = 1 << 30
"""Above the number of every card."""


def strike_passed(
    clues: Iterable[Told],
    table: Table,
    seat: int,
    fitting: int,
    *,
    falls_back: bool = True,
    drops: bool = True,
) -> None:
    """Strike out the readings by which a seat should have played blind.

    With `falls_back`, a clue that makes no sense then gets the readings for the case that a seat passes. Without such
    ones, it loses its readings with `drops`, and else stays as it is.
    """

    def left(readings: Iterable[Reading]) -> list[Reading]:
        return [reading for reading in readings if not _passed(table, reading, seat, fitting)]

    for told in clues:
        kept = left(told.readings)
        if len(kept) < len(told.readings):
            if told.target == table.viewer:  # it does not see which is true: another seat may have the same card
                struck = {reading.code for reading in told.readings if reading not in kept}
                kept += [one for one in left(told.others) if one.code in struck and not one.own]
            if _makes_sense(table, told, kept):
                told.readings = kept
            elif falls_back and (drops or told.others):
                told.readings, told.others = [*kept, *left(told.others)], []


def turn_taken(table: Table, deed: Deed | None = None, passed: Sequence[Told] = ()) -> None:
    """Take back the readings that a turn refutes. `passed` are the clues by which its seat should have played blind.

    A play that a clue asks for may come first.
    """
    table.turn += 1
    if deed is not None:
        _doubt(table, deed)
        taken: dict[int, int] = {}  # the cards that older clues call, and as what
        for told in table.told:
            _keep(table, told, lambda reading: _shown(table, reading, deed, taken))
            if deed.played:
                _confirm(told, deed, older=bool(taken.get(deed.held.card, 0) >> deed.code & 1))
            _take(table, told, taken)
        waiting = [told for told in table.told if told in passed]
        drops = deed.discarded or deed.held.asked_at < 0
        strike_passed(waiting, table, deed.seat, deed.fitting, drops=drops)
    infer(table)
    table.told = [told for told in table.told if _waits(table, told)]


def _take(table: Table, told: Told, taken: dict[int, int]) -> None:
    """Add the cards that a clue calls, and as what."""
    for link in [link for reading in live_readings(table, told) for link in reading.links]:
        if link.how == "finesse":
            taken[link.cards[0]] = taken.get(link.cards[0], 0) | 1 << link.code


def shown_by_clue(table: Table, seat: int) -> None:
    """Take back or move the calls to cards of a seat that a clue shows to be others."""
    held, taken = table.held, dict[int, int]()
    for told in table.told:
        links = [link for reading in told.readings for link in reading.links if link.seat == seat]
        if any(card in held and not held[card].possible >> link.code & 1 for link in links for card in link.cards):
            _keep(table, told, lambda reading: _possible(table, reading, seat, taken))
        _take(table, told, taken)


def _possible(table: Table, reading: Reading, seat: int, taken: Mapping[int, int]) -> Reading | None:
    """Return a reading with the cards that can be what it needs, None if there is none.

    `taken` contains the cards that older clues call, and as what: those come first.
    """
    links: list[Link] = []
    for link in reading.links:
        left = [card for card in link.cards if card not in table.held or table.held[card].possible >> link.code & 1]
        if link.seat == seat and not left and link.how != "known" and "layered finesse" in table.rules.names:
            behind = _behind(table.cards(seat), link, link.cards[0] if link.how == "finesse" else _NEWEST, taken)
            left = [] if behind is None else [behind.card]
            links.append(Link(seat, tuple(left), link.code, "finesse", hides=link.hides))
        else:
            links.append(link.by(*left) if link.seat == seat else link)
    return reading.by(links) if all(link.cards for link in links) else None


def _doubt(table: Table, deed: Deed) -> None:
    """Take back what the viewer would play after another seat took the same clue for its own, and was wrong."""
    if deed.played or deed.discarded or deed.held.touched or deed.seat == table.viewer:
        return
    card = deed.held.card
    for told in table.told:
        if told.asks(card):
            return
    for told in table.told:
        told.readings = [
            reading
            for reading in told.readings
            if not any(link.seat == table.viewer and link.how == "finesse" for link in reading.links)
        ]
    last = table.last
    if sum(table.left[:FOREIGN]) == len(table.held):
        return  # in the last round, one may play a card without a call
    if last is None or last.focus not in table.held:
        return
    if last.target == table.viewer and last.kind == "play" and last.giver != deed.seat:
        _refute(table, last)


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
        _refute(table, told)


def _refute(table: Table, told: Told) -> None:
    """Take a clue back, and mark it."""
    told.refuted = True
    focus = table.held.get(told.focus)
    if focus is not None:
        focus.meaning, focus.promised = ALL, False


def _without_played(table: Table, reading: Reading) -> Reading:
    """Return a reading without the needed cards of which other copies have been played."""
    stacks = table.positions
    links = [link for link in reading.links if link.how == "finesse" or link.code % 5 >= stacks[link.code // 5]]
    return reading.by(links)


def _shown(table: Table, reading: Reading, deed: Deed, taken: Mapping[int, int]) -> Reading | None:
    """Return what is left of a reading after a card was seen; None if the card refutes it.

    `taken` contains the cards that older clues call, and as what: those come first.
    """
    card = deed.held.card
    links = [_making_way(table, link, taken) for link in reading.links]
    reading = reading.by(links) if links != [*reading.links] else reading
    if not any(card in link.cards for link in reading.links):
        elsewhere = [link for link in reading.links if link.code == deed.code and deed.played and link.how == "finesse"]
        return None if any(card in table.held for link in elsewhere for card in link.cards) else reading
    kept: list[Link] = []
    for link in links:
        changed: Link | None = link
        if card in link.cards:
            same = link.code == deed.code and deed.played
            changed = link.by(card) if same else _elsewhere(table, link, deed, taken)
        if changed is None:
            return None
        kept.append(changed)
    return reading.by(kept)


def _making_way(table: Table, link: Link, taken: Mapping[int, int]) -> Link:
    """Return a blind play with the next older card, if an older clue has come to call its card as another."""
    codes = taken.get(link.cards[0], 0)
    if link.how != "finesse" or not codes or codes >> link.code & 1 or link.cards[0] not in table.held:
        return link
    behind = _behind(table.cards(link.seat), link, link.cards[0], taken)
    return link if behind is None else link.by(behind.card)


def _behind(hand: Sequence[Held], link: Link, card: int, taken: Mapping[int, int]) -> Held | None:
    """Return the next older card of a hand that can be called, although later clues may call it as another."""
    older = [held for held in hand if held.card < card and not held.touched]
    return next((held for held in reversed(older) if not taken.get(held.card, 0) & ~(1 << link.code)), None)


def _elsewhere(table: Table, link: Link, deed: Deed, taken: Mapping[int, int]) -> Link | None:
    """Return where a missing card is after another card came: among the other candidates, or behind it."""
    left = tuple([other for other in link.cards if other != deed.held.card])
    if link.how != "finesse":
        able = [other for other in left if table.held[other].possible >> link.code & 1]
        if able or (link.how == "known" and deed.held.touched):
            return link.by(*able) if able else None
    if "layered finesse" not in table.rules.names or deed.discarded:
        return None
    if not deed.played and (deed.held.touched or not _was_playable(table, deed)):
        return None
    behind = _behind(deed.hand, link, _NEWEST if deed.held.touched else deed.held.card, taken)
    how: How = "known" if link.how == "known" else "finesse"
    return Link(link.seat, (behind.card,), link.code, how) if behind is not None else None


def _was_playable(table: Table, deed: Deed) -> bool:
    """Return True if a card that came too late would have fitted a short time before."""
    return deed.code % 5 + 1 == table.positions[deed.code // 5]


def _confirm(told: Told, deed: Deed, *, older: bool) -> None:
    """Keep the readings by which a seat played blind, if one of them asked for it.

    If an older clue called the card too, the focus may still be one that is saved or fits without it.
    """
    if deed.held.touched:
        return
    card = deed.held.card
    asked = [reading for reading in told.readings if any(_asks(link, card, deed.code) for link in reading.links)]
    if asked and older:
        told.readings = [reading for reading in told.readings if not reading.links or reading in asked]
    elif asked:
        told.readings, told.saved = asked, 0


def _asks(link: Link, card: int, code: int) -> bool:
    return link.how == "finesse" and link.cards[0] == card and link.code == code


def _passed(table: Table, reading: Reading, seat: int, fitting: int) -> bool:
    """Return True if a seat did not play the card that a reading calls now."""
    for link in reading.links:
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
