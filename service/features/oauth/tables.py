"""Tables of the codes of apps."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, Model


class AuthorizationCode(Model):
    """A code that an app exchanges for tokens, stored as its SHA-256."""

    __tablename__ = "authorization_code"
    __table_args__ = (Index("authorization_code_expires_at", "expires_at"), EVERY_NODE)

    digest: Mapped[bytes] = mapped_column(primary_key=True)
    account_id: Mapped[UUID]
    sign_in_id: Mapped[UUID] = mapped_column(ForeignKey("token.token_id", ondelete="CASCADE"), index=True)
    """The sign-in or token of the person who consented."""
    client_id: Mapped[str]
    client_name: Mapped[str]
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    redirect_uri: Mapped[str]
    challenge: Mapped[str]
    """The SHA-256 of the code verifier, in base64url (RFC 7636)."""
    expires_at: Mapped[datetime]
    app_id: Mapped[UUID | None] = mapped_column(default=None)
    """What it was exchanged for, so that a second exchange ends it."""
    resources: Mapped[list[str] | None] = mapped_column(ARRAY(Text), default=None)
    """The parts of the service for which tokens are asked; None for all."""


class DeviceCode(Model):
    """The request of an app on a device without a browser (RFC 8628), stored by the digests of its codes."""

    __tablename__ = "device_code"
    __table_args__ = (Index("device_code_expires_at", "expires_at"), EVERY_NODE)

    digest: Mapped[bytes] = mapped_column(primary_key=True)
    user_code_digest: Mapped[bytes] = mapped_column(unique=True)
    """The digest of the code that a person types."""
    client_id: Mapped[str]
    client_name: Mapped[str]
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    place: Mapped[str]
    """The network address of the device."""
    interval_s: Mapped[int]
    """The least time between two questions of the device."""
    expires_at: Mapped[datetime]
    asked_at: Mapped[datetime | None] = mapped_column(default=None)
    """When the device last asked for its tokens."""
    account_id: Mapped[UUID | None] = mapped_column(default=None)
    """The account of the person who has answered; None before."""
    sign_in_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("token.token_id", ondelete="CASCADE"), default=None, index=True
    )
    allowed: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    resources: Mapped[list[str] | None] = mapped_column(ARRAY(Text), default=None)
    """The parts of the service for which tokens are asked; None for all."""
