"""Table of seeks: accounts that look for others to play with."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, SmallInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, JSON, Model

_WAITING = text("game_id is null")


class Seek(Model):
    """What an account looks for, and the game that it has found. Kept for a day."""

    __tablename__ = "seek"
    __table_args__ = (
        Index("seek_of_account", "account_id", unique=True, postgresql_where=_WAITING),
        Index("seek_waiting", "seats", "created_at", postgresql_where=_WAITING),
        Index("seek_matched", "account_id", "matched_at", postgresql_where=text("game_id is not null")),
        Index("seek_game", "game_id", postgresql_where=text("game_id is not null")),
        EVERY_NODE,
    )

    seek_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    seats: Mapped[int] = mapped_column(SmallInteger)
    rules: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """The acceptable rules, the best first."""
    bot: Mapped[str | None]
    """The bot that takes the free seats when it is time; None if only people will do."""
    bots_at: Mapped[datetime | None]
    expires_at: Mapped[datetime]
    """Until when the seek waits, unless its account reads it. `service.features.seeks.seeks` says why."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    entropy: Mapped[str | None] = mapped_column(default=None)
    """The seat's contribution to the shuffle, as in `seat`."""
    entropy_commitment: Mapped[bytes | None] = mapped_column(default=None)
    held_by: Mapped[UUID | None] = mapped_column(default=None)
    """The stream whose end withdraws the seek: the last one that was opened."""
    game_id: Mapped[UUID | None] = mapped_column(default=None)
    """The game; None while the seek waits. It is not a foreign key: every node stores all seeks, not all games."""
    matched_at: Mapped[datetime | None] = mapped_column(default=None)
    pace: Mapped[dict[str, Any] | None] = mapped_column(JSON, default=None)
    """The clock of the game (`engine.pace`), the best one while the seek waits; None for a game without one."""
    paces: Mapped[list[dict[str, Any] | None] | None] = mapped_column(JSON, default=None)
    """The acceptable clocks, the best first; None in seeks of older releases, which accept `pace` alone."""

    @property
    def acceptable_paces(self) -> list[dict[str, Any] | None]:
        """The acceptable clocks, the best first. None stands for a game without one."""
        return [self.pace] if self.paces is None else self.paces
