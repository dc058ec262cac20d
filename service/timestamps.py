"""Timestamps as the service writes them: RFC 3339 in UTC."""

from datetime import datetime
from functools import lru_cache
from typing import overload

__all__ = ["rfc3339"]


@overload
def rfc3339(at: datetime) -> str: ...
@overload
def rfc3339(at: datetime | None) -> str | None: ...
@lru_cache(4096)  # an event, its receipt and the views of all seats have the same times
def rfc3339(at: datetime | None) -> str | None:
    """Return a time as RFC 3339 in UTC, to the millisecond."""
    return None if at is None else at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
