"""Hindsight: luck and error with open hands, and what a seat could know, against exhaustive search."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, count, islice, pairwise
from math import factorial, prod, sqrt
from random import Random

import pytest

from engine.cards import Card
from engine.events import GameAborted, Log, TurnTaken
from engine.fold import evolve, fold, steps
from engine.formats.hanab_live.reader import read
from engine.reading.hindsight import OpenHands, open_hands, own_view
from engine.reading.hindsight.worlds import Values, chains
from engine.reading.solver import Budget
from engine.state import State
from tests.engine.branching import Branching
from tests.engine.exhaustive import TooMany, best_score
from tests.engine.hanab_live_exports import real
from tests.engine.random_games import PERFECT, SETTINGS, STEADY, WASTEFUL, game, games_of, setting
from tests.engine.test_sampled_deals import consistent
from tests.engine.variant_games import quiet
from tests.rows import IN_FULL, slow_unless


def check_parts(log: Log, found: OpenHands) -> None:
    """Require that the parts of each sample add up, that errors never gain points, and that the means fit."""
    missing = log.deal.rules.palette.max_score - fold(log).counted_points
    assert found.samples
    for parts in found.samples:
        assert parts.deal + parts.draws + sum(parts.seats) + parts.end + parts.undecided == missing
        assert min(parts.deal, parts.end, *parts.seats) >= 0
    means = [found.deal, found.draws, *found.seats, found.end]
    assert sum(part.mean for part in means) + found.undecided == pytest.approx(missing)
    assert len(found.versions) == len(log.events)
    first, *later = found.versions
    assert first.value.open == found.deal.open
    assert abs(log.deal.rules.palette.max_score - found.deal.mean - first.value.mean) <= first.value.open / 2
    assert first.loss.mean == first.draw.mean == 0
    seats, end = [0.0] * log.deal.seats, 0.0
    for event, (before, after) in zip(log.later, pairwise(found.versions), strict=True):
        assert after.loss.mean >= 0
        fall = before.value.mean - after.loss.mean - after.draw.mean
        vague = before.value.open + after.value.open + after.loss.open + after.draw.open
        assert abs(fall - after.value.mean) <= vague + 1e-9
        if isinstance(event, TurnTaken):
            seats[event.seat] += after.loss.mean
        else:
            end += after.loss.mean
            assert after.draw.mean == 0
    assert seats == pytest.approx([seat.mean for seat in found.seats])
    assert end == pytest.approx(found.end.mean)
    assert sum(version.draw.mean for version in later) == pytest.approx(found.draws.mean)
    errors = [part.error for part in means]
    assert errors == [None] * len(means) if len(found.samples) == 1 else all(error is not None for error in errors)


@pytest.mark.parametrize("n", slow_unless(lambda n: n % 18 == 0, range(0, len(SETTINGS), 2)))
def test_parts_add_up(n: int) -> None:
    """Deal, draws, seats and end add up to the points that are missing, under all options."""
    log = games_of(n)[n % 5]
    found = open_hands(log, Random(n).randrange, Budget(conflicts=3_000), most=2)
    check_parts(log, found)


@pytest.mark.parametrize(
    "variant",
    slow_unless(
        ("Up or Down (5 Suits)", "Sudoku (5 Suits)").__contains__,
        ["Orange (5 Suits)", "Up or Down (5 Suits)", "Sudoku (5 Suits)", "Null (5 Suits)"],
    ),
)
def test_variants(variant: str) -> None:
    """They add up where the solver has bounds only."""
    log = quiet(variant, 3, style=STEADY)
    check_parts(log, open_hands(log, Random(1).randrange, Budget(conflicts=3_000), most=2))


def test_the_budget() -> None:
    """The budget limits the samples; the first one is always whole. The same conflicts give the same samples."""
    log = quiet("3 Suits", 9, style=WASTEFUL)
    rough = open_hands(log, Random(1).randrange, Budget(conflicts=20))
    check_parts(log, rough)
    assert rough == open_hands(log, Random(1).randrange, Budget(conflicts=20))
    assert len(rough.samples) == 1 and 0 < rough.inexact <= rough.searched
    exact = open_hands(log, Random(1).randrange, Budget(conflicts=1_000_000), most=3)
    assert len(exact.samples) == 3 and not exact.inexact
    ticks = count()
    some = open_hands(log, Random(1).randrange, Budget(seconds=500, clock=lambda: float(next(ticks))))
    assert 1 < len(some.samples) < 16
    check_parts(log, some)


def blamed() -> list[tuple[Log, tuple[int, ...]]]:
    """Return games that are too hard for one conflict, with the points that each seat lost."""
    exported = read(real("variants/hanab_live_149251.json")).log
    return [(exported, (2, 0, 0, 0, 0)), (quiet("Black (6 Suits)", 8, style=PERFECT), (1, 0))]


@pytest.mark.parametrize("number", range(2))
def test_nobody_is_blamed_without_proof(number: int) -> None:
    """With one conflict as budget, no seat gets more than its real points, and what is open is not decided."""
    log, points = blamed()[number]
    rough = open_hands(log, Random(1).randrange, Budget(conflicts=1))
    check_parts(log, rough)
    assert all(lost <= most for lost, most in zip(rough.samples[0].seats, points, strict=True))
    assert rough.inexact and not rough.draws.decided and not any(seat.fair for seat in rough.seats)


def test_an_abort() -> None:
    """What an abort makes impossible is the part of the end."""
    log = game(setting({"seats": 3}), 1, STEADY, turns=10)
    found = open_hands(
        log._replace(later=[*log.later, GameAborted("idle")]), Random(1).randrange, Budget(conflicts=100_000), most=2
    )
    assert found.end.mean > 10
    with pytest.raises(ValueError, match="not ended"):
        open_hands(log, Random(1).randrange, Budget())


LATE = 3
"""The number of cards in the deck from which all orders are tried."""


def late_games() -> Iterator[list[State]]:
    """Yield the ends of some games, from the moment on at which few cards are in the deck."""
    some = (quiet("Orange (5 Suits)", seed, style=STEADY) for seed in range(2))
    for log in chain(some, (games_of(n)[n % 3] for n in range(len(SETTINGS)) if SETTINGS[n].seats < 5)):
        states = [state for state in steps(log) if state.deck_size <= LATE]
        if states and states[0].deck_size == LATE and states[0].ending is None:
            yield states


@IN_FULL
def test_values_are_exact(in_full: bool) -> None:
    """Exhaustive search finds the same values, and each deck is as likely as any other."""
    tried = 0
    for states in islice(late_games(), 20 if in_full else 6):
        turns = [after.turn > before.turn for before, after in pairwise(states)]
        values, below = Values(states, turns, Budget()), Branching()
        decks: dict[int, dict[tuple[Card, ...], Fraction]] = {}
        try:
            for _ in below.runs():
                before = None
                for chain in chains(states, below):
                    for version, value in enumerate(values.along(chain), chain.first):
                        state = states[version]._replace(deck=chain.deck)
                        best = best_score(state) if state.ending is None else state.counted_points
                        assert (value.lower, value.upper) == (best, best)
                    deck = chain.deck[states[chain.first].dealt :]
                    chances = decks.setdefault(chain.first, {})
                    chances[deck] = chances.get(deck, Fraction(0)) + below.probability
                    if before is not None:
                        assert sum(a != b for a, b in zip(before, chain.deck, strict=True)) in (0, 2)
                    before = chain.deck
        except TooMany:
            continue
        tried += 1
        for first, chances in decks.items():
            left = Counter(states[0].deck[states[first].dealt :])
            orders = Fraction(factorial(left.total()), prod(map(factorial, left.values())))
            assert len(chances) == orders and set(chances.values()) == {1 / orders}
            assert all(Counter(deck) == left for deck in chances)
    assert tried > (10 if in_full else 2)


def late_turns(step: int) -> list[tuple[Log, int]]:
    """Return turns near the end, by version, of seats that have not seen three or four cards."""
    return [
        (log, version)
        for n in range(0, len(SETTINGS), step)
        for log in games_of(n)
        for version, (state, event) in enumerate(zip(steps(log), log.later, strict=False), 1)
        if isinstance(event, TurnTaken) and 3 <= len(state.hands[event.seat]) + state.deck_size <= 4
    ]


def by_force(log: Log, version: int) -> list[int]:
    """Return the loss of a turn in each deal that its seat cannot distinguish, by brute force. Raises TooMany."""
    event, before = log.later[version - 1], log.until(version - 1)
    assert isinstance(event, TurnTaken)
    states = [fold(before._replace(deck=deck)) for deck in consistent(before, event.seat)]
    return [best_score(state) - best_score(evolve(state, event)) for state in states]


@IN_FULL
def test_own_view_is_exact(in_full: bool) -> None:
    """Exhaustive search finds as many losing deals; a sample finds about as many."""
    searched = losing = 0
    for log, version in late_turns(1 if in_full else 6)[::18]:
        try:
            losses = by_force(log, version)
        except TooMany:
            continue
        searched += 1
        found = own_view(log, version, Random(1).randrange, Budget())
        expected = sum(loss > 0 for loss in losses)
        assert found == (expected, 0, len(losses), True, sum(losses) / len(losses))
        if 0 < expected < len(losses) and losing < 3:
            losing += 1
            sample = own_view(log, version, Random(1).randrange, Budget(), enumerate_up_to=0, most=50)
            share = expected / len(losses)
            assert (sample.deals, sample.exact, sample.undecided) == (50, False, 0)
            assert abs(sample.losing / 50 - share) < 4 * sqrt(share * (1 - share) / 50)
    assert searched > (20 if in_full else 3) and losing > 0 and (losing == 3 or not in_full)


def test_own_view_without_budget() -> None:
    """There is at least one deal, and what the bounds cannot tell is undecided."""
    log = game(setting({"seats": 2}), 5, WASTEFUL)
    turns = [version for version, event in enumerate(log.later, 1) if isinstance(event, TurnTaken)]
    found = [own_view(log, version, Random(version).randrange, Budget(conflicts=0)) for version in turns[5:15]]
    assert {value.deals for value in found} == {1} and not any(value.exact for value in found)
    assert any(value.undecided for value in found)
    for version in (0, log.version + 1):
        with pytest.raises(ValueError, match="no turn"):
            own_view(log, version, Random(1).randrange, Budget())
