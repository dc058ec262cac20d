"""Tests of means and shares with intervals."""

import pytest

from service.platform.confidence_intervals import _quantile_of_t, mean_of, share_of
from tests.rows import in_one_test


@in_one_test(("freedom", "quantile"), [(4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (99, 1.984), (999, 1.962)])
def test_the_quantiles_of_t_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert _quantile_of_t(freedom) == pytest.approx(quantile, rel=0.002)


def test_a_mean_has_the_interval_of_t() -> None:
    """R: t.test(c(20, 22, 23, 25, 25)) gives 23 with 20.37 and 25.63."""
    estimate = mean_of([20, 22, 23, 25, 25])
    assert estimate is not None
    assert [round(number or 0, 2) for number in estimate] == [23.0, 20.37, 25.63]


def test_a_share_has_the_interval_of_wilson() -> None:
    """R: prop.test(0, 10, correct=FALSE) gives 0 with 0 and 0.2775."""
    estimate = share_of(0, 10)
    assert estimate is not None
    assert [round(number or 0, 4) for number in estimate] == [0.0, 0.0, 0.2775]


def test_few_games_have_no_interval() -> None:
    assert mean_of([]) is None and share_of(0, 0) is None
    assert mean_of([20, 22]) == (21.0, None, None) and share_of(1, 2) == (0.5, None, None)
