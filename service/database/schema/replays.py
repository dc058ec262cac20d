"""Tables of replays: branches, notes, comments and cached responses."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, LargeBinary, SmallInteger, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column

from service.database.schema.table_class import JSON, Model

__all__ = ["Branch", "Comment", "Note", "Rendition", "ReviewSession", "Sight"]


class Branch(Model):
    """An alternative line of play from a version of a finished game."""

    __tablename__ = "branch"
    __table_args__ = (
        CheckConstraint("(seat is null) = (deck is null)", name="branch_deal"),
        Index("branch_account", "account_id", "game_id"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    branch_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    version: Mapped[int]
    """The version of the game after which the branch begins."""
    title: Mapped[str | None] = mapped_column(Text)
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    """The seat whose view determined the new deck; None for the deck of the game."""
    seed: Mapped[int | None]
    """What selected the new deck; also None for a deck of a previous release."""
    deck: Mapped[bytes | None] = mapped_column(LargeBinary)
    events: Mapped[list[Any]] = mapped_column(JSON)
    """Events of the branch as stored rows (`engine.codec`): kind, seat, target, value."""
    outcome: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text)
    score: Mapped[int | None] = mapped_column(SmallInteger)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    hidden: Mapped[bool] = mapped_column(default=False)
    """True if only the author and moderators may see the branch."""


class Note(Model):
    """A player's note on a game, turn or card, with its history."""

    __tablename__ = "note"
    __table_args__ = (Index("note_account", "account_id"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    anchor: Mapped[str] = mapped_column(Text, primary_key=True)
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
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    comment_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    anchor: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    hidden: Mapped[bool] = mapped_column(default=False)
    """True if only the author and moderators may see the comment."""


class Rendition(Model):
    """A cached response about a finished game (`service.replays.rendered_cache`).

    Rows can be deleted at any time.
    """

    __tablename__ = "rendition"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    name: Mapped[str] = mapped_column(Text, primary_key=True)
    packed: Mapped[bytes] = mapped_column(LargeBinary)
    """Compressed with gzip."""
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)


class Sight(Model):
    """An account that has read a finished game, and so has seen its deck (`service.games.deck_knowledge`)."""

    __tablename__ = "sight"
    __table_args__ = (Index("sight_account", "account_id"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)


class ReviewSession(Model):
    """A review together (`service.replays.review_sessions`). Rows are deleted after a day of silence."""

    __tablename__ = "review_session"
    __table_args__ = (Index("review_session_made", "made_by"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    session_id: Mapped[UUID] = mapped_column(primary_key=True)
    made_by: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    leader: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"))
    place: Mapped[str] = mapped_column(Text)
    """A fragment of the address of the review page."""
    card: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """The card to which the leader points."""
    messages: Mapped[list[Any]] = mapped_column(JSON, default_factory=list, server_default=text("'[]'"))
    """`{"number", "by", "text", "at"}`, oldest first, with `hidden` once a moderator has hidden it."""
    muted: Mapped[list[Any]] = mapped_column(JSON, default_factory=list, server_default=text("'[]'"))
    """The ids of accounts that cannot write, in hexadecimal."""
    version: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    led_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    """When the leader did something the last time."""
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
