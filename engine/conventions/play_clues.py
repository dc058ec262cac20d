"""Read play clues and save clues, as the receiver and all others read them together."""

from collections.abc import Collection

from engine.conventions.rule_types import Clue, Meant
from engine.conventions.search import Search
from engine.conventions.table import UNSEEN, Table
from engine.conventions.thoughts import Reading


def save(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue on the chop: it may save a five, a two or a critical card."""
    saved = clue.focus.inferred & savable(table, clue) if clue.on_chop else 0
    return so_far._replace(kind="save", saved=saved) if saved else so_far


def savable(table: Table, clue: Clue) -> int:
    """Return the identities that a clue on the chop can save: fives and twos by rank, last copies by both."""
    codes = 0
    for code in table.palette.cards:
        rank = code % 5 + 1
        if clue.rank and rank in (2, 5):
            saves = True
        elif rank == 5 or (rank == 2 and not table.critical(code)):
            saves = _needs_color(table, code)
        else:
            saves = table.critical(code)
        if saves and not table.dead >> code & 1 and not _saves_otherwise(table, clue, code):
            codes |= 1 << code
    return codes & clue.mask


def _saves_otherwise(table: Table, clue: Clue, code: int) -> bool:
    """Return True for a black card that the other kind of clue saves: its rank two and five, its color three and four.

    A clue that touches other cards too may have its reason in them.
    """
    if table.flags(code) != {"oneOfEach"} or len(clue.touched) > 1:
        return False
    return (code % 5 + 1 in (2, 5)) != bool(clue.rank)


def _needs_color(table: Table, code: int) -> bool:
    """Return True if no rank clue touches the card, as for brown suits."""
    return not table.palette.rank_touches.get(code % 5 + 1, 0) >> code & 1


def play(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue as one to play: the focus fits, at once or after cards that others play.

    Nobody is asked to play for a card that the clue saves.
    """
    found = _search(table, clue, {table.viewer, clue.target}).readings(clue.focus.inferred)
    found = [one for one in found if not so_far.saved >> one.code & 1 or all(link.how == "known" for link in one.links)]
    return so_far._replace(readings=(*so_far.readings, *found))


def _explained(table: Table, clue: Clue, so_far: Meant) -> bool:
    """Return True if the clue makes sense to the viewer already."""
    if clue.target == table.viewer:
        return so_far.codes != 0
    return so_far.codes >> clue.focus.front & 1 == 1


def self_prompt(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue as one that prompts its receiver, where nobody else has the missing card."""
    if so_far.codes:
        return so_far
    found = [one for one in _of_oneself(table, clue) if not any(link.how == "finesse" for link in one.links)]
    return _if_there(table, clue, so_far, tuple(found))


def oneself(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue as one for which the receiver itself has what nobody else has, in the simplest way."""
    return so_far if so_far.codes else _if_there(table, clue, so_far, _of_oneself(table, clue))


def _if_there(table: Table, clue: Clue, so_far: Meant, readings: tuple[Reading, ...]) -> Meant:
    """Return a meaning with some readings if one is true, as far as the viewer sees the receiver's hand."""
    if clue.target == table.viewer:
        return so_far._replace(readings=readings)
    hands = {held.card: held.front for held in table.cards(clue.target)}
    for reading in readings:
        links = [link for link in reading.links if link.seat == clue.target]
        if reading.code == clue.focus.front and all(hands[link.cards[0]] == link.code for link in links):
            return so_far._replace(readings=readings)
    return so_far


def mine(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue as one for which the viewer has the card that it sees nowhere."""
    if _explained(table, clue, so_far) or clue.target == table.viewer:
        return so_far
    return so_far._replace(readings=(*so_far.readings, *_mine(table, clue)))


def oneself_behind(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Read a clue as the receiver would who has to supply a card, whether or not it has it."""
    if so_far.codes or clue.target == table.viewer:
        return so_far
    seen = _search(table, clue, {table.viewer}, own=True).readings(1 << clue.focus.front)
    return so_far._replace(readings=tuple(seen) or _of_oneself(table, clue))


def ambiguous(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Keep in mind that a seat may see the missing card in another hand, perhaps the viewer's, and pass."""
    if not so_far.readings:
        return so_far
    everybody = range(table.seats)
    waits = not so_far.saved and all(reading.blind for reading in so_far.readings)
    own = _of_oneself(table, clue, passing=everybody) if waits and clue.new else ()
    others = _mine(table, clue, passing=everybody)
    first = {link.seat for reading in so_far.readings for link in reading.links[:1] if link.how == "finesse"}
    if first:
        search = _search(table, clue, {table.viewer, clue.target}, passing=first)
        others += tuple([one for one in search.readings(clue.focus.inferred) if one.blind])
    return so_far._replace(others=others, own=own)


def urgent(table: Table, clue: Clue, so_far: Meant) -> Meant:
    """Keep in mind that a clue to the next chop, or one that finesses, may come before a blind play of the giver."""
    readings = [reading for reading in so_far.readings if clue.focus.front in (UNSEEN, reading.code)]
    is_next = clue.on_chop and clue.target == (clue.giver + 1) % table.seats
    return so_far._replace(urgent=is_next or any(reading.blind for reading in readings))


def _of_oneself(table: Table, clue: Clue, passing: Collection[int] = ()) -> tuple[Reading, ...]:
    """Return the readings that need the fewest blind plays of the receiver. The seats that pass play nothing blind."""
    target = clue.target
    found = _search(table, clue, {table.viewer, target}, own=True, passing=passing).readings(clue.focus.inferred)

    def blind(reading: Reading) -> int:
        return sum([link.seat == target and link.how == "finesse" for link in reading.links])

    least = min(map(blind, found), default=0)
    return tuple([reading for reading in found if blind(reading) == least])


def _mine(table: Table, clue: Clue, passing: Collection[int] = ()) -> tuple[Reading, ...]:
    """Return the reading by which the viewer, who is neither giver nor receiver, has a missing card."""
    if table.viewer in (clue.giver, clue.target):
        return ()
    search = _search(table, clue, {table.viewer}, own=not passing, mine=True, passing=passing)
    found = search.readings(1 << clue.focus.front)
    return tuple([reading for reading in found if any(link.seat == table.viewer for link in reading.links)])


def _search(
    table: Table, clue: Clue, blind: set[int], *, own: bool = False, mine: bool = False, passing: Collection[int] = ()
) -> Search:
    return Search(table, clue, table.rules.links, blind=frozenset(blind), own=own, mine=mine, passing=passing)
