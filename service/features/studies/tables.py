"""The table of studies."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, func
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, JSON, Model


class Study(Model):
    """A named collection of replays, in chapters."""

    __tablename__ = "study"
    __table_args__ = (Index("study_of_account", "account_id", "changed_at"), EVERY_NODE)

    study_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    title: Mapped[str]
    about: Mapped[str | None]
    chapters: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """`{"game", "place", "text"}`, in order. The game is in hexadecimal."""
    revision: Mapped[int] = mapped_column(default=1)
    """The number of changes, for `If-Match`."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    hidden: Mapped[bool] = mapped_column(default=False)
    """Whether a moderator has hidden it."""
