"""Resampled decks: exactly those that a seat cannot distinguish from the real one, uniformly."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, permutations
from random import Random

import pytest

from engine.events import Log
from engine.fold import fold, steps
from engine.reading.feed import feed, seat_viewpoint
from engine.reading.resample import _hand, _shuffled, resampled
from engine.reading.view import seat_view
from tests.engine.random_games import SETTINGS, games_of

every_setting = pytest.mark.parametrize("n", range(len(SETTINGS)))


def up_to(log: Log, version: int) -> Log:
    """Return the log up to this version."""
    return log.until(version)


def known(log: Log, seat: int) -> object:
    """Return everything that a seat with a perfect memory has seen."""
    viewpoint = seat_viewpoint(seat, log.deal.seats)._replace(remembers=True)
    return [seat_view(state, seat) for state in steps(log)], feed(log, viewpoint)


@every_setting
def test_the_seat_would_have_seen_and_heard_the_same(n: int) -> None:
    """Under all options the seat's views and events stay equal, and no card that it saw changes."""
    random = Random(n)
    for log in games_of(n)[::3]:
        seats = log.deal.seats
        for _ in range(2):
            before = up_to(log, random.randrange(len(log.events) - 1))
            seat = random.randrange(seats)
            other = before._replace(deck=resampled(before, seat, random.randrange))
            assert sorted(other.deck) == sorted(log.deck)
            state = fold(before)
            hidden = {*state.hands[seat], *range(state.dealt, len(log.deck))}
            assert all(other.deck[card] == log.deck[card] for card in range(len(log.deck)) if card not in hidden)
            assert known(other, seat) == known(before, seat)


class Branching:
    """A `below` that enumerates all sequences of results, one per run."""

    def __init__(self) -> None:
        self.way: list[tuple[int, int]] = []
        self.at = 0

    def __call__(self, limit: int) -> int:
        if self.at == len(self.way):
            self.way.append((0, limit))
        self.at += 1
        return self.way[self.at - 1][0]

    def runs(self) -> Iterator[Fraction]:
        """Start one run after the other."""
        while True:
            self.at = 0
            yield Fraction(1)
            while self.way and self.way[-1][0] + 1 == self.way[-1][1]:
                self.way.pop()
            if not self.way:
                return
            taken, limit = self.way.pop()
            self.way.append((taken + 1, limit))

    @property
    def chance(self) -> Fraction:
        """The probability of this run."""
        chance = Fraction(1)
        for _, limit in self.way:
            chance /= limit
        return chance


def chances(draw: Callable[[Callable[[int], int]], Sequence[int]]) -> dict[tuple[int, ...], Fraction]:
    """Return the exact probability of each possible result."""
    below, found = Branching(), Counter[tuple[int, ...]]()
    for _ in below.runs():
        drawn = tuple(draw(below))
        found[drawn] += below.chance  # type: ignore[assignment]
    assert sum(found.values()) == 1
    return dict(found)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("masks", "left"),
    [
        ([0b1], [1]),
        ([0b111], [1, 2, 3]),
        ([0b111, 0b111], [1, 2, 1]),
        ([0b011, 0b110, 0b111], [1, 2, 1]),
        ([0b111, 0b001], [1, 1, 1]),  # the second can be nothing else: a draw card by card would be uneven
        ([0b110, 0b011, 0b010], [2, 1, 2]),
        ([0b1100, 0b0110, 0b0011], [1, 1, 1, 1]),
        ([], [1, 2]),
    ],
)
def test_hands_are_drawn_exactly_evenly(masks: list[int], left: list[int]) -> None:
    """All deals of copies that the masks allow are exactly equally likely."""
    copies = [code for code, count in enumerate(left) for _ in range(count)]
    allowed = Counter(
        hand
        for hand in permutations(copies, len(masks))
        if all(mask >> code & 1 for mask, code in zip(masks, hand, strict=True))
    )
    total = sum(allowed.values())
    wanted = {hand: Fraction(ways, total) for hand, ways in allowed.items()}
    assert chances(lambda below: _hand(masks, list(left), below)) == wanted


def test_the_rest_is_shuffled_exactly_evenly() -> None:
    """All orders of the deck are exactly equally likely."""
    orders = chances(lambda below: _shuffled([0, 1, 2, 3], below))
    assert orders == dict.fromkeys(permutations(range(4)), Fraction(1, 24))


def _ends(log: Log) -> bool:
    """Return True if the game ends within its log."""
    return any(state.ending for state in steps(log))


def consistent(log: Log, seat: int) -> set[bytes]:
    """Return all decks that the seat cannot distinguish, by brute force."""
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


def endings() -> Iterator[tuple[Log, int]]:
    """Yield positions near the end of games, with few cards unseen by a seat."""
    for n in range(len(SETTINGS)):
        for log in games_of(n):
            last = len(log.events) - 2
            if last > 0:
                state = fold(up_to(log, last))
                seat = state.to_move or 0
                if 2 <= len(state.hands[seat]) + state.deck_size <= 4:
                    yield up_to(log, last), seat


def test_whole_decks_are_drawn_evenly() -> None:
    """Near the end, exactly the consistent decks are drawn, about equally often."""
    random, tried = Random(1), 0
    for log, seat in endings():
        if tried == 3:
            break
        decks = consistent(log, seat)
        if not 2 <= len(decks) <= 12:
            continue
        tried += 1
        drawn = Counter(resampled(log, seat, random.randrange) for _ in range(25 * len(decks)))
        assert set(drawn) == decks
        # For up to 12 decks the 0.9999 quantile of chi-squared is below this.
        assert sum((count - 25) ** 2 / 25 for count in drawn.values()) < len(decks) + 5 * (2 * len(decks)) ** 0.5 + 5
    assert tried == 3


def telling() -> Iterator[tuple[Log, int]]:
    """Yield last rounds that continue (R20) because a single seat holds a playable card."""
    for n in range(len(SETTINGS)):
        for log in games_of(n) if SETTINGS[n].rules.early_end != "never" else ():
            for version, state in enumerate(steps(log)):
                if state.turns_left is not None and state.to_move is not None:
                    wanted = set(zip(state.suits, [top + 1 for top in state.fireworks], strict=True))
                    turns = {(state.to_move + turn) % state.seats for turn in range(state.turns_left)}
                    holders = [s for s in turns if any(state.deck[card] in wanted for card in state.hands[s])]
                    if len(holders) == 1:
                        yield up_to(log, version), holders[0]


def test_the_game_going_on_tells_no_more_than_the_cards() -> None:
    """R20: a game that continues gives that seat no information beyond the cards."""
    positions = list(islice(telling(), 3))
    assert len(positions) == 3
    for log, seat in positions:
        assert {resampled(log, seat, Random(k).randrange) for k in range(8)} <= consistent(log, seat)
