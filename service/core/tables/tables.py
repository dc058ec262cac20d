"""Tables of games: summaries, seats, watchers, messages and invitations."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    SmallInteger,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from service.platform.database.table_class import JSON, Model

FINISHED_PUBLIC = text("status = 'ended' and not sandbox and not private")
"""SQL condition for finished public games: those in replay lists and statistics."""
PUBLIC_NOT_IMPORTED = text("not sandbox and not private and source is null")
"""SQL condition for games in the public list: public games that were not imported."""
WITHOUT_KEY = text("status = 'ended' and deck_key is null")
"""SQL condition for finished games whose `deck_key` a chore still has to set: those that an older release stored."""
_IMPORTED = text("((source is not null)::int)")
"""1 for an imported game, else 0. Postgres would not use an index on `source is null` for the opposite condition."""

_ALIKE = (
    ("edition", text("(rules ->> 'edition')")),
    ("multicolor", text("(rules ->> 'multicolor')")),
    ("variant", text("(rules ->> 'variant')")),
    ("seats", "seats"),
)
_SCORE = text("coalesce(score, -1)")
_SETTLED_REPLAY = text("game_finished_at is not null")


class Game(Model):
    """The summary of a game, updated with every event.

    The event log is authoritative.
    """

    __tablename__ = "game"
    __table_args__ = (
        CheckConstraint("status in ('open', 'running', 'ended')", name="game_status"),
        # No index has a column that a move changes, so that moves are heap-only tuple (HOT) updates.
        Index("game_running", "started_at", postgresql_where=text("status = 'running'")),
        Index("game_created", "status", "created_at", "game_id", postgresql_where=text("not sandbox and not private")),
        Index(
            "game_newest",
            "created_at",
            "game_id",
            postgresql_where=PUBLIC_NOT_IMPORTED,
        ),
        # Not for most games: only those with a clock have a deadline.
        Index("game_deadline", "deadline", postgresql_where=text("deadline is not null")),
        Index(
            "game_timed",
            "created_at",
            "game_id",
            postgresql_where=text("pace is not null and not sandbox and not private and source is null"),
        ),
        Index("game_again", "again_of", postgresql_where=text("again_of is not null")),
        Index("game_open", "created_by", postgresql_where=text("status = 'open'")),
        Index("game_imported", "created_by", "game_id", postgresql_where=text("source is not null")),
        Index("game_finished", "finished_at", "game_id", postgresql_where=FINISHED_PUBLIC),
        Index("game_listed", _IMPORTED, "finished_at", "game_id", postgresql_where=FINISHED_PUBLIC),
        Index("game_listed_score", _IMPORTED, _SCORE, "game_id", postgresql_where=FINISHED_PUBLIC),
        Index("game_listed_outcome", _IMPORTED, "outcome", _SCORE, "game_id", postgresql_where=FINISHED_PUBLIC),
        Index(
            "game_listed_alike",
            _IMPORTED,
            text("(rules ->> 'edition')"),
            text("(rules ->> 'multicolor')"),
            "seats",
            "outcome",
            "finished_at",
            "game_id",
            postgresql_where=FINISHED_PUBLIC,
        ),
        # One index for each filter, so that a query for a rare value does not read all games.
        *[
            Index(f"game_made_{name}", column, "created_at", "game_id", postgresql_where=PUBLIC_NOT_IMPORTED)
            for name, column in _ALIKE
        ],
        *[
            Index(f"game_listed_{name}", _IMPORTED, column, "finished_at", "game_id", postgresql_where=FINISHED_PUBLIC)
            for name, column in (*_ALIKE, ("result", "outcome"))
        ],
        Index(
            "game_uncounted",
            "finished_at",
            "game_id",
            postgresql_where=text("status = 'ended' and counted_as is null"),
        ),
        Index("game_deck_key", "deck_key", postgresql_where=text("deck_key is not null")),
        Index("game_without_key", "game_id", postgresql_where=WITHOUT_KEY),
    )

    game_id: Mapped[UUID] = mapped_column(primary_key=True)
    status: Mapped[str]
    seats: Mapped[int] = mapped_column(SmallInteger)
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_by: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    sandbox: Mapped[bool] = mapped_column(default=False)
    private: Mapped[bool] = mapped_column(default=False)
    source: Mapped[dict[str, Any] | None] = mapped_column(JSON, default=None)
    """The origin of an imported game."""
    revision: Mapped[int] = mapped_column(default=0)
    """The number of changes outside the log, such as taken seats and renamed players."""
    version: Mapped[int] = mapped_column(default=-1)
    turn: Mapped[int] = mapped_column(SmallInteger, default=0)
    to_move: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    outcome: Mapped[str | None] = mapped_column(default=None)
    reason: Mapped[str | None] = mapped_column(default=None)
    score: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    pace: Mapped[dict[str, Any] | None] = mapped_column(JSON, default=None)
    """The clock of the game (`engine.pace`); None for a game without one."""
    deadline: Mapped[datetime | None] = mapped_column(default=None)
    """When the time of the seat to move ends; None without a clock, in a pause, and while a bot is to move."""
    idle_limit_s: Mapped[int] = mapped_column(default=7 * 24 * 3600)
    pause_limit_s: Mapped[int | None] = mapped_column(default=None)
    """How long a pause may last; None for a week, or for `idle_limit_s` if that is longer."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    started_at: Mapped[datetime | None] = mapped_column(default=None)
    moved_at: Mapped[datetime | None] = mapped_column(default=None)
    """The time of the last event."""
    paused_at: Mapped[datetime | None] = mapped_column(default=None)
    """The time of the event that began the pause; None without a pause."""
    open_until: Mapped[datetime] = mapped_column(server_default=text("now() + interval '1 day'"), init=False)
    """When the game expires if it is still open. An expired game is treated as unknown, and deleted later."""
    reveal_until: Mapped[datetime | None] = mapped_column(init=False)
    """Until when the seats of an open game can reveal their entropy; None in any other game."""
    head: Mapped[bytes | None] = mapped_column(default=None)
    """The hash of the last event (`engine.proof.chain`); None before the deal."""
    finished_at: Mapped[datetime | None] = mapped_column(default=None)
    hidden: Mapped[bool] = mapped_column(default=False)
    """True if a moderator has hidden the game. It is then private too."""
    counted_as: Mapped[str | None] = mapped_column(default=None)
    """The kind of game in the rollup; `hidden` if the rollup omits the game, None if it is not counted yet."""
    log_size: Mapped[int | None] = mapped_column(BigInteger, default=None)
    """The size of the log of commitments when the game was made or its last event stored. The receipt has it."""
    log_root: Mapped[bytes | None] = mapped_column(default=None)
    """The root of that log."""
    replayed: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True for a table that plays the deck of an earlier game."""
    watching: Mapped[str] = mapped_column(default="table", server_default="table")
    """What watchers may see: `nobody`, `table`, `hands` or `held` (`service.core.tables.watching`)."""
    hands_delay: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """How many turns later watchers see hands; None unless they may see them."""
    training: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if the seats may read what turns mean by conventions while the game runs."""
    marks: Mapped[dict[str, bool]] = mapped_column(JSON, default_factory=dict, server_default=text("'{}'"))
    """What else is agreed about the table, and no statement asks about (`service.core.tables.setting`)."""
    again_of: Mapped[UUID | None] = mapped_column(default=None)
    """The game whose players play again. It is not a foreign key, because it may be on another node."""
    contest_id: Mapped[UUID | None] = mapped_column(default=None)
    """The contest whose deck the game plays; None for any other game. It is private until the seal ends."""
    sealed_until: Mapped[datetime | None] = mapped_column(default=None)
    """When the round closes, and the game is no longer private; None if it never closes."""
    deck_key: Mapped[bytes | None] = mapped_column(default=None)
    """What games of the same deck, rules and seats share (`engine.proof.deal`); None until the game has ended."""


