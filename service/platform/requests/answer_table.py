"""Table of responses stored for retried requests."""

from datetime import datetime

from sqlalchemy import SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import Model, by_column


class Answer(Model):
    """A response, stored for retries with the same `Idempotency-Key`."""

    __tablename__ = "answer"
    __table_args__ = by_column("key_digest")

    key_digest: Mapped[bytes] = mapped_column(primary_key=True)
    request_digest: Mapped[bytes]
    status: Mapped[int] = mapped_column(SmallInteger)
    content: Mapped[bytes]
    """Headers and body, encrypted with the client's `Idempotency-Key`."""
    kept_until: Mapped[datetime] = mapped_column(index=True)
