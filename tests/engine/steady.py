"""Hypothesis as a test needs it: the same examples in every run, and no clock."""

from hypothesis import HealthCheck, settings

__all__ = ["steady"]


def steady(examples: int) -> settings:
    """Return settings for so many examples."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
