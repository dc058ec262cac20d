"""Exact odds of the identities of a viewer's own cards."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import perm
from typing import Final, NamedTuple

from engine.cards import Card, Suit
from engine.reading.knowledge import own_cards, possible_codes, unseen
from engine.reading.view import View


class Odds(NamedTuple):
    """A possible identity of a card and its number of deals."""

    suit: Suit
    rank: int
    deals: int
    """At least 1. Impossible identities are not listed."""


class CardOdds(NamedTuple):
    """The odds of one of the viewer's cards. All deals are equally likely."""

    card: int
    deals: int
    """The number of ways to deal distinct unseen copies to the viewer's hidden cards."""
    odds: tuple[Odds, ...]

    def chance(self, cards: Iterable[Card]) -> Fraction:
        """Return the exact probability that the card is one of these."""
        among = frozenset(cards)
        return Fraction(sum(odds.deals for odds in self.odds if (odds.suit, odds.rank) in among), self.deals)


def probabilities(view: View, seat: int | None = None) -> tuple[CardOdds, ...]:
    """Return the odds of the viewer's own cards, in hand order.

    The odds are counted over whole hands: a deal gives each hidden card of the hand a different copy that its marks
    allow. This is more precise than counting card by card. For example, two cards that can only be the last blue 1 and
    the last blue 2 exclude both identities for every other card. Empty for a viewer without a hand. For open hands,
    `seat` selects the hand and the viewpoint. Raises ValueError if the view does not allow that viewpoint.
    """
    cards = own_cards(view, seat)
    return _odds(view, seat, {card.card: possible_codes(card.marks) for card in cards})


def odds_of(view: View, seat: int, card: int) -> CardOdds:
    """Return the odds of a card that a seat plays: one of its hand, or the last card of the deck.

    Raises ValueError if the view does not allow the viewpoint of the seat.
    """
    masks = {own.card: possible_codes(own.marks) for own in own_cards(view, seat)}
    return next(odds for odds in _odds(view, seat, {card: possible_codes(None)} | masks) if odds.card == card)


def _odds(view: View, seat: int | None, masks: Mapping[int, int]) -> tuple[CardOdds, ...]:
    fronts = view.rules.palette.cards
    total, odds = deals(list(masks.values()), unseen(view, seat))
    return tuple(
        [
            CardOdds(card, total, tuple([Odds(*fronts[code], deals) for code, deals in sorted(of_card.items())]))
            for card, of_card in zip(masks, odds, strict=True)
        ]
    )


def deals(masks: Sequence[int], left: Sequence[int]) -> tuple[int, list[dict[int, int]]]:
    """Return the number of deals, in total and by card and code.

    `masks` contains the possible codes of each hidden card, as a bit set. `left` contains the number of unseen copies
    by code.
    """
    # Copies that fit the same cards of the hand form a group, independent of their fronts.
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


def _deals(places: int, groups: Sequence[tuple[int, int]]) -> tuple[int, list[list[int]]]:
    """Return the number of deals, in total and by group and place.

    A deal gives each place a copy. A group is the bit set of the places that its copies fit, and its number of copies.
    The groups are dealt one after another. Only the set of filled places matters for the next group, so there are at
    most 2 ** `places` cases.
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
    """Return all subsets of a bit set, including the empty one."""
    return tuple([part for part in range(places + 1) if part & places == part])


_MOST_CARDS: Final = 7
_PLACES: Final = tuple(
    [tuple([place for place in range(_MOST_CARDS) if part >> place & 1]) for part in range(1 << _MOST_CARDS)]
)
