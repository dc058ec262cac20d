"""The table of saved lines."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, func
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import JSON, Model


class SavedLine(Model):
    """Other moves from a version of a finished game.

    The table has the name under which release 0.2.0 reads and writes it, so that both run side by side.
    """

    __tablename__ = "branch"
    __table_args__ = (
        CheckConstraint("(seat is null) = (deck is null)", name="branch_deal"),
        Index("branch_account", "account_id", "game_id"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    line_id: Mapped[UUID] = mapped_column("branch_id", primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    version: Mapped[int]
    """The version of the game after which the line begins."""
    title: Mapped[str | None]
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    """The seat whose view determined a new deck; None for the deck of the game."""
    seed: Mapped[int | None]
    """What selected the new deck; also None for a deck of a previous release."""
    deck: Mapped[bytes | None]
    events: Mapped[list[Any]] = mapped_column(JSON)
    """Events of the line as stored rows (`engine.codec`): kind, seat, target, value."""
    outcome: Mapped[str | None]
    reason: Mapped[str | None]
    score: Mapped[int | None] = mapped_column(SmallInteger)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    swap: Mapped[list[int] | None] = mapped_column(JSON, default=None)
    """The two places of the game's deck whose cards are swapped; None for no swap."""
    hidden: Mapped[bool] = mapped_column(default=False)
    """True if only the author and moderators may see the line."""
