"""Moments as the service writes them."""

from datetime import datetime

__all__ = ["written"]


def written(at: datetime) -> str:
    """Return a moment as RFC 3339 in UTC, to the millisecond."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
