"""Tables of notes and comments."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import JSON, Model


class Note(Model):
    """A player's note on a game, turn or card, with its history."""

    __tablename__ = "note"
    __table_args__ = (Index("note_account", "account_id"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    anchor: Mapped[str] = mapped_column(primary_key=True)
    shared: Mapped[bool]
    """True if others can read the note after the game has ended."""
    revision: Mapped[int]
    """The number of changes, for `If-Match`."""
    history: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """`{"version", "text", "at"}`, oldest first."""


class Comment(Model):
    """A comment on a finished game."""

    __tablename__ = "comment"
    __table_args__ = (
        Index("comment_at", "game_id", "at", "comment_id"),
        Index("comment_of_account", "account_id", "at"),
        Index("comment_tags", "tags", postgresql_using="gin", postgresql_where=text("tags is not null")),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    comment_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    anchor: Mapped[str]
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    hidden: Mapped[bool] = mapped_column(default=False)
    """True if only the author and moderators may see the comment."""
    tags: Mapped[list[str] | None] = mapped_column(JSON, default=None)
    """The words after # in the text, in lower case; None for no tag."""
