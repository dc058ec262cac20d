"""Tables of passkeys, recovery codes and links to devices."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, func
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, Model


class Passkey(Model):
    """A passkey of an account (WebAuthn): its public key."""

    __tablename__ = "passkey"
    __table_args__ = EVERY_NODE

    passkey_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), index=True)
    credential_id: Mapped[bytes] = mapped_column(unique=True)
    """The id that the authenticator gave it."""
    public_key: Mapped[bytes]
    """The key as the authenticator writes it (COSE)."""
    sign_count: Mapped[int] = mapped_column(BigInteger)
    """How often the authenticator has signed, if it counts. It never decreases."""
    name: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    used_on: Mapped[date | None] = mapped_column(default=None)
    """The day of the last sign-in with it, in UTC."""


class Challenge(Model):
    """A challenge that a passkey must sign, until it is answered."""

    __tablename__ = "challenge"
    __table_args__ = (Index("challenge_expires_at", "expires_at"), EVERY_NODE)

    digest: Mapped[bytes] = mapped_column(primary_key=True)
    """The SHA-256 of the challenge."""
    account_id: Mapped[UUID | None]
    """The account that registers a passkey; None to sign in."""
    expires_at: Mapped[datetime]


class RecoveryCode(Model):
    """A recovery code that was not used, as a slow digest."""

    __tablename__ = "recovery_code"
    __table_args__ = EVERY_NODE

    digest: Mapped[bytes] = mapped_column(primary_key=True)
    """The scrypt of the code and the salt."""
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), index=True)
    salt: Mapped[bytes]
    """The salt, which all codes of the account share."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    used_on: Mapped[date | None] = mapped_column(default=None)
    """The day of the last sign-in with another code of the set, in UTC."""


class DeviceLink(Model):
    """A link that lets another device in, until it is used."""

    __tablename__ = "device_link"
    __table_args__ = (Index("device_link_expires_at", "expires_at"), EVERY_NODE)

    link_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), index=True)
    digest: Mapped[bytes] = mapped_column(unique=True)
    """The SHA-256 of the code, which is random and valid for a short time."""
    expires_at: Mapped[datetime]
    made_by: Mapped[UUID | None] = mapped_column(ForeignKey("token.token_id", ondelete="CASCADE"), default=None)
    """The sign-in or token that made it, and with which it ends; None for the operator."""
    allowed: Mapped[bool] = mapped_column(default=False)
    """Whether the device that claims the code may sign in."""
    claim_digest: Mapped[bytes | None] = mapped_column(unique=True, default=None)
    """The SHA-256 of the secret of the device that has claimed it."""
    device: Mapped[str | None] = mapped_column(default=None)
    """The browser and the system that claimed the code; None until then."""
    address: Mapped[str | None] = mapped_column(default=None)
    """The address of that device, to say whether it is near."""
