"""Table of counts of finished games."""

from datetime import date
from uuid import UUID

from sqlalchemy import SmallInteger, Text
from sqlalchemy.orm import Mapped, mapped_column

from service.database.schema.model import Model

__all__ = ["Rollup"]


class Rollup(Model):
    """The number of finished public games by period, account, rules and result.

    `service.statistics.rollup` maintains it.
    """

    __tablename__ = "rollup"

    account_id: Mapped[UUID] = mapped_column(primary_key=True)
    """The account whose games are counted; the nil UUID for all games."""
    days: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    """The length of the period in days."""
    since: Mapped[date] = mapped_column(primary_key=True)
    """The first day of the period, in UTC."""
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    """`played`, `aborted`, `bots` or `imported`."""
    edition: Mapped[str] = mapped_column(Text, primary_key=True)
    multicolor: Mapped[str] = mapped_column(Text, primary_key=True)
    seats: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    outcome: Mapped[str] = mapped_column(Text, primary_key=True)
    strikeout: Mapped[bool] = mapped_column(primary_key=True)
    score: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    """-1 for a game without a score."""
    games: Mapped[int]