class Seat(Model):
    """A seat taken by an account, a bot, or an imported player."""

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("game_id", "account_id"),
        CheckConstraint("(account_id is null) <> (name is null)", name="seat_holder"),
        Index("seat_created", "account_id", "game_created_at", "game_id"),
        Index("seat_finished", "account_id", "game_finished_at", "game_id", postgresql_where=_SETTLED_REPLAY),
        Index("seat_score", "account_id", "game_score", "game_id", postgresql_where=_SETTLED_REPLAY),
        Index(
            "seat_named", text("lower(name)"), "game_id", postgresql_where=text("account_id is null and bot is null")
        ),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"), default=None)
    name: Mapped[str | None] = mapped_column(default=None)
    bot: Mapped[str | None] = mapped_column(default=None)
    """The id of the bot on this seat (`engine.bots`)."""
    entropy: Mapped[str | None] = mapped_column(default=None)
    """The seat's contribution to the shuffle."""
    entropy_commitment: Mapped[bytes | None] = mapped_column(default=None)
    """The seat's commitment to a secret contribution (`engine.proof.deal.entropy_commitment`)."""
    reveal: Mapped[bytes | None] = mapped_column(default=None)
    """The secret contribution, once the seat has revealed it."""
    knew_deck: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if the account knew the deck of an earlier game that its table plays: it had seen it, or said so."""
    game_created_at: Mapped[datetime | None] = mapped_column(default=None)
    """Copied from the game when the rollup counts it; the seat is then *settled*.

    None for a seat without an account.
    """
    game_finished_at: Mapped[datetime | None] = mapped_column(default=None)
    """Set in a settled seat of a public game."""
    game_score: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """Set in a settled seat of a public game; -1 for a game without a score."""
    shows_hands: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """Whether the account has agreed that watchers see all hands later."""


class WatchCount(Model):
    """How many streams of watchers of a game one process has. Rows that are not renewed do not count."""

    __tablename__ = "watch_count"

    game_id: Mapped[UUID] = mapped_column(primary_key=True)
    process_id: Mapped[UUID] = mapped_column(primary_key=True)
    watchers: Mapped[int]
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)


class Message(Model):
    """A chat message sent after the end of a game (R27).

    Earlier messages are events of the log, which is closed then.
    """

    __tablename__ = "message"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    message_id: Mapped[UUID] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger)
    remark: Mapped[str | None]
    text: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)


class Invitation(Model):
    """A game invitation, for one account or anyone with the code.

    Only the SHA-256 of the code is stored.
    """

    __tablename__ = "invitation"
    __table_args__ = (
        Index("invitation_account", "account_id", "made_at", postgresql_where=text("account_id is not null")),
        Index("invitation_sender", "invited_by", "made_at"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    digest: Mapped[bytes] = mapped_column(primary_key=True)
    invited_by: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    expires_at: Mapped[datetime]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"), default=None)
    """The invited account; None for anyone with the code."""
