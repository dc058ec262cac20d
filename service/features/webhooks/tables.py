"""Tables of webhooks, their deliveries, and the games that they watch."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ForeignKey, Index, SmallInteger, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.list_position import Position
from service.platform.database.table_class import EVERY_NODE, Model, by_column


class Quiet(NamedTuple):
    """A time of each day in which a browser gets no messages."""

    from_minute: int
    until_minute: int
    time_zone: str


class Webhook(Model):
    """An address of an account, to which the service sends events."""

    __tablename__ = "webhook"
    __table_args__ = (Index("webhook_made_by", "made_by", postgresql_where=text("made_by is not null")), EVERY_NODE)

    webhook_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), index=True)
    url: Mapped[str]
    events: Mapped[list[str]] = mapped_column(ARRAY(Text))
    secret: Mapped[bytes] = mapped_column(repr=False)
    """The key of the signatures. It is not hashed, because the service signs with it."""
    description: Mapped[str | None] = mapped_column(default=None)
    enabled: Mapped[bool] = mapped_column(default=True)
    made_by: Mapped[UUID | None] = mapped_column(ForeignKey("token.token_id", ondelete="CASCADE"), default=None)
    """The sign-in, token or app with which it ends (`tokens.ender_of`)."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    disabled_reason: Mapped[str | None] = mapped_column(default=None)
    """Why the service disabled it; None if it is enabled, or if its account disabled it."""
    disabled_at: Mapped[datetime | None] = mapped_column(default=None)
    failing_since: Mapped[datetime | None] = mapped_column(default=None)
    """The time of the first failure after the last success."""
    unreachable: Mapped[int] = mapped_column(SmallInteger, default=0)
    """The number of attempts without a response since the last response."""
    paused_until: Mapped[datetime | None] = mapped_column(default=None)
    """Until then, nothing is sent, because the last attempts had no response."""
    slow: Mapped[bool] = mapped_column(default=True, server_default=text("false"))
    """True if the last attempt took long, and before the first one, when nobody knows it."""
    browser_key: Mapped[bytes | None] = mapped_column(default=None)
    """The public key of a browser that gets its messages encrypted (RFC 8291); None for other receivers."""
    browser_secret: Mapped[bytes | None] = mapped_column(default=None, repr=False)
    """What a browser shares with the service for that."""
    quiet_from: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """The minute of the day from which a browser gets nothing until `quiet_until`; None for no such time."""
    quiet_until: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    time_zone: Mapped[str | None] = mapped_column(default=None)
    """The time zone of both."""

    @property
    def quiet(self) -> Quiet | None:
        """The time in which a browser gets nothing; None for none."""
        if self.quiet_from is None or self.quiet_until is None or self.time_zone is None:
            return None
        return Quiet(self.quiet_from, self.quiet_until, self.time_zone)


class PushKey(Model):
    """The key with which the service signs its requests to push services (VAPID, RFC 8292)."""

    __tablename__ = "push_key"
    __table_args__ = EVERY_NODE

    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    """Always 1: there is one key."""
    private_key: Mapped[bytes] = mapped_column(repr=False)
    """32 bytes of a key on the curve P-256."""


class WebhookGame(Model):
    """A game of an account with webhooks, and what its webhooks have been told of it."""

    __tablename__ = "webhook_game"
    __table_args__ = (
        Index("webhook_game_account", "account_id"),
        Index("webhook_game_running", "game_id", postgresql_where=text("ended_at is null")),
        Index("webhook_game_message", "game_id", postgresql_where=text("has_message")),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger)
    version: Mapped[int]
    """The version up to which deliveries exist; -1 for none."""
    looked_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    ended_at: Mapped[datetime | None] = mapped_column(default=None)
    has_message: Mapped[bool] = mapped_column(server_default=text("false"), default=False)
    """True if there is a message after the end of the game that has no delivery yet."""


class WebhookDelivery(Model):
    """An event that is sent, or was sent, to a webhook."""

    __tablename__ = "webhook_delivery"
    __table_args__ = (
        Index("webhook_delivery_listed", "webhook_id", "created_at", "delivery_id"),
        Index("webhook_delivery_waiting", "webhook_id", "created_at", postgresql_where=text("status = 'waiting'")),
        Index("webhook_delivery_old", "created_at"),
        by_column("webhook_id"),
    )

    webhook_id: Mapped[UUID] = mapped_column(ForeignKey("webhook.webhook_id", ondelete="CASCADE"), primary_key=True)
    delivery_id: Mapped[UUID] = mapped_column(primary_key=True)
    """Derived from the event, so that the same event is stored once."""
    type: Mapped[str]
    body: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp(), init=False)
    """Differs within a transaction, so that deliveries are in order."""
    status: Mapped[str] = mapped_column(default="waiting")
    """`waiting`, `delivered` or `failed`."""
    attempts: Mapped[int] = mapped_column(SmallInteger, default=0)
    attempted_at: Mapped[datetime | None] = mapped_column(default=None)
    next_attempt_at: Mapped[datetime | None] = mapped_column(server_default=func.now(), init=False)
    response_status: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    error: Mapped[str | None] = mapped_column(default=None)

    @property
    def position(self) -> Position:
        """The position of the delivery in the list."""
        return Position(self.created_at, self.delivery_id)
