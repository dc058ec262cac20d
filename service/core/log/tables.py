"""Tables of the log of commitments: its entries, the hashes of its tree, and the signed tree head."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, Index, SmallInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, Model, by_column


class LogEntry(Model):
    """An entry of the log. It is kept when its game is deleted.

    An entry about a key of the service has an id of its own, and the key as `secret_commitment`.
    """

    __tablename__ = "log_entry"
    __table_args__ = (
        # Not unique, since Citus could not check it. The key of `log_hash` is.
        Index("log_entry_position", "position", postgresql_where=text("position is not null")),
        Index("log_entry_waiting", "kind", postgresql_where=text("position is null")),
        Index("log_entry_contest", "contest_id", postgresql_where=text("contest_id is not null")),
    )

    game_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    """The place in `engine.proof.log_entries.KINDS`; less than 0 for entries about keys (`commitment_log.entries`)."""
    secret_commitment: Mapped[bytes]
    head: Mapped[bytes | None] = mapped_column(default=None)
    secret: Mapped[bytes | None] = mapped_column(default=None)
    """Set when the entry opens the secret."""
    at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    position: Mapped[int | None] = mapped_column(BigInteger, default=None)
    """The index in the log; None for an entry that is not in the tree yet, -1 for one that waits for a seal."""
    leaf: Mapped[bytes | None] = mapped_column(default=None)
    """The bytes of an entry about a key. The bytes of the others follow from the other columns."""
    contest_id: Mapped[UUID | None] = mapped_column(default=None)
    """The contest of a game that plays one of its decks, and of its results."""


class LogHash(Model):
    """A hash of the tree: of an entry at level 0, of a full tile of the level below at the others.

    Rows are only added.
    """

    __tablename__ = "log_hash"
    __table_args__ = by_column("position")

    position: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    hash: Mapped[bytes]


class LogHead(Model):
    """The newest signed tree head, in one row."""

    __tablename__ = "log_head"
    __table_args__ = EVERY_NODE

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    """Always 1."""
    size: Mapped[int] = mapped_column(BigInteger)
    root: Mapped[bytes]
    at: Mapped[datetime]
    key: Mapped[bytes]
    """The public key."""
    signature: Mapped[bytes]
