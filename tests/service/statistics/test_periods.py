"""Tests of the rollup's periods: how they cover a range of time."""

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from service.features.statistics import periods

START = datetime(2026, 1, 20, 22, tzinfo=UTC)


@pytest.mark.parametrize("lengths", [periods.DAYS, periods.DAYS_OF_ACCOUNTS])
def test_periods_and_pieces_cover_each_moment_once(lengths: tuple[int, ...]) -> None:
    """Ranges are from a microsecond to decades. Each has at most six periods of each length but the longest."""
    dice = random.Random(1)
    for _ in range(2000):
        first = START + timedelta(days=dice.randint(-9000, 3000), microseconds=dice.choice([0, 1, 5_000_000]))
        length = dice.choice([timedelta(microseconds=1), timedelta(hours=5), timedelta(days=1), timedelta(days=900)])
        times = periods.Times(first, first + length * dice.randint(1, 9))
        whole, pieces = periods.covering(times, lengths)
        covered = [(periods.midnight(one.first), periods.midnight(one.end)) for one in whole]
        covered = sorted([*covered, *[(one.first, one.end) for one in pieces]])
        assert [covered[0][0], covered[-1][1]] == list(times)
        assert all(end == after for (_, end), (after, _) in pairwise(covered))
        for one in whole:
            number, rest = divmod((one.end - one.first).days, one.days)
            assert rest == 0 and periods.aligned(one.first, one.days) == one.first
            assert number <= 3 or one.days == lengths[-1]
