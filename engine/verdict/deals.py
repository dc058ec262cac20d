"""Deals that fit a decision: what the seat saw, what the conventions told it, and what the others did.

The others would have done something else with many hands that the seat could hold. So each deal is weighed by one
playing of the real turns, as SPARTA filters beliefs (Lerer et al., "Improving Policies via Search in Cooperative
Partially Observable Games", 2020). A deal is taken with a probability, and all that are taken count the same.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, islice
from typing import Final, NamedTuple

from engine.bots.bot import Dice
from engine.bots.hgroup_bot import Choice
from engine.conventions.from_feed import follow, seat_table
from engine.conventions.table import Table
from engine.events import Log, TurnTaken, as_command
from engine.fold import fold, steps
from engine.reading.feed import item_of, seat_viewpoint
from engine.reading.sampled_deals import dealt_hand, shuffled
from engine.reading.view import seat_view
from engine.verdict.playing import Playing
from engine.verdict.seen import Seen

Dices = Callable[[str], Dice]
"""Gives the dice of a name. The same name gives the same dice."""

_FIRST: Final = 12
"""The deals from which is learned how often the others do as the conventions say."""
_OTHER_TURNS: Final = 4
"""The number of other turns that a seat may take, if it does not do as the conventions say."""
_WIDE: Final = 1 << 20


class _Hand(NamedTuple):
    """A hand that the seat may hold, on which the real turns were played."""

    tables: Sequence[Table]
    """The table as each seat reads it."""
    odd: int
    """The number of turns of others that the conventions would not have taken."""
    turns: int
    """The number of turns of others that depend on the hand of the seat."""
    whole: bool
    """Whether all turns were played: not if too many were odd."""


def named(dices: Dices, version: int) -> Dices:
    """Return the dice of a version."""
    return lambda name: dices(f"{version} {name}")


def plain(seen: Seen, dice: Dice) -> Log:
    """Return a random deal that fits what the seat saw and what the conventions told it."""
    left = list(seen.unseen)
    try:
        hand = dealt_hand(seen.told, left, dice)
    except ValueError:  # what was told contradicts itself
        left = list(seen.unseen)
        hand = dealt_hand([one.possible for one in seen.table.cards(seen.seat)], left, dice)
    return seen.log(hand, shuffled([code for code, copies in enumerate(left) for _ in range(copies)], dice))


def fitting(seen: Seen, dices: Dices) -> Iterator[Playing]:
    """Yield random deals that fit a decision, without end. `dices` decide which."""
    hands: dict[bytes, _Hand] = {}
    logs = (plain(seen, dices(f"deal {number}")) for number in count())
    first = list(islice(logs, _FIRST))
    played = [_played(seen, log, hands, math.inf) for log in first]
    least = min([hand.odd for hand in played])
    ratio, taking = unlikeliness(least, played[0].turns), dices("taking")
    every = chain(first, logs)
    while True:
        log = next(every)
        most = least + math.log((1 + taking(_WIDE)) / _WIDE, ratio)
        hand = _played(seen, log, hands, most)
        least = min(least, hand.odd)  # the likeliest hands may be found late
        if hand.odd <= most:
            yield Playing(fold(log), [table.copy() for table in hand.tables])


def unlikeliness(odd: int, turns: int) -> float:
    """Return how much less likely a deal gets by each turn that the conventions would not have taken.

    `odd` of the `turns` of others are such turns in the likeliest deal, whoever plays.
    """
    kept = (turns - odd + 1) / (turns + 2)
    return min(max((1 - kept) / (_OTHER_TURNS * kept), 0.02), 0.5)


def _played(seen: Seen, log: Log, hands: dict[bytes, _Hand], most: float) -> _Hand:
    """Play the real turns on the hand of a deal, and count those of others that they would not have taken.

    It stops above `most`. Hands are kept in `hands`, since these turns do not depend on the deck.
    """
    codes = bytes([log.deck[card] for card in seen.own])
    if codes in hands and (hands[codes].whole or hands[codes].odd > most):
        return hands[codes]
    seats, own = [seat for seat in range(seen.seats) if seat != seen.seat], frozenset(seen.own)
    points = {seat: seat_viewpoint(seat, seen.seats, remembers=True) for seat in seats}
    tables = {seat: seat_table(log.until(0), seat, seen.level) for seat in seats}
    odd = turns = 0
    states = steps(log)
    before = next(states)
    for event, after in zip(log.later, states, strict=True):
        if odd > most:
            break
        if isinstance(event, TurnTaken) and event.seat in tables and own.intersection(before.hands[seen.seat]):
            turns += 1
            odd += Choice(seat_view(before, event.seat), tables[event.seat]).by_order() != as_command(event)
        for seat, table in tables.items():
            follow(table, item_of(before, event, after, points[seat]))
        before = after
    tables[seen.seat] = seen.table
    hands[codes] = _Hand([tables[seat] for seat in range(seen.seats)], odd, turns, before.version == log.version)
    return hands[codes]
