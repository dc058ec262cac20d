"""Counts of finished games."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from service.database.schema.model import Model

__all__ = ["Tally"]


class Tally(Model):
    """Results of finished public games, summed up from the start of a larger period (`service.statistics.rollup`)."""

    __tablename__ = "tally"

    account_id: Mapped[UUID] = mapped_column(primary_key=True)
    """Whose games these are; the nil UUID for everybody's."""
    period: Mapped[str] = mapped_column(Text, primary_key=True)
    """Where the sum begins: `ever`, a month, `2026-03`, or a day, `2026-03-05`, by UTC."""
    side: Mapped[str] = mapped_column(Text, primary_key=True)
    """Which of them, and what those have in common that are summed up together."""
    since: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    """Where it ends: with the month, the day or the hour that begins here."""
    results: Mapped[bytes] = mapped_column(LargeBinary)
    """By what games have in common, how many had which result."""
