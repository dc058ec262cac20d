"""What a view lets one know of the cards: by the clues, by counting the cards in sight, and by counting whole deals.

Everything here is a function of a `View` alone. A viewer's own hand is judged with the viewer's own eyes; every other
hand by common knowledge only, the public cards and the marks, never by what its seat sees (R28). Only open hands, the
view of a game that has ended, can be looked at through the eyes of any seat.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import perm
from typing import Final, NamedTuple

from engine.cards import CARDS, SUITS, Card, Suit, code_of
from engine.clues import Marks
from engine.reading.view import OpenCard, View, ViewedCard
from engine.score import ceiling

__all__ = [
    "CardKnowledge",
    "CardOdds",
    "HandKnowledge",
    "Odds",
    "Possible",
    "Prospects",
    "common_knowledge",
    "common_unseen",
    "deals",
    "hindsight",
    "knowledge",
    "own_knowledge",
    "possible_codes",
    "probabilities",
    "prospects",
    "unseen",
]


class Possible(NamedTuple):
    """An identity that a card may have."""

    suit: Suit
    rank: int
    unseen: int
    """Copies of it that the knower cannot see lying anywhere, 1 to 3."""


class CardKnowledge(NamedTuple):
    """What is known of one card in a hand."""

    card: int
    marks: Marks | None
    """What the clues say; None where the players must remember (`memory_aid`)."""
    common: tuple[Possible, ...]
    """What everybody at the table can tell: by the clues, the fireworks and the discard pile."""
    own: tuple[Possible, ...] | None
    """What the viewer, or in hindsight the holder, can tell from all it sees; None for other seats' cards."""


class HandKnowledge(NamedTuple):
    """What is known of a hand, its cards in the order of the view."""

    seat: int
    cards: tuple[CardKnowledge, ...]


class Odds(NamedTuple):
    """An identity of a card, and how many of the possible deals give it that."""

    suit: Suit
    rank: int
    deals: int
    """Never 0: an identity that no deal allows is not listed."""


class CardOdds(NamedTuple):
    """What one own card is, counted over every deal that the viewer cannot rule out, each as likely as the next."""

    card: int
    deals: int
    """All ways to deal the unseen copies, told apart, to the viewer's hidden cards."""
    odds: tuple[Odds, ...]

    def chance(self, wanted: Iterable[Card]) -> Fraction:
        """Return the exact probability that the card is one of these."""
        among = frozenset(wanted)
        return Fraction(sum(odds.deals for odds in self.odds if (odds.suit, odds.rank) in among), self.deals)


class Prospects(NamedTuple):
    """What the table still has a use for. Public: told by the fireworks and the discard pile."""

    playable: frozenset[Card]
    """Would extend a firework now (R10)."""
    dead: frozenset[Card]
    """Can never be played: already on the table, or out of reach because a lower rank is gone (R13)."""
    critical: frozenset[Card]
    """Not dead, and all copies but one lie in the discard pile."""


def knowledge(view: View) -> tuple[HandKnowledge, ...]:
    """Return what the viewer may be told of every card in every hand; no hand for a watcher."""
    public = _Counted(_common_unseen(view))
    private = _Counted(unseen(view))
    return tuple(
        [
            HandKnowledge(
                hand.seat,
                tuple(
                    [
                        CardKnowledge(
                            card.card,
                            card.marks,
                            public.of(card),
                            private.of(card) if hand.seat == view.viewer else None,
                        )
                        for card in hand.cards
                    ]
                ),
            )
            for hand in view.hands
        ]
    )


def hindsight(view: View) -> tuple[HandKnowledge, ...]:
    """Return what each seat could know of its own hand, told by open hands; ValueError for any other view.

    By all the clues, as open hands show them: so also where the rules had the players remember (`memory_aid`).
    """
    public = _Counted(_common_unseen(view))
    hands = []
    for hand in view.hands:
        private = _Counted(unseen(view, hand.seat))
        cards = [CardKnowledge(card.card, card.marks, public.of(card), private.of(card)) for card in hand.cards]
        hands.append(HandKnowledge(hand.seat, tuple(cards)))
    return tuple(hands)


