"""Tables of contests: rounds, decks, entries with their members, and tables.

No `game_id` is a foreign key, because every node stores all contests, not all games.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    SmallInteger,
    false,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import EVERY_NODE, JSON, Model


class Contest(Model):
    """A contest: its announcement, and who may enter."""

    __tablename__ = "contest"
    __table_args__ = (
        Index("contest_created_by", "created_by"),
        Index("contest_created", "created_at", "contest_id"),
        EVERY_NODE,
    )

    contest_id: Mapped[UUID] = mapped_column(primary_key=True)
    created_by: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    title: Mapped[str]
    about: Mapped[str | None]
    seats: Mapped[int] = mapped_column(SmallInteger)
    who: Mapped[str]
    """Who may enter: `all`, `people`, `bots` or `invited`."""
    invited: Mapped[list[str]] = mapped_column(JSON)
    """The ids of the invited accounts, in hexadecimal."""
    opens_at: Mapped[datetime]
    """When the first round opens."""
    closes_at: Mapped[datetime | None]
    """When the last round closes; None if one never closes."""
    entry_until: Mapped[datetime | None]
    """Until when accounts can enter; None for always."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)


class ContestRound(Model):
    """A round: decks that are played by the same rules at the same time."""

    __tablename__ = "contest_round"
    __table_args__ = EVERY_NODE

    contest_id: Mapped[UUID] = mapped_column(ForeignKey("contest.contest_id"), primary_key=True)
    round: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    pace: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    opens_at: Mapped[datetime]
    closes_at: Mapped[datetime | None]
    """None for a round that never closes."""
    pauses: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the seats may pause a game."""


class ContestDeck(Model):
    """A deck of a round. It is secret until its seal ends."""

    __tablename__ = "contest_deck"
    __table_args__ = (
        ForeignKeyConstraint(["contest_id", "round"], ["contest_round.contest_id", "contest_round.round"]),
        Index("contest_deck_sealed", "contest_id", "round", "deck", postgresql_where=text("unsealed_at is null")),
        EVERY_NODE,
    )

    contest_id: Mapped[UUID] = mapped_column(primary_key=True)
    round: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    deck: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    log_id: Mapped[UUID]
    """The id under which the commitment to the secret is in the log of commitments."""
    secret: Mapped[bytes] = mapped_column(repr=False)
    """What the deck is shuffled from (`engine.proof.deal.seed_of`)."""
    salt: Mapped[bytes] = mapped_column(repr=False)
    """The salt of the commitment to the deck, the same in the deals of all its tables."""
    commitment: Mapped[bytes]
    secret_commitment: Mapped[bytes]
    unsealed_at: Mapped[datetime | None] = mapped_column(default=None)
    """When it was stored that the seal has ended; it ends earlier if the round has closed."""


class ContestEntry(Model):
    """A team that takes part."""

    __tablename__ = "contest_entry"
    __table_args__ = EVERY_NODE

    contest_id: Mapped[UUID] = mapped_column(ForeignKey("contest.contest_id"), primary_key=True)
    entry_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str | None]
    """None for the names of its members."""
    entered_at: Mapped[datetime | None] = mapped_column(default=None)
    """When the last member has confirmed; None before."""
    withdrawn_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    via: Mapped[str] = mapped_column(default="http", server_default="http")
    """How the account was connected that entered: `http` or `mcp`, as its client said."""
    scores: Mapped[list[int] | None] = mapped_column(ARRAY(SmallInteger), default=None)
    """In an arena: the scores of all decks, the lowest first. None until a reader has found that all have ended."""
    won: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """The number of games with the full score, together with `scores`."""
    ended_at: Mapped[datetime | None] = mapped_column(default=None)
    """When the last of these games ended, together with `scores`."""


class ContestMember(Model):
    """A seat of an entry: an account, or a bot of the service."""

    __tablename__ = "contest_member"
    __table_args__ = (
        ForeignKeyConstraint(["contest_id", "entry_id"], ["contest_entry.contest_id", "contest_entry.entry_id"]),
        Index("contest_member_account", "account_id", "contest_id"),
        EVERY_NODE,
    )

    contest_id: Mapped[UUID] = mapped_column(primary_key=True)
    entry_id: Mapped[UUID] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"), default=None)
    bot: Mapped[str | None] = mapped_column(default=None)
    confirmed: Mapped[bool] = mapped_column(default=False)


class ContestTable(Model):
    """What an entry does with a deck: who is there, and the game."""

    __tablename__ = "contest_table"
    __table_args__ = (
        ForeignKeyConstraint(["contest_id", "entry_id"], ["contest_entry.contest_id", "contest_entry.entry_id"]),
        Index("contest_table_entry", "contest_id", "entry_id"),
        Index("contest_table_game", "game_id", unique=True, postgresql_where=text("game_id is not null")),
        EVERY_NODE,
    )

    contest_id: Mapped[UUID] = mapped_column(primary_key=True)
    round: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    deck: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    entry_id: Mapped[UUID] = mapped_column(primary_key=True)
    ready: Mapped[dict[str, float]] = mapped_column(JSON, default_factory=dict)
    """When each account was last there, in seconds since 1970, by its id in hexadecimal."""
    game_id: Mapped[UUID | None] = mapped_column(default=None)
    """None until all members were there."""
