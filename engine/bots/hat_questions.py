"""The questions of the hat bot: what a number says about a hand.

A clue or a discard of the hat bot says one number to all other seats. Each of them sees the other hands, subtracts
what the number says about these, and so learns a number about its own hand. That number answers questions which
follow from common knowledge alone. The method is that of hat puzzles: Cox, De Silva, DeOrsey, Kenter, Retter and
Tobin, "How to Make the Perfect Fireworks Display", Mathematics Magazine 88, 2015.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.bots.bit_sets import members
from engine.bots.needed_cards import Needs

__all__ = ["Answer", "Known", "Sets", "answers", "from_number", "from_sight", "share"]

Sets = Mapping[int, int]
"""The possible identities of cards, as sets of card codes, by card id."""

Answer = Callable[[Sequence[Sets]], int]
"""Returns the place of the true alternative of a question. An alternative has the sets of some cards."""

_MOST_ASKED: Final = 3
"""The most cards of the question for a playable card. The mean of 1,000 games is higher with 3 than with 4."""

_KNOWN_PLAYABLE: Final = 0.5
"""The interest in the identity of a playable card, as a chance to be playable."""


class Known(NamedTuple):
    """Common knowledge about the cards of a game."""

    copies: Sequence[int]
    """The copies of each card that can still be in a hand or in the deck, by code."""
    needs: Needs


def from_sight(fronts: Mapping[int, int]) -> Answer:
    """Return the answers of somebody who sees the hand. `fronts` has the card codes by card id."""

    def answer(alternatives: Sequence[Sets]) -> int:
        for place, sets in enumerate(alternatives):
            if all(codes >> fronts[card] & 1 for card, codes in sets.items()):
                return place
        return 0  # after a misunderstanding with a partner that is no hat bot

    return answer


def from_number(number: int) -> Answer:
    """Return the answers that a number contains."""
    rest = number

    def answer(alternatives: Sequence[Sets]) -> int:
        nonlocal rest
        rest, place = divmod(rest, len(alternatives))
        return place

    return answer


def answers(hand: Sets, known: Known, taken: int, size: int, answer: Answer) -> tuple[int, Sets]:
    """Return the number that the answers about a hand make, below `size`, and the sets of its cards after them.

    `hand` has the sets of common knowledge, oldest card first, and `taken` the cards that others are known to hold.
    The first question is for a playable card, unless one is known. The others divide the identities of single cards.
    """
    sets, number, factor = dict(hand), 0, 1

    def ask(question: Sequence[Sets]) -> None:
        nonlocal number, factor
        place = answer(question)
        number += place * factor
        factor *= len(question)
        for card, codes in question[place].items():
            sets[card] = codes or sets[card]

    if all(codes & ~known.needs.playable for codes in sets.values()):
        ask(_which_is_playable(sets, known, known.needs.playable & ~taken, min(_MOST_ASKED, size - 1)))
    for card in _by_interest(sets, known):
        if size // factor > 1:
            ask([{card: codes} for codes in _classes(sets[card], known, size // factor)])
    return number, sets


def share(codes: int, wanted: int, copies: Sequence[int]) -> float:
    """Return the share of `wanted` cards among the copies of some cards; 0 if there is no copy."""
    total = found = 0
    for code in members(codes):
        number = max(copies[code], 0)
        total += number
        if wanted >> code & 1:
            found += number
    return found / total if total else 0.0


def _which_is_playable(sets: Sets, known: Known, wanted: int, most: int) -> list[Sets]:
    """Return the question for the first wanted card, the likeliest and newest cards first.

    The last alternative is that none of the cards is wanted.
    """
    open_cards = [(share(codes, wanted, known.copies), card) for card, codes in sets.items() if codes & wanted]
    cards = [card for _, card in sorted(open_cards, reverse=True)[:most]]
    refused = {card: sets[card] & ~wanted for card in cards}
    return [
        {
            **{card: refused[card] for card in cards[:place]},
            **{card: sets[card] & wanted for card in cards[place : place + 1]},
        }
        for place in range(len(cards) + 1)
    ]


def _by_interest(sets: Sets, known: Known) -> list[int]:
    """Return the cards whose identity matters and is not known, those that may be playable first."""
    ranked = []
    for card, codes in sets.items():
        if codes & codes - 1 and codes & ~known.needs.dead:
            chance = share(codes, known.needs.playable, known.copies)
            ranked.append((chance if chance < 1 else _KNOWN_PLAYABLE, card))
    return [card for _, card in sorted(ranked, reverse=True)]


def _classes(codes: int, known: Known, most: int) -> list[int]:
    """Divide the identities of a card into at most `most` classes.

    Dead cards are one class. Playable and frequent cards are the first to get classes of their own.
    """
    dead, live = codes & known.needs.dead, members(codes & ~known.needs.dead)
    classes = [dead] if dead else []
    free = most - len(classes)
    if len(live) <= free:
        return classes + [1 << code for code in live]
    live.sort(key=lambda code: (not known.needs.playable >> code & 1, -known.copies[code], code))
    sets, weights = [0] * free, [0] * free
    for code in live:
        place = weights.index(min(weights))
        sets[place] |= 1 << code
        weights[place] += max(known.copies[code], 0)
    return classes + sets
