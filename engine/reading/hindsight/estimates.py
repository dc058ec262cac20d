"""Values of positions as numbers, and their means over samples."""

from collections.abc import Iterable
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from engine.reading.solver import Reachable

__all__ = ["Estimate", "estimate", "middle"]


class Estimate(NamedTuple):
    """The mean of samples."""

    mean: float
    """In points."""
    error: float | None
    """The standard error of the mean, in points; None for a single sample."""


def estimate(samples: Iterable[float]) -> Estimate:
    """Return the mean of one or more samples."""
    values = list(samples)
    return Estimate(fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else None)


def middle(value: Reachable) -> float:
    """Return the value of a position, in points: the middle of its bounds, a multiple of a half."""
    return (value.lower + value.upper) / 2