def own_knowledge(view: View) -> Mapping[int, tuple[Possible, ...]]:
    """Return, by card id, what the viewer can tell of its own cards from all it sees."""
    counted = _Counted(unseen(view))
    return {card.card: counted.of(card) for card in _own_cards(view)}


def common_knowledge(view: View) -> Mapping[int, tuple[Possible, ...]]:
    """Return, by card id, what everybody can tell of the cards in all hands from the clues and the public cards."""
    counted = _Counted(_common_unseen(view))
    return {card.card: counted.of(card) for hand in view.hands for card in hand.cards}


def common_unseen(view: View) -> tuple[int, ...]:
    """Return, by card code, the copies that are neither on the table nor in the discard pile."""
    return tuple(_common_unseen(view))


def unseen(view: View, seat: int | None = None) -> tuple[int, ...]:
    """Return, by card code, the copies that the viewer sees nowhere: not on the table, nor discarded, nor in a hand.

    In open hands `seat` says through whose eyes to look; ValueError where the viewer has but its own.
    """
    own = _looker(view, seat)
    left = _common_unseen(view)
    for hand in view.hands:
        if hand.seat == own:
            continue
        for card in hand.cards:
            if isinstance(card, OpenCard):
                left[_CODES[card.suit] + card.rank] -= 1
    return tuple(left)


def possible_codes(marks: Marks | None) -> int:
    """Return the identities that the clues leave a card: bit n is set when it can be the card with code n."""
    return _ALL_CODES if marks is None else _codes(marks)


def prospects(view: View) -> Prospects:
    """Return which identities are playable, dead and critical now."""
    left = list(view.rules.palette.copies)
    for card in view.discards:
        left[_CODES[card.suit] + card.rank] -= 1
    playable, dead, critical = [], [], []
    for place, (suit, top) in enumerate(view.fireworks):
        reach = ceiling(left, place, top)
        if top < reach:
            playable.append(Card(suit, top + 1))
        dead += [Card(suit, rank) for rank in (1, 2, 3, 4, 5) if not top < rank <= reach]
        critical += [Card(suit, rank) for rank in range(top + 1, reach + 1) if left[5 * place + rank - 1] == 1]
    return Prospects(frozenset(playable), frozenset(dead), frozenset(critical))


def probabilities(view: View, seat: int | None = None) -> tuple[CardOdds, ...]:
    """Return what each of the viewer's own cards is, counted over whole hands: the viewer's cards, oldest place first.

    A deal counts if every hidden card of the hand gets a copy that its marks allow, and no copy goes to two of them.
    So this is sharper than counting card by card: two cards that can be nothing but the last blue 1 and the last blue 2
    take both from every other card. Empty for who has no hand. In open hands `seat` says whose cards to judge, with the
    eyes of that seat; ValueError where the viewer has but its own.
    """
    cards = _own_cards(view, seat)
    left = unseen(view, seat)
    total, odds = deals([possible_codes(card.marks) for card in cards], left)
    return tuple(
        [
            CardOdds(card.card, total, tuple([Odds(*CARDS[code], deals) for code, deals in sorted(of_card.items())]))
            for card, of_card in zip(cards, odds, strict=True)
        ]
    )


