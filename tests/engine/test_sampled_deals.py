"""Resampling: decks are consistent with a seat's view, and uniform."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, permutations
from random import Random

import pytest

from engine.events import Log
from engine.fold import fold, steps
from engine.reading.feed import feed, seat_viewpoint
from engine.reading.sampled_deals import dealt_hand, enumerated, resampled, shuffled
from engine.reading.view import seat_view
from tests.engine.branching import Branching
from tests.engine.random_games import SETTINGS, every_setting, games_of
from tests.rows import in_one_test


def known(log: Log, seat: int) -> object:
    """Return everything that a seat with a perfect memory has seen."""
    viewpoint = seat_viewpoint(seat, log.deal.seats)._replace(remembers=True)
    return [seat_view(state, seat) for state in steps(log)], feed(log, viewpoint)


@every_setting
def test_resampled_decks_are_consistent(n: int) -> None:
    """Under all options, a seat's views, events and seen cards stay equal."""
    random = Random(n)
    for log in games_of(n)[::3]:
        seats = log.deal.seats
        for _ in range(2):
            before = log.until(random.randrange(len(log.events) - 1))
            seat = random.randrange(seats)
            other = before._replace(deck=resampled(before, seat, random.randrange))
            assert sorted(other.deck) == sorted(log.deck)
            state = fold(before)
            hidden = {*state.hands[seat], *range(state.dealt, len(log.deck))}
            assert all(other.deck[card] == log.deck[card] for card in range(len(log.deck)) if card not in hidden)
            assert known(other, seat) == known(before, seat)


def distribution(draw: Callable[[Callable[[int], int]], Sequence[int]]) -> dict[tuple[int, ...], Fraction]:
    """Return the exact probability of each possible result."""
    below, found = Branching(), Counter[tuple[int, ...]]()
    for _ in below.runs():
        drawn = tuple(draw(below))
        found[drawn] += below.probability  # type: ignore[assignment]
    assert sum(found.values()) == 1
    return dict(found)  # type: ignore[arg-type]


@in_one_test(
    ("masks", "left"),
    [
        ([0b1], [1]),
        ([0b111], [1, 2, 3]),
        ([0b111, 0b111], [1, 2, 1]),
        ([0b011, 0b110, 0b111], [1, 2, 1]),
        ([0b111, 0b001], [1, 1, 1]),  # the second has one identity: drawing card by card would not be uniform
        ([0b110, 0b011, 0b010], [2, 1, 2]),
        ([0b1100, 0b0110, 0b0011], [1, 1, 1, 1]),
        ([], [1, 2]),
    ],
)
def test_hands_are_exactly_uniform(masks: list[int], left: list[int]) -> None:
    """All deals that the masks allow are exactly equally likely."""
    copies = [code for code, count in enumerate(left) for _ in range(count)]
    allowed = Counter(
        hand
        for hand in permutations(copies, len(masks))
        if all(mask >> code & 1 for mask, code in zip(masks, hand, strict=True))
    )
    total = sum(allowed.values())
    expected = {hand: Fraction(ways, total) for hand, ways in allowed.items()}
    assert distribution(lambda below: dealt_hand(masks, list(left), below)) == expected


def test_the_shuffle_is_exactly_uniform() -> None:
    """All orders of the deck are exactly equally likely."""
    orders = distribution(lambda below: shuffled([0, 1, 2, 3], below))
    assert orders == dict.fromkeys(permutations(range(4)), Fraction(1, 24))


def _ends(log: Log) -> bool:
    """Return True if the game ends within its log."""
    return any(state.ending for state in steps(log))


def consistent(log: Log, seat: int) -> set[bytes]:
    """Return all decks that a seat cannot distinguish, by brute force."""
    state = fold(log)
    hidden = [*state.hands[seat], *range(state.dealt, len(log.deck))]
    real, found = known(log, seat), set()
    for fronts in set(permutations([log.deck[card] for card in hidden])):
        deck = bytearray(log.deck)
        for card, code in zip(hidden, fronts, strict=True):
            deck[card] = code
        other = log._replace(deck=bytes(deck))
        if not _ends(other) and known(other, seat) == real:
            found.add(other.deck)
    return found


def late_positions() -> Iterator[tuple[Log, int]]:
    """Yield positions near the end, and a seat with few unseen cards."""
    for n in range(len(SETTINGS)):
        for log in games_of(n):
            last = len(log.events) - 2
            if last > 0:
                state = fold(log.until(last))
                seat = state.to_move or 0
                if 2 <= len(state.hands[seat]) + state.deck_size <= 4:
                    yield log.until(last), seat


def test_whole_decks_are_uniform() -> None:
    """Near the end, all consistent decks are drawn, about equally often."""
    random, tried = Random(1), 0
    for log, seat in late_positions():
        if tried == 3:
            break
        decks = consistent(log, seat)
        if not 2 <= len(decks) <= 12:
            continue
        tried += 1
        drawn = Counter(resampled(log, seat, random.randrange) for _ in range(25 * len(decks)))
        assert set(drawn) == decks
        listed = enumerated(log, seat, 1000)
        assert listed is not None and sorted(listed) == sorted(decks)
        assert enumerated(log, seat, 1) is None
        # The limit is above the 0.9999 quantile of chi-squared for up to 12 decks.
        assert sum((count - 25) ** 2 / 25 for count in drawn.values()) < len(decks) + 5 * (2 * len(decks)) ** 0.5 + 5
    assert tried == 3


def continuing_last_rounds() -> Iterator[tuple[Log, int]]:
    """Yield last rounds that continue (R20) because of one seat's cards."""
    for n in range(len(SETTINGS)):
        for log in games_of(n) if SETTINGS[n].rules.early_end != "never" else ():
            for version, state in enumerate(steps(log)):
                if state.turns_left is not None and state.to_move is not None:
                    playable = set(zip(state.suits, [top + 1 for top in state.fireworks], strict=True))
                    turns = {(state.to_move + turn) % state.seats for turn in range(state.turns_left)}
                    holders = [s for s in turns if any(state.deck[card] in playable for card in state.hands[s])]
                    if len(holders) == 1:
                        yield log.until(version), holders[0]


@pytest.mark.slow
def test_a_continuing_game_gives_no_information() -> None:
    """R20: the seat learns nothing from the fact that the game continues."""
    positions = list(islice(continuing_last_rounds(), 3))
    assert len(positions) == 3
    for log, seat in positions:
        assert {resampled(log, seat, Random(k).randrange) for k in range(8)} <= consistent(log, seat)
