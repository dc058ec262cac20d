"""Timestamps as the service reads and writes them: RFC 3339, and days."""

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final, overload

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)
_RFC_3339: Final = re.compile(
    r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:(?P<second>\d\d)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII
)

UNREADABLE: Final = datetime.max.replace(tzinfo=UTC)
UNREADABLE_DAY: Final = date.max
"""Stand for what is stored and Python cannot express, such as a time in the year 10,000 (`database.times`)."""


class UnreadableTime(ValueError):
    """A stored time that cannot be shown."""


def parse(text: str) -> datetime:
    """Return a time in RFC 3339 (section 5.6) in UTC. Raises ValueError.

    A leap second is the first second of the next day.
    """
    text = text.upper()
    found = _RFC_3339.fullmatch(text)
    if found is None:
        raise ValueError("must be as 2026-11-21T12:00:00Z")
    is_leap = found["second"] == "60"
    if is_leap:
        text = f"{text[:17]}59{text[19:]}"
    try:
        at = datetime.fromisoformat(text).astimezone(UTC)
        if is_leap and (at.hour, at.minute) != (23, 59):
            raise ValueError("a leap second is the last one of a day")
        return at + timedelta(seconds=is_leap)
    except OverflowError as error:
        raise ValueError("must be a time from the year 1 to 9999") from error


@overload
def rfc3339(at: datetime) -> str: ...
@overload
def rfc3339(at: datetime | None) -> str | None: ...
@lru_cache(4096)  # an event, its receipt and the views of all seats have the same times
def rfc3339(at: datetime | None) -> str | None:
    """Return a time as RFC 3339 in UTC, to the millisecond. Raises UnreadableTime."""
    if at == UNREADABLE:
        raise UnreadableTime
    return None if at is None else at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day(day: date | None) -> str | None:
    """Return a day as text; None for None. Raises UnreadableTime."""
    if day == UNREADABLE_DAY:
        raise UnreadableTime
    return None if day is None else day.isoformat()


def milliseconds(at: datetime) -> int:
    """Return a time in whole milliseconds since 1970."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def instant(milliseconds: int) -> datetime:
    """Return the time so many milliseconds after 1970."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def shown_after(at: datetime) -> datetime:
    """Return the first time that `rfc3339` shows as later than this one."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000) + _MILLISECOND


def shown_from(at: datetime) -> datetime:
    """Return the first time that `rfc3339` does not show as earlier than this one."""
    return shown_after(at - timedelta(microseconds=1))
