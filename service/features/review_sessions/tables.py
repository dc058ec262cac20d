"""The table of reviews together."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, SmallInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import JSON, Model


class ReviewSession(Model):
    """A review together. Rows are deleted after a day of silence."""

    __tablename__ = "review_session"
    __table_args__ = (Index("review_session_made", "made_by"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    session_id: Mapped[UUID] = mapped_column(primary_key=True)
    made_by: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    leader: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"))
    place: Mapped[str]
    """A fragment of the address of the review page."""
    card: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """The card to which the leader points."""
    messages: Mapped[list[Any]] = mapped_column(JSON, default_factory=list, server_default=text("'[]'"))
    """`{"number", "by", "text", "at"}`, oldest first, with `hidden` once a moderator has hidden it."""
    muted: Mapped[list[Any]] = mapped_column(JSON, default_factory=list, server_default=text("'[]'"))
    """The ids of accounts that cannot write, in hexadecimal."""
    version: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    led_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    """When the leader did something the last time."""
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
