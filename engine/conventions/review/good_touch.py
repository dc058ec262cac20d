"""Find clues that touch a card for nothing, although another clue says the same without it."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.conventions.following import follow_clue
from engine.conventions.review.viewer_thoughts import Place, place_in
from engine.conventions.table import Table, chop_of, touches
from engine.conventions.thoughts import Reading
from engine.events import ColorClueGiven, RankClueGiven

AnyClue = ColorClueGiven | RankClueGiven


class Waste(NamedTuple):
    """A card that a clue touches for nothing."""

    card: int
    place: Place
    instead: AnyClue
    """A clue that says the same without it."""


class _Said(NamedTuple):
    """What a clue says, to the giver and to the receiver."""

    focus: int
    reading: Reading | None
    """The true one, if it is a play clue."""
    plays: bool
    """Whether the receiver then knows that the focus fits now."""
    trash: frozenset[int]
    """The cards that the receiver then knows to be useless."""
    is_true: bool
    """Whether the receiver believes nothing wrong about the touched cards."""


def waste(giver: Table, receiver: Table, clue: AnyClue) -> Waste | None:
    """Return a card that a clue need not touch. The tables are those of both seats, before the clue.

    The giver sees that the card is played or lost, or that another seat has a clue about a copy of it. Clues that save
    a card, and cards that the receiver then knows to be useless, are not waste.
    """
    hand = giver.cards(clue.target)
    touched = _touched(giver, clue)
    new = [held for held in hand if held.card in touched and not held.touched]
    useless = {held.card for held in new if is_useless(giver, held.front, clue.target)}
    chop = chop_of(hand)
    if not useless or (chop is not None and chop in new and giver.critical(chop.front)):
        return None
    said = _said(giver, receiver, clue)
    useless -= said.trash | {said.focus}
    if not useless or said.reading is None:
        return None
    for other in _others(giver, clue):
        if not touched - useless <= _touched(giver, other) <= touched - useless | _clued(giver, clue.target):
            continue
        instead = _said(giver, receiver, other)
        same = (instead.focus, instead.reading) == (said.focus, said.reading)
        if same and instead.is_true and instead.plays >= said.plays:
            card = min(useless)
            return Waste(card, place_in([held.card for held in hand], card), other)
    return None


def is_useless(table: Table, code: int, target: int) -> bool:
    """Return True for a card that is dead, or of which the viewer or a third seat holds a clued copy."""
    if table.dead >> code & 1:
        return True
    clued = [held for held in table.held.values() if held.touched and held.seat != target]
    return any(held.inferred == 1 << code if held.seat == table.viewer else held.front == code for held in clued)


def _others(table: Table, clue: AnyClue) -> Iterator[AnyClue]:
    for color in table.palette.color_touches:
        yield ColorClueGiven(clue.seat, clue.target, color)
    for rank in table.palette.rank_touches:
        yield RankClueGiven(clue.seat, clue.target, rank)


def _touched(table: Table, clue: AnyClue) -> frozenset[int]:
    mask, _ = touches(table.palette, clue)
    return frozenset([held.card for held in table.cards(clue.target) if mask >> held.front & 1])


def _clued(table: Table, seat: int) -> frozenset[int]:
    return frozenset([held.card for held in table.cards(seat) if held.touched])


def _said(giver: Table, receiver: Table, clue: AnyClue) -> _Said:
    mask, rank = touches(giver.palette, clue)
    touched = _touched(giver, clue)
    seen, heard = giver.copy(), receiver.copy()
    told = follow_clue(seen, clue.seat, clue.target, mask, rank, touched)
    theirs = follow_clue(heard, clue.seat, clue.target, mask, rank, touched)
    front = giver.held[told.focus].front
    reading = next((one for one in told.readings if one.code == front), None) if told.kind == "play" else None
    if not any(one.code == front for one in theirs.readings):
        reading = None
    return _Said(
        told.focus,
        reading,
        not heard.held[told.focus].inferred & ~heard.playable,
        frozenset([card for card in touched if heard.held[card].trash]),
        all(heard.held[card].inferred >> giver.held[card].front & 1 for card in touched),
    )
