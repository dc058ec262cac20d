"""Table of signing keys."""

from datetime import datetime

from sqlalchemy import Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, Model


class SigningKey(Model):
    """An Ed25519 key of the service. One of them is in use."""

    __tablename__ = "signing_key"
    # At most one key has a seed, even if several machines make one at the same time.
    __table_args__ = (
        Index("signing_key_in_use", text("(true)"), unique=True, postgresql_where=text("seed is not null")),
        EVERY_NODE,
    )

    public_key: Mapped[bytes] = mapped_column(primary_key=True)
    seed: Mapped[bytes | None] = mapped_column(repr=False)
    """The private key; None for a key that is no longer in use."""
    made_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    retired_at: Mapped[datetime | None] = mapped_column(default=None)
    """The time after which no process signs with the key."""
    predecessor: Mapped[bytes | None] = mapped_column(default=None)
    """The key before it, which has signed it."""
    succession: Mapped[bytes | None] = mapped_column(default=None)
    """That signature."""
    revoked_at: Mapped[datetime | None] = mapped_column(default=None)
    revoked_by: Mapped[bytes | None] = mapped_column(default=None)
    """The key that has signed the revocation."""
    revocation: Mapped[bytes | None] = mapped_column(default=None)
    """That signature."""
