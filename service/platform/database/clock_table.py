"""Table of the last reading of the database's clock."""

from datetime import datetime

from sqlalchemy import DateTime, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, Model

__all__ = ["Clock"]


class Clock(Model):
    """The last readings of the clock, in one row. `service.platform.database.clock_jumps` maintains it."""

    __tablename__ = "clock"
    __table_args__ = EVERY_NODE

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    """Always 1."""
    seen_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """The last reading."""
    steady_since: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """The reading after the last jump."""
    beat_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """The last reading of a worker that serves, some seconds ago; null until there was one."""
    beating_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """The first beat after the last outage; null without one."""
