"""Readings of the database's clock, which show when it has jumped.

Every worker reads the clock each minute. If a reading differs from the last one by more than ten minutes, the clock was
set, or nobody served. Periods of days, such as the idle limit of a game, are counted from there
(docs/decisions/0045).
"""

from datetime import datetime
from typing import Final

from service.platform.database.pool import connection

__all__ = ["observe", "steady_since"]

# Two statements, because Citus allows no now() in a CASE.
_JUMPED: Final = """
    update clock set steady_since = now(), seen_at = now()
     where now() - seen_at not between interval '-10 min' and interval '10 min'
"""
_SEEN: Final = """
    update clock set seen_at = now() where now() - seen_at not between interval '-1 min' and interval '1 min'
"""


def observe() -> None:
    """Read the clock, and note a jump. Writes nothing if it was read less than a minute ago."""
    with connection() as db:
        db.execute(_JUMPED)
        db.execute(_SEEN)


def steady_since() -> datetime:
    """Return the time since which the clock has not jumped."""
    with connection() as db:
        row = db.execute("select greatest(steady_since, timestamptz 'epoch') from clock").fetchone()
    assert row is not None
    found: datetime = row[0]
    return found
