"""Readings of the database's clock and their table, which show when it has jumped, and when nobody served.

Every worker reads the clock every `BEAT_S`, and stores two readings: the beat, and once a minute the one for jumps. A
gap of more than three seconds between two beats is an outage, after which short times begin again: those of blitz
games. A gap of more than ten minutes is a jump, from which periods of days are counted (docs/decisions/0045).
"""

from datetime import datetime
from typing import Final, LiteralString

from sqlalchemy import SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.pool import connection, execute
from service.platform.database.table_class import EVERY_NODE, Model

BEAT_S: Final = 1
"""The interval at which a worker reads the clock."""

_OUTAGE: Final[LiteralString] = "beat_at not between now() - interval '3 s' and now() + interval '3 s'"
"""SQL condition on `clock`: nobody has served since the last beat; null if there was none."""

STEADY_SINCE: Final[LiteralString] = "(select steady_since from clock)"
"""SQL of the time since which the clock has not jumped."""

BEATING_SINCE: Final[LiteralString] = f"""(
    select case when {_OUTAGE} then date_trunc('milliseconds', now()) else beating_since end from clock)"""
"""SQL of the time since which some worker has served all the time; null if none was ever interrupted.

After an outage this is now, until a beat or `observe` stores the time. Without any worker there is no beat to miss.
"""

# Several statements, because Citus allows no now() in a CASE of an update. Events have times in milliseconds.
_JUMPED: Final = """
    update clock set steady_since = date_trunc('milliseconds', now()), seen_at = now()
     where now() - seen_at not between interval '-10 min' and interval '10 min'
"""
_SEEN: Final = """
    update clock set seen_at = now() where now() - seen_at not between interval '-1 min' and interval '1 min'
"""
_INTERRUPTED: Final[LiteralString] = f"""
    update clock set beating_since = date_trunc('milliseconds', now()), beat_at = now() where {_OUTAGE}
"""
_BEAT: Final = """
    update clock set beat_at = now()
     where beat_at is null or beat_at not between now() - interval '0.5 s' and now() + interval '0.5 s'
"""


def observe() -> None:
    """Read the clock, and note a jump or an outage. Writes nothing if it was read less than a minute ago."""
    with connection() as db:
        for statement in (_JUMPED, _SEEN, _INTERRUPTED):
            db.execute(statement)


def beat() -> None:
    """Read the clock as `observe` does, and note that somebody serves. Writes nothing within half a second."""
    observe()
    execute(_BEAT)


class Clock(Model):
    """The last readings of the clock, in one row. `service.platform.database.clock_jumps` maintains it."""

    __tablename__ = "clock"
    __table_args__ = EVERY_NODE

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    """Always 1."""
    seen_at: Mapped[datetime]
    """The last reading."""
    steady_since: Mapped[datetime]
    """The reading after the last jump."""
    beat_at: Mapped[datetime | None]
    """The last reading of a worker that serves, some seconds ago; null until there was one."""
    beating_since: Mapped[datetime | None]
    """The first beat after the last outage; null without one."""
