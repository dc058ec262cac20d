"""Timestamps as the service writes them: RFC 3339 in UTC."""

from datetime import datetime
from typing import overload

__all__ = ["rfc3339"]


@overload
def rfc3339(at: datetime) -> str: ...
@overload
def rfc3339(at: datetime | None) -> str | None: ...
def rfc3339(at: datetime | None) -> str | None:
    """Return a time as RFC 3339 in UTC, to the millisecond."""
    return None if at is None else at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
