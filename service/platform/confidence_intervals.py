"""Means and shares with intervals, for results of programs."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

LEAST: Final = 5
"""The fewest numbers of which an interval says something."""
_Z: Final = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """A value, and the interval that covers the true one in 95 of 100 samples."""

    value: float
    low: float | None
    """None, like `high`, for fewer than five numbers."""
    high: float | None


def mean_of(numbers: Sequence[int]) -> Estimate | None:
    """Return the mean with Student's t interval; None without numbers."""
    count = len(numbers)
    if not count:
        return None
    mean = fmean(numbers)
    if count < LEAST:
        return Estimate(mean, None, None)
    half = _quantile_of_t(count - 1) * stdev(numbers) / sqrt(count)
    return Estimate(mean, mean - half, mean + half)


def share_of(part: int, count: int) -> Estimate | None:
    """Return the share of a part with Wilson's interval; None if there is nothing."""
    if not count:
        return None
    share = part / count
    if count < LEAST:
        return Estimate(share, None, None)
    scale = 1 + _Z**2 / count
    center = (share + _Z**2 / (2 * count)) / scale
    half = _Z / scale * sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2))
    return Estimate(share, max(center - half, 0.0), min(center + half, 1.0))


def _quantile_of_t(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, for at least four degrees of freedom.

    The first terms of its expansion in 1/freedom (Abramowitz and Stegun 26.7.5): the error is below 0.2 %.
    """
    z = _Z
    terms: tuple[float, ...] = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum([term / float(freedom) ** power for power, term in enumerate(terms)])
