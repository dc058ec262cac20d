"""Table of sums over finished games."""

from datetime import date
from uuid import UUID

from sqlalchemy import SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import Model, by_column


class Rollup(Model):
    """Sums over the finished public games by period, account, rules and result.

    `service.features.statistics.rollup` maintains it.
    """

    __tablename__ = "rollup"
    __table_args__ = by_column("account_id")

    account_id: Mapped[UUID] = mapped_column(primary_key=True)
    """The account whose games are counted; the nil UUID for all games."""
    days: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    """The length of the period in days."""
    since: Mapped[date] = mapped_column(primary_key=True)
    """The first day of the period, in UTC."""
    kind: Mapped[str] = mapped_column(primary_key=True)
    """`played`, `aborted`, `bots`, `replayed`, `training`, `contest` or `imported`."""
    edition: Mapped[str] = mapped_column(primary_key=True)
    multicolor: Mapped[str] = mapped_column(primary_key=True)
    seats: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    outcome: Mapped[str] = mapped_column(primary_key=True)
    strikeout: Mapped[bool] = mapped_column(primary_key=True)
    score: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    """-1 for a game without a score."""
    games: Mapped[int]
    solved: Mapped[int] = mapped_column(server_default="0")
    """Games with an exact analysis."""
    decided: Mapped[int] = mapped_column(server_default="0")
    """Solved games for which it is proved whether the deal could be won."""
    winnable: Mapped[int] = mapped_column(server_default="0")
    """Decided games that could be won."""
    looked_back: Mapped[int] = mapped_column(server_default="0")
    """Games with hindsight."""
    lost_by_deal: Mapped[float] = mapped_column(server_default="0")
    """The sum of their points that were lost by the deal."""
    lost_by_draws: Mapped[float] = mapped_column(server_default="0")
    lost_by_choice: Mapped[float] = mapped_column(server_default="0")
