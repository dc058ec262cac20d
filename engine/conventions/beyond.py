"""Read what players of higher levels do, in games of other people: bluffs, gentleman's and baton discards.

No bot does or reads them. Each explains a turn that breaks the conventions of the levels.
"""

from typing import Final

from engine.conventions.rule_types import ActRule, Deed
from engine.conventions.table import FOREIGN, Table, finesse_position
from engine.conventions.thoughts import Held, Link, Reading, Told

_TOP: Final = 4


def bluff(table: Table, deed: Deed) -> None:
    """Read a blind play right after a clue that fits although it is none of the cards that the clue needs.

    The focus then needs one more card.
    """
    told, card = table.last, deed.held.card
    if told is None or not deed.played or deed.held.touched or sum(table.left[:FOREIGN]) == len(table.held):
        return
    if told.turn != table.turn - 1 or told.target == deed.seat or told.kind != "play" or told.focus not in table.held:
        return
    if not deed.held.called:
        told.readings = [Reading(code) for code in _one_away(table, told, deed.fitting)]
        table.told = [*[other for other in table.told if other is not told], told]
    elif "layered finesse" not in table.rules.names and told.asks(card):
        called = [one for one in told.readings if any(card in link.cards for link in one.links)]
        told.readings = [_without(reading, deed) for reading in called]


def _one_away(table: Table, told: Told, fitting: int) -> list[int]:
    """Return the cards that the focus of a clue can be and that would fit after one more."""
    possible = table.held[told.focus].possible
    return [code + 1 for code in range(FOREIGN) if code % 5 < _TOP and fitting >> code & 1 and possible >> code + 1 & 1]


def _without(reading: Reading, deed: Deed) -> Reading:
    """Return a reading without the card that was played as another one."""
    kept = [link for link in reading.links if deed.held.card not in link.cards or link.code == deed.code]
    return reading.by(kept)


def pass_on(table: Table, deed: Deed) -> None:
    """Read the discard of a useful card that its seat knows: another seat has a copy, and plays that blind."""
    held, bit = deed.held, 1 << deed.code
    is_known = held.inferred == bit or not held.inferred & ~deed.fitting
    if not deed.discarded or not held.gotten or held.trash or not is_known or table.dead & bit:
        return
    copy = taker(table, deed.seat, deed.code)
    if copy is not None:
        link = Link(copy.seat, (copy.card,), deed.code, "finesse")
        table.told.append(Told(table.turn, deed.seat, copy.seat, copy.card, "play", (), [Reading(deed.code, (link,))]))


def taker(table: Table, seat: int, code: int) -> Held | None:
    """Return the copy on a finesse position to which a seat passes a card that it discards.

    None if a copy is clued or called elsewhere. What the viewer does not see, it has.
    """
    bit = 1 << code
    others = [held for held in table.held.values() if held.seat != seat]
    if any(held.gotten and (held.front == code or held.inferred == bit) for held in others):
        return None
    found = [held for other in table.order(seat) if (held := finesse_position(table.cards(other))) is not None]
    seen = next((held for held in found if held.front == code), None)
    own = next((held for held in found if held.seat == table.viewer and held.inferred & bit), None)
    return seen or own


RULES: Final = (
    ActRule("bluff", "level-11/#the-bluff", 5, bluff),
    ActRule("gentleman's discard", "extras/sarcastic-discards/#the-gentlemans-discard", 15, pass_on),
)
