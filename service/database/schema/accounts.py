"""Tables of accounts, their tokens and the accounts that they block."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKey, Index, LargeBinary, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from service.database.schema.model import Model

__all__ = ["Account", "Block", "Token"]


class Account(Model):
    """The account of a person or a bot, which authenticates by tokens."""

    __tablename__ = "account"
    __table_args__ = (Index("account_name", "name", "account_id", postgresql_where=text("deleted_at is null")),)

    account_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    revision: Mapped[int] = mapped_column(default=0)
    """The number of changes, for `If-Match`."""
    deleted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    suspended_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    """Until then, the tokens of the account are refused. `service.moderation` sets it."""
    moderator: Mapped[bool] = mapped_column(default=False)
    """True if tokens of the account may have the scope `moderate`."""


class Token(Model):
    """A bearer token, stored as its SHA-256."""

    __tablename__ = "token"

    token_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), index=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    name: Mapped[str] = mapped_column(Text)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    game_id: Mapped[UUID | None] = mapped_column(default=None)
    """The only game that a seat-bound token is valid for.

    It is no foreign key, because on a cluster every node has all tokens but not all games.
    """
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)


class Block(Model):
    """An account that another account has blocked."""

    __tablename__ = "block"

    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    """The account that has blocked the other one."""
    blocked_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
