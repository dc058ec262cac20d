"""Deals that fit a decision: what the seat saw, what the conventions told it, and what the others did.

The others would have done something else with many hands that the seat could hold. So each deal is weighed by one
playing of the real turns, as SPARTA filters beliefs (Lerer et al., "Improving Policies via Search in Cooperative
Partially Observable Games", 2020). A deal is taken with a probability, and all that are taken count the same.
"""

from collections.abc import Callable, Iterator
from itertools import chain, count, islice
from typing import Final, NamedTuple

from engine.bots.bot import Dice
from engine.bots.hgroup_bot import usual_turn
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.conventions.from_feed import follow, table_of
from engine.conventions.levels import rules_of
from engine.events import Log, TurnTaken, as_command
from engine.fold import steps
from engine.reading.feed import feed, item_of
from engine.reading.sampled_deals import dealt_hand, shuffled
from engine.reading.view import seat_view
from engine.verdict.playing import Playing
from engine.verdict.seen import Seen, viewpoint

Dices = Callable[[str], Dice]
"""Gives the dice of a name. The same name gives the same dice."""

_FIRST: Final = 12
"""The deals from which is learned how often the others do as the conventions say."""
_OTHER_TURNS: Final = 4
"""The number of other turns that a seat may take, if it does not do as the conventions say."""
_WIDE: Final = 1 << 20


class _Played(NamedTuple):
    game: Playing
    odd: int
    """The number of turns of others that the conventions would not have taken."""
    turns: int
    """The number of turns of others that depend on the hand of the seat."""


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
    drawn = (_played(seen, plain(seen, dices(f"deal {number}"))) for number in count())
    first = list(islice(drawn, _FIRST))
    least = min([played.odd for played in first])
    ratio = unlikeliness(least, first[0].turns)
    taking = dices("taking")
    played = chain(first, drawn)
    yield from (one.game for one in played if taking(_WIDE) < _WIDE * ratio ** (one.odd - least))


def unlikeliness(odd: int, turns: int) -> float:
    """Return how much less likely a deal gets by each turn that the conventions would not have taken.

    `odd` of the `turns` of others are such turns in the likeliest deal, whoever plays.
    """
    kept = (turns - odd + 1) / (turns + 2)
    return min(max((1 - kept) / (_OTHER_TURNS * kept), 0.02), 0.5)


def _played(seen: Seen, log: Log) -> _Played:
    """Play the real turns on a deal, and count those of others that they would not have taken."""
    seats, rules = [seat for seat in range(seen.seats) if seat != seen.seat], rules_of(seen.level)
    own, palette = frozenset(seen.own), seen.palette
    points = {seat: viewpoint(seat, seen.seats) for seat in seats}
    start = log.until(0)
    tables = {seat: table_of(palette, seen.seats, seat, rules, feed(start, points[seat])) for seat in seats}
    odd = turns = 0
    states = steps(log)
    before = next(states)
    for event, after in zip(log.later, states, strict=True):
        if isinstance(event, TurnTaken) and event.seat in tables and own.intersection(before.hands[seen.seat]):
            turns += 1
            odd += not _agrees(usual_turn(seat_view(before, event.seat), tables[event.seat]), as_command(event))
        for seat, table in tables.items():
            follow(table, item_of(before, event, after, points[seat]))
        before = after
    tables[seen.seat] = seen.table
    return _Played(Playing(before, [tables[seat].copy() for seat in range(seen.seats)]), odd, turns)


def _agrees(usual: Turn, real: object) -> bool:
    """Return True for the same play or discard, or a clue to the same seat: what it says is read anyway."""
    match usual, real:
        case Play(card=card), Play(card=other):
            return card == other
        case Discard(card=card), Discard(card=other):
            return card == other
        case GiveColorClue() | GiveRankClue(), GiveColorClue(target=target) | GiveRankClue(target=target):
            return usual.target == target
        case _:
            return False
