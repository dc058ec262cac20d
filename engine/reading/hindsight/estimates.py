"""Points of which only bounds may be known, and their means over samples."""

from collections.abc import Iterable
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from engine.reading.solver import Reachable

_MOST_OPEN: Final = 1.0
_MOST_ERROR: Final = 0.5


class Points(NamedTuple):
    """Points of a sample, as far as they are proved."""

    proved: float
    open: float = 0.0
    """How many points the bounds leave open."""


class Estimate(NamedTuple):
    """The mean of samples."""

    mean: float
    """In points."""
    error: float | None
    """In points: the standard error of the mean, plus what is open. None for a single sample."""
    open: float
    """The mean of the points that the bounds of the samples leave open."""

    @property
    def decided(self) -> bool:
        """False if more than a point is open."""
        return self.open <= _MOST_OPEN

    @property
    def fair(self) -> bool:
        """Whether it may be charged to a seat: the error is known, and at most half a point."""
        return self.error is not None and self.error <= _MOST_ERROR


def between(least: float, most: float) -> Points:
    """Return what two bounds prove: the points nearest to 0 that they allow."""
    return Points(max(least, min(most, 0)), most - least)


def fallen(before: Reachable, after: Reachable) -> Points:
    """Return by how many points a value fell that never rises."""
    return between(max(0, before.lower - after.upper), before.upper - after.lower)


def value(found: Reachable) -> Points:
    """Return the value of a position: the middle of its bounds."""
    return Points((found.lower + found.upper) / 2, found.upper - found.lower)


def total(points: Iterable[Points]) -> Points:
    """Return the sum of points."""
    found = list(points)
    return Points(sum([one.proved for one in found]), sum([one.open for one in found]))


def estimate(samples: Iterable[Points]) -> Estimate:
    """Return the mean of one or more samples."""
    found = list(samples)
    values, left = [one.proved for one in found], fmean([one.open for one in found])
    return Estimate(fmean(values), stdev(values) / sqrt(len(values)) + left if len(values) > 1 else None, left)
