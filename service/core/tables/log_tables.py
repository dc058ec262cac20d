"""Tables of the log: the events of games, their deals, and the digests of those that have ended."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ForeignKey,
    Index,
    SmallInteger,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import JSON, Model


class Event(Model):
    """An event of a game (`engine.codec`). Rows are only added, never changed."""

    __tablename__ = "event"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[int] = mapped_column(SmallInteger)
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    target: Mapped[int | None] = mapped_column(SmallInteger)
    value: Mapped[int | None] = mapped_column(SmallInteger)
    data: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    at: Mapped[datetime | None]
    """None in an imported game without times."""


class Deal(Model):
    """The seed, deck and salt of a game. They are secret until the game ends."""

    __tablename__ = "deal"
    __table_args__ = (Index("deal_replayed", "replayed_key", postgresql_where=text("replayed_key is not null")),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    deck: Mapped[bytes | None] = mapped_column(repr=False)
    """None until the last seat is taken, unless the game was created with a deck."""
    salt: Mapped[bytes] = mapped_column(repr=False)
    """The salt of the commitment to the deck."""
    secret: Mapped[bytes | None] = mapped_column(default=None, repr=False)
    """The service's part of the seed; None for a given, replayed or imported deck.

    The service publishes a commitment to it when the game is created.
    """
    replayed_key: Mapped[bytes | None] = mapped_column(default=None, repr=False)
    """The `deck_key` of the earlier game whose deck it is; None for any other deck.

    It is not in `game`, where it would tell which game this is.
    """
    holder_salts: Mapped[bytes | None] = mapped_column(default=None, repr=False)
    """The salts of the holders in the deal, 32 bytes for each seat; None before the deal and in chain 2."""


class CoreRecord(Model):
    """The digest of the core of a finished game's record, and its signature. It is stored when the game ends.

    An imported game has a row if its record was signed.
    """

    __tablename__ = "core_record"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    digest: Mapped[bytes]
    key: Mapped[bytes]
    """The public key that verifies the signature."""
    signature: Mapped[bytes]
