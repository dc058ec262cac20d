"""Settings of Hypothesis for reproducible tests without deadlines."""

from hypothesis import HealthCheck, settings


def steady(examples: int) -> settings:
    """Return settings with a number of examples, the same in every run."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
