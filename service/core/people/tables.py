"""Tables of accounts, their handles, their tokens and the accounts that they block."""

from datetime import UTC, date, datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, Model


class Account(Model):
    """The account of a person or a bot, which authenticates by tokens."""

    __tablename__ = "account"
    __table_args__ = (
        Index("account_name", "name", "account_id", postgresql_where=text("deleted_at is null")),
        Index("account_unapplied", "account_id", postgresql_where=text("applied_revision is distinct from revision")),
        Index("account_owner", "owner_id", postgresql_where=text("owner_id is not null")),
        Index("account_merged", "merged_into", postgresql_where=text("merged_into is not null")),
        EVERY_NODE,
    )

    account_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    revision: Mapped[int] = mapped_column(default=0)
    """The number of changes, for `If-Match`. Entity tags of views contain the sum over the players."""
    deleted_at: Mapped[datetime | None] = mapped_column(default=None)
    applied_revision: Mapped[int | None] = mapped_column(default=None)
    """The revision whose changes are complete: its handles are claimed, or a deleted account's data is removed.

    `hanabi chores` completes the others. None for an account of a release without handles.
    """
    suspended_until: Mapped[datetime | None] = mapped_column(default=None)
    """Until then, the tokens of the account are refused. `service.features.moderation` sets it."""
    moderator: Mapped[bool] = mapped_column(default=False)
    """True if tokens of the account may have the scope `moderate`."""
    is_program: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True for a bot of a person, and for an account that a moderator has marked as played by a program."""
    owner_id: Mapped[UUID | None] = mapped_column(default=None)
    """The person who owns the account, if it is a bot (`service.core.people.bots`)."""
    merged_into: Mapped[UUID | None] = mapped_column(default=None)
    """The account of the same person that has everything of this one, which is deleted (`account_merging`)."""


class Handle(Model):
    """The unique form of an account's name (`service.core.people.names`)."""

    __tablename__ = "handle"
    __table_args__ = (Index("handle_account", "account_id"), EVERY_NODE)

    handle: Mapped[str] = mapped_column(primary_key=True)
    account_id: Mapped[UUID]
    """The account that has the handle, or had it last."""
    released_at: Mapped[datetime | None] = mapped_column(default=None)
    """When the account gave it up; then it is reserved for a time."""


class Token(Model):
    """A bearer token or the sign-in of a browser, stored as the SHA-256 of its secret."""

    __tablename__ = "token"
    __table_args__ = (
        Index("token_parent", "parent_id", postgresql_where=text("parent_id is not null")),
        Index("token_sign_in", "expires_at", postgresql_where=text("is_sign_in")),
        EVERY_NODE,
    )

    token_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), index=True)
    digest: Mapped[bytes] = mapped_column(unique=True)
    name: Mapped[str]
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    game_id: Mapped[UUID | None] = mapped_column(default=None)
    """The only game that a seat-bound token is valid for.

    It is not a foreign key, because on a cluster every node stores all tokens but not all games.
    """
    expires_at: Mapped[datetime | None] = mapped_column(default=None)
    parent_id: Mapped[UUID | None] = mapped_column(ForeignKey("token.token_id", ondelete="CASCADE"), default=None)
    """The sign-in or token with which this one was issued, and is deleted.

    When a sign-in leaves, by signing out or by age, what it issued is below its own parent.
    """
    is_sign_in: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True for the sign-in of a browser, whose secret is in a cookie."""
    used_on: Mapped[date | None] = mapped_column(default_factory=lambda: datetime.now(UTC).date())
    """The day of the last use, in UTC; None before the first one. Sign-ins, apps and first tokens begin with one."""
    ends_at: Mapped[datetime | None] = mapped_column(default=None)
    """When a sign-in or an app ends, however often it is used.

    It is the end of the token from which it comes, if any. A root has one if the account has another way in.
    """
    client_id: Mapped[str | None] = mapped_column(default=None)
    """The address of an app, for its access tokens and for what its owner has allowed it (`features.oauth.apps`)."""
    refresh_digest: Mapped[bytes | None] = mapped_column(default=None)
    """The SHA-256 of the newest refresh token, for what the owner has allowed an app."""
    resources: Mapped[list[str] | None] = mapped_column(ARRAY(Text), default=None)
    """The parts of the service for which an app's token is valid (`service.features.oauth.resources`); None for all."""
    renewed_at: Mapped[datetime | None] = mapped_column(default=None)
    """When the newest refresh token replaced the one before it."""
    renewal: Mapped[bytes | None] = mapped_column(default=None)
    """The answer that had the newest refresh token, encrypted by the one before it (`service.platform.sealing`)."""


class AccountMerge(Model):
    """A wish to merge two accounts, until both have agreed. Each side must stay signed in."""

    __tablename__ = "account_merge"
    __table_args__ = (Index("account_merge_expires_at", "expires_at"), EVERY_NODE)

    merge_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), index=True)
    """The account that shows the code."""
    digest: Mapped[bytes] = mapped_column(unique=True)
    """The SHA-256 of the code."""
    expires_at: Mapped[datetime]
    made_by: Mapped[UUID] = mapped_column(ForeignKey("token.token_id", ondelete="CASCADE"))
    """The sign-in or token that made it, and with which it ends."""
    device: Mapped[str]
    address: Mapped[str]
    allowed: Mapped[bool] = mapped_column(default=False)
    other_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"), default=None, index=True)
    """The account that has typed the code."""
    other_made_by: Mapped[UUID | None] = mapped_column(ForeignKey("token.token_id", ondelete="CASCADE"), default=None)
    other_device: Mapped[str | None] = mapped_column(default=None)
    other_address: Mapped[str | None] = mapped_column(default=None)
    other_allowed: Mapped[bool] = mapped_column(default=False)
    merged: Mapped[bool] = mapped_column(default=False)
    """True once the accounts are one, so that both sides can read it."""


class Block(Model):
    """An account that another account has blocked."""

    __tablename__ = "block"
    __table_args__ = EVERY_NODE

    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    """The account that has blocked the other one."""
    blocked_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    made_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
