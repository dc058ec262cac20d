"""What the viewer of a table thinks of each card, and what it expects of the seat to move."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, Literal, NamedTuple

from engine.conventions.inference import live_readings
from engine.conventions.table import Table, chop_of
from engine.conventions.thoughts import Held

_FIVE: Final = 4


class Place(NamedTuple):
    """The place of a card in its hand."""

    age: int
    """1 for the oldest."""
    slot: int
    """1 for the newest, as players of these conventions count."""


def place_in(cards: Sequence[int], card: int) -> Place:
    """Return the place of a card in a hand, which is oldest first."""
    index = cards.index(card)
    return Place(index + 1, len(cards) - index)


class Thought(NamedTuple):
    """What is thought of a card in a hand."""

    card: int
    codes: int
    """The identities that clues and conventions leave, as a bit set."""
    clued: bool
    chop: bool
    moved: bool
    """Whether the chop has moved past it."""
    called: bool
    """Whether it is called to be played blind, now or later."""
    promised: bool
    """Whether a play clue was about it."""
    plays: bool
    """Whether its seat can play it now."""
    trash: bool


class Ask(NamedTuple):
    """What the conventions ask of the seat to move."""

    kind: Literal["play", "save", "discard"]
    seat: int
    """Whose card it is: for a save, the seat that would discard it."""
    card: int
    cause: int
    """The turn of the clue that asks for it, -1 for none. In a step, its version."""
    blind: bool = False
    """Whether no clue touched the card."""
    certain: bool = False
    """Whether every reading that is left asks for it."""


def thoughts_of(table: Table, seat: int) -> tuple[Thought, ...]:
    """Return what is thought of the cards of a seat, oldest first."""
    hand, codes = table.cards(seat), _believed(table, seat)
    chop = chop_of(hand)
    return tuple(
        [
            Thought(
                held.card,
                codes[held.card],
                held.touched,
                held is chop,
                held.moved and not held.touched,
                held.called != 0 and not held.touched,
                held.promised,
                _plays(table, held, codes[held.card]),
                held.trash,
            )
            for held in hand
        ]
    )


def expected(table: Table, seat: int, *, may_clue: bool, may_discard: bool) -> tuple[Ask, ...]:
    """Return what is asked of a seat, what comes first first. Empty if it is free to give any clue."""
    asks = _saves(table, seat) if may_clue else []
    able = _able(table, seat)
    for blind in (True, False):
        asks += [
            Ask("play", seat, held.card, cause_of(table, held), blind, held.certain if blind else True)
            for held in reversed(able)
            if blind != held.touched
        ]
    if not asks and may_discard and not may_clue:
        card = next_discard(table, seat)
        asks += [] if card is None else [Ask("discard", seat, card.card, -1)]
    return tuple(asks)


def next_discard(table: Table, seat: int) -> Held | None:
    """Return the card that a seat discards if it has nothing better to do: known trash, or else its chop."""
    hand = table.cards(seat)
    useless = next((held for held in hand if held.trash and not held.called), None)
    return chop_of(hand) if useless is None else useless


def cause_of(table: Table, held: Held) -> int:
    """Return the turn of the clue that asks to play a card, -1 for none."""
    for told in reversed(table.told):
        links = [link for reading in live_readings(table, told) for link in reading.links if link.how != "known"]
        asks = told.focus == held.card and any(held.inferred >> reading.code & 1 for reading in told.readings)
        if asks or any(held.card in link.cards for link in links):
            return told.turn
    return held.asked_at if held.inferred & held.asked else -1


def _believed(table: Table, seat: int) -> dict[int, int]:
    """Return the identities that are left of each card of a seat, by card.

    Where too few copies are left for what is said of several cards, what is promised least counts by its clues alone.
    """
    left = table.unseen(seat)
    found: dict[int, int] = {}
    for held in sorted(table.cards(seat), key=lambda held: (not held.promised, not held.touched, held.touched_at)):
        taken = [*found.values(), held.inferred]
        full = [codes for codes in taken if sum([not one & ~codes for one in taken]) > _copies(codes, left)]
        gone = reduce(or_, full, 0)
        found[held.card] = held.possible & ~gone or held.inferred if full else held.inferred
    return found


def _copies(codes: int, left: Sequence[int]) -> int:
    return sum([copies for code, copies in enumerate(left) if codes >> code & 1])


def _able(table: Table, seat: int) -> list[Held]:
    """Return the cards that a seat can play, as far as it knows, oldest first."""
    codes = _believed(table, seat)
    return [held for held in table.cards(seat) if _plays(table, held, codes[held.card])]


def _plays(table: Table, held: Held, codes: int) -> bool:
    if held.trash or not (held.touched or held.called) or codes & ~table.playable:
        return False
    if held.touched or held.certain:
        return True
    return any(
        link.how == "finesse" and link.cards[0] == held.card
        for told in table.told
        for reading in live_readings(table, told)
        for link in reading.links
    )


def _saves(table: Table, seat: int) -> list[Ask]:
    """Return the card that the next seat would discard, if the seat sees that it must be saved."""
    after = (seat + 1) % table.seats
    if _able(table, after) or (table.early and _may_clue(table, after)):
        return []
    held = next_discard(table, after)
    if held is None or held.front < 0 or held.trash or after == table.viewer or not _precious(table, held):
        return []
    return [Ask("save", after, held.card, -1)]


def _may_clue(table: Table, seat: int) -> bool:
    """Return True if a seat sees a card without a clue that fits, a five, or a chop to save."""
    for other in table.order(seat):
        hand = table.cards(other)
        chop = chop_of(hand)
        for held in hand:
            if held.front < 0 or held.gotten or table.dead >> held.front & 1:
                continue
            if held.front % 5 == _FIVE or table.playable >> held.front & 1 or (held is chop and _precious(table, held)):
                return True
    return False


def _precious(table: Table, held: Held) -> bool:
    """Return True for a critical card, and for a two or a card that fits, of which no other copy can be in a hand."""
    code = held.front
    if table.dead >> code & 1:
        return False
    if table.critical(code):
        return True
    if code % 5 != 1 and not table.playable >> code & 1:
        return False
    return not any(
        other.front == code or (other.front < 0 and other.gotten and other.inferred >> code & 1)
        for other in table.held.values()
        if other is not held
    )