def deals(masks: Sequence[int], left: Sequence[int]) -> tuple[int, list[dict[int, int]]]:
    """Return the number of ways to deal a copy to each hidden card, and by card and code those that give it that card.

    `masks` are the cards' possible codes as bits, `left` the unseen copies by code, told apart.
    """
    # Copies that fit the same cards of the hand are alike: they form one group, whatever is printed on them.
    groups: dict[int, list[int]] = {}
    for code, copies in enumerate(left):
        if copies and (fits := sum([1 << place for place, mask in enumerate(masks) if mask >> code & 1])):
            groups.setdefault(fits, []).append(code)
    sizes = [sum([left[code] for code in codes]) for codes in groups.values()]
    total, ways = _deals(len(masks), list(zip(groups, sizes, strict=True)))
    odds: list[dict[int, int]] = [{} for _ in masks]
    for codes, size, deals_at in zip(groups.values(), sizes, ways, strict=True):
        for place, at_place in enumerate(deals_at):
            if at_place:
                odds[place] |= {code: at_place * left[code] // size for code in codes}
    return total, odds


class _Counted:
    """Cards judged by their marks and one count of unseen copies; cards with equal marks share the answer."""

    def __init__(self, left: Sequence[int]) -> None:
        self.left = [(1 << code, Possible(*CARDS[code], copies)) for code, copies in enumerate(left) if copies]
        self.told: dict[int, tuple[Possible, ...]] = {}

    def of(self, card: ViewedCard) -> tuple[Possible, ...]:
        mask = possible_codes(card.marks)
        if mask not in self.told:
            self.told[mask] = tuple([possible for bit, possible in self.left if mask & bit])
        return self.told[mask]


def _deals(places: int, groups: Sequence[tuple[int, int]]) -> tuple[int, list[list[int]]]:
    """Return the number of ways to deal a copy to each place, and by group and place, those that use that group there.

    A group is a bit set of the places that its copies fit, and how many copies it has. The groups deal one after the
    other: only which places are full by then matters, so there are at most 2 to the `places` cases between two groups.
    """
    full = (1 << places) - 1
    before: list[dict[int, int]] = [{0: 1}]
    for fits, size in groups:
        after: dict[int, int] = {}
        for filled, count in before[-1].items():
            for taken in _parts(fits & ~filled):
                if new := count * perm(size, taken.bit_count()):
                    after[filled | taken] = after.get(filled | taken, 0) + new
        before.append(after)
    ways = []
    beyond = {full: 1}
    for (fits, size), cases in zip(reversed(groups), reversed(before[:-1]), strict=True):
        at = [0] * places
        sooner: dict[int, int] = {}
        for filled, count in cases.items():
            for taken in _parts(fits & ~filled):
                if rest := beyond.get(filled | taken, 0) * perm(size, taken.bit_count()):
                    sooner[filled] = sooner.get(filled, 0) + rest
                    for place in _PLACES[taken]:
                        at[place] += count * rest
        ways.append(at)
        beyond = sooner
    return before[-1].get(full, 0), ways[::-1]


@cache
def _parts(places: int) -> tuple[int, ...]:
    """All bit sets within a bit set, the empty one included."""
    return tuple([part for part in range(places + 1) if part & places == part])


_MOST_CARDS: Final = 5
_PLACES: Final = tuple(
    [tuple([place for place in range(_MOST_CARDS) if part >> place & 1]) for part in range(1 << _MOST_CARDS)]
)
# A suit's codes follow each other: its card of rank r has the code that stands here, plus r.
_CODES: Final[Mapping[Suit, int]] = {suit: code_of(Card(suit, 1)) - 1 for suit in SUITS}
_ALL_CODES: Final = (1 << len(CARDS)) - 1


@lru_cache(4096)
def _codes(marks: Marks) -> int:
    return sum(1 << _CODES[suit] + rank for suit in marks.possible_suits for rank in marks.possible_ranks)


def _common_unseen(view: View) -> list[int]:
    left = list(view.rules.palette.copies)
    for suit, top in view.fireworks:
        at = _CODES[suit]
        for rank in range(1, top + 1):
            left[at + rank] -= 1
    for card in view.discards:
        left[_CODES[card.suit] + card.rank] -= 1
    return left


def _own_cards(view: View, seat: int | None = None) -> tuple[ViewedCard, ...]:
    own = _looker(view, seat)
    return next((hand.cards for hand in view.hands if hand.seat == own), ())


def _looker(view: View, seat: int | None) -> int | None:
    """Return whose eyes look; of a seat's own view they are never another's (R28)."""
    if seat is None or seat == view.viewer:
        return view.viewer
    if view.viewer is not None or not view.hands:
        raise ValueError("only open hands can be looked at through the eyes of any seat")
    return seat
