"""Knowledge about cards: the identities that clues and visible cards leave possible.

Every function takes a `View`. Knowledge about the viewer's own hand uses all that the viewer sees. Knowledge about
every other hand is common knowledge: it uses the public cards and the marks, but not what the seat of that hand sees
(R28). Only a view with open hands, of an ended game, allows the viewpoint of any seat.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from engine.cards import Card, Suit
from engine.clues import Marks
from engine.reading.view import OpenCard, View, ViewedCard
from engine.rules import CODES, Palette
from engine.score import fitting, gone, useful


class Possible(NamedTuple):
    """A possible identity of a card."""

    suit: Suit
    rank: int
    unseen: int
    """The number of unseen copies, 1 to 3."""


class CardKnowledge(NamedTuple):
    """Knowledge about one card in a hand."""

    card: int
    marks: Marks | None
    """None under `memory_aid` none."""
    common: tuple[Possible, ...]
    """Common knowledge, from the clues, the fireworks and the discard pile."""
    own: tuple[Possible, ...] | None
    """The viewer's knowledge, from all that it sees. None for cards of other seats, except in `hindsight`."""


class HandKnowledge(NamedTuple):
    """Knowledge about a hand. Its cards are in the order of the view."""

    seat: int
    cards: tuple[CardKnowledge, ...]


class Prospects(NamedTuple):
    """The usefulness of cards, given the fireworks and the discard pile."""

    playable: frozenset[Card]
    """Cards that would extend a firework now (R10)."""
    dead: frozenset[Card]
    """Cards that can never be played, because they were played already or are out of reach (R13)."""
    critical: frozenset[Card]
    """Cards that are not dead, with one copy left."""


def knowledge(view: View) -> tuple[HandKnowledge, ...]:
    """Return the viewer's knowledge about all hands; for a watcher, common knowledge."""
    return _of_hands(view, [view.viewer])


def hindsight(view: View) -> tuple[HandKnowledge, ...]:
    """Return the knowledge that each seat could have about its own hand.

    It uses all clues, even under `memory_aid` none. Raises ValueError for a view without open hands.
    """
    return _of_hands(view, range(view.seats))


def _of_hands(view: View, knowing: Collection[int | None]) -> tuple[HandKnowledge, ...]:
    """Return the knowledge about all hands, with that of some seats about their own."""
    palette = view.rules.palette
    public = _Counted(palette, common_unseen(view))
    hands = []
    for hand in view.hands:
        own = _Counted(palette, unseen(view, hand.seat)) if hand.seat in knowing else None
        cards = [
            CardKnowledge(card.card, card.marks, public.of(card), None if own is None else own.of(card))
            for card in hand.cards
        ]
        hands.append(HandKnowledge(hand.seat, tuple(cards)))
    return tuple(hands)


def own_knowledge(view: View) -> Mapping[int, tuple[Possible, ...]]:
    """Return the viewer's knowledge about its own cards, by card id."""
    counted = _Counted(view.rules.palette, unseen(view))
    return {card.card: counted.of(card) for card in own_cards(view)}


def common_knowledge(view: View) -> Mapping[int, tuple[Possible, ...]]:
    """Return the common knowledge about all hands, by card id."""
    counted = _Counted(view.rules.palette, common_unseen(view))
    return {card.card: counted.of(card) for hand in view.hands for card in hand.cards}


def common_unseen(view: View) -> list[int]:
    """Return the number of copies neither played nor discarded, by card code."""
    left = not_discarded(view)
    for stack, position in zip(view.rules.palette.stacks, view.positions or (), strict=False):
        for code in stack.codes[position]:
            left[code] -= 1
    return left


def unseen(view: View, seat: int | None = None) -> tuple[int, ...]:
    """Return the number of copies unseen by the viewer, by card code.

    For open hands, `seat` selects the viewpoint. Raises ValueError if the view does not allow that viewpoint.
    """
    own = _viewpoint(view, seat)
    left, codes = common_unseen(view), view.rules.palette.codes
    for hand in view.hands:
        if hand.seat == own:
            continue
        for card in hand.cards:
            if isinstance(card, OpenCard):  # a watcher does not see those that are held
                left[codes[card.suit, card.rank]] -= 1
    return tuple(left)


def possible_codes(marks: Marks | None) -> int:
    """Return the identities that marks allow, as a bit set of codes."""
    return _ALL_CODES if marks is None else marks.possible


def prospects(view: View) -> Prospects:
    """Return the playable, dead and critical cards."""
    palette, left = view.rules.palette, not_discarded(view)
    assert view.positions is not None  # hidden fireworks have no prospects
    playable = fitting(palette, view.positions)
    needed = useful(palette, gone(left), view.positions)
    cards = palette.cards.items()
    return Prospects(
        playable=frozenset([card for code, card in cards if (playable & needed) >> code & 1]),
        dead=frozenset([card for code, card in cards if not needed >> code & 1]),
        critical=frozenset([card for code, card in cards if needed >> code & 1 and left[code] == 1]),
    )


class _Counted:
    """The possible identities of cards by their marks, given the unseen copies."""

    def __init__(self, palette: Palette, left: Sequence[int]) -> None:
        self.left = [(1 << code, Possible(*card, left[code])) for code, card in palette.cards.items() if left[code]]
        self.found: dict[int, tuple[Possible, ...]] = {}

    def of(self, card: ViewedCard) -> tuple[Possible, ...]:
        mask = possible_codes(card.marks)
        if mask not in self.found:
            self.found[mask] = tuple([possible for bit, possible in self.left if mask & bit])
        return self.found[mask]


_ALL_CODES: Final = (1 << CODES) - 1


def not_discarded(view: View) -> list[int]:
    """Return the number of copies not discarded, by card code."""
    palette = view.rules.palette
    left, codes = list(palette.copies), palette.codes
    for card in view.discards:
        left[codes[card.suit, card.rank]] -= 1
    return left


def own_cards(view: View, seat: int | None = None) -> tuple[ViewedCard, ...]:
    """Return the viewer's own cards. For open hands, return those of `seat`."""
    own = _viewpoint(view, seat)
    return next((hand.cards for hand in view.hands if hand.seat == own), ())


def _viewpoint(view: View, seat: int | None) -> int | None:
    """Return the seat of a viewpoint.

    Raises ValueError for the viewpoint of another seat without open hands (R28).
    """
    if seat is None or seat == view.viewer:
        return view.viewer
    is_open = all(isinstance(card, OpenCard) for hand in view.hands for card in hand.cards)
    if view.viewer is not None or not view.hands or not is_open:
        raise ValueError("only open hands allow the viewpoint of any seat")
    return seat
