"""Timestamps as the service writes them: RFC 3339 in UTC, and days."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final, overload

__all__ = ["day", "instant", "milliseconds", "rfc3339"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@overload
def rfc3339(at: datetime) -> str: ...
@overload
def rfc3339(at: datetime | None) -> str | None: ...
@lru_cache(4096)  # an event, its receipt and the views of all seats have the same times
def rfc3339(at: datetime | None) -> str | None:
    """Return a time as RFC 3339 in UTC, to the millisecond."""
    return None if at is None else at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day(day: date | None) -> str | None:
    """Return a day as text; None for None."""
    return None if day is None else day.isoformat()


def milliseconds(at: datetime) -> int:
    """Return a time in whole milliseconds since 1970."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def instant(milliseconds: int) -> datetime:
    """Return the time so many milliseconds after 1970."""
    return _EPOCH + timedelta(milliseconds=milliseconds)
