"""Periods of the rollup: those that contain a moment, and those that cover a range of time."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Final, NamedTuple

DAYS: Final = (1, 4, 16, 64, 256, 1024, 4096)
DAYS_OF_ACCOUNTS: Final = (64,)
"""Lengths of periods in days, each a multiple of the previous length."""

FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
LAST: Final = FIRST + timedelta(600 * DAYS[-1])
"""The range of times that the rollup has. Games outside it count as if they ended at its limits."""


class Periods(NamedTuple):
    """Adjacent periods of the same length. `end` is excluded."""

    days: int
    first: date
    end: date


class Times(NamedTuple):
    """A range of time. `end` is excluded."""

    first: datetime
    end: datetime


def covering(times: Times, lengths: tuple[int, ...]) -> tuple[list[Periods], list[Times]]:
    """Return periods that cover a range, and the remainders at both ends.

    The periods are as long as possible. There are at most six periods of each length except the longest: three before
    the longer ones, and three after them.
    """
    first = aligned(times.first.date(), lengths[0])
    if midnight(first) < times.first:
        first += timedelta(lengths[0])
    end = aligned(times.end.date(), lengths[0])
    if first >= end:
        return [], [times]
    remainders = [Times(times.first, midnight(first)), Times(midnight(end), times.end)]
    periods = []
    for days, longer in pairwise(lengths):
        inner = min(aligned(first + timedelta(longer - 1), longer), end)
        inner_end = max(aligned(end, longer), inner)
        periods += [Periods(days, first, inner), Periods(days, inner_end, end)]
        first, end = inner, inner_end
    periods.append(Periods(lengths[-1], first, end))
    return [part for part in periods if part.first < part.end], [part for part in remainders if part.first < part.end]


def clamped(moment: datetime) -> datetime:
    return min(max(moment, FIRST), LAST)


def aligned(day: date, days: int) -> date:
    """Return the first day of the period that contains a day."""
    return day - timedelta((day - FIRST.date()).days % days)


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
