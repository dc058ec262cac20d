"""The tables. Every key of a table that belongs to a game begins with `game_id`."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    LargeBinary,
    SmallInteger,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, mapped_column

__all__ = [
    "FINISHED_PUBLIC",
    "PUBLIC_HERE",
    "Account",
    "Answer",
    "Branch",
    "Comment",
    "Deal",
    "Event",
    "Game",
    "Invitation",
    "Message",
    "Model",
    "Note",
    "Rendition",
    "Rollup",
    "Seat",
    "Token",
]

_JSON = JSONB(none_as_null=True)
FINISHED_PUBLIC = text("status = 'ended' and not sandbox and not private")
"""The condition for games whose replays anyone may read and lists show."""
PUBLIC_HERE = text("not sandbox and not private and source is null")
"""The condition for games in the public list: played on this service."""
_ALIKE = (
    ("edition", text("(rules ->> 'edition')")),
    ("multicolor", text("(rules ->> 'multicolor')")),
    ("seats", "seats"),
)
_SETTLED_REPLAY = text("game_finished_at is not null")


class Model(MappedAsDataclass, DeclarativeBase):
    """The base of all tables. `db.Model` of Flask-SQLAlchemy 3.1 cannot be a dataclass on SQLAlchemy 2.1."""


class Account(Model):
    """A person or a bot, known by its tokens alone."""

    __tablename__ = "account"
    __table_args__ = (Index("account_name", "name", "account_id", postgresql_where=text("deleted_at is null")),)

    account_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    revision: Mapped[int] = mapped_column(default=0)
    """Counts the changes, for `If-Match`."""
    deleted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)


class Token(Model):
    """A bearer token. Only its SHA-256 is kept."""

    __tablename__ = "token"

    token_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), index=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    name: Mapped[str] = mapped_column(Text)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    game_id: Mapped[UUID | None] = mapped_column(default=None)
    """The one game that a seat-bound token is good for, until its end. No foreign key: tokens lie on every node."""
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)


class Game(Model):
    """The summary of a game, changed in the statement that appends to its log; the log is the truth."""

    __tablename__ = "game"
    __table_args__ = (
        CheckConstraint("status in ('open', 'running', 'ended')", name="game_status"),
        # What a move changes stands in no index, so that it need not touch any (HOT).
        Index("game_running", "started_at", postgresql_where=text("status = 'running'")),
        Index("game_created", "status", "created_at", "game_id", postgresql_where=text("not sandbox and not private")),
        Index(
            "game_newest",
            "created_at",
            "game_id",
            postgresql_where=PUBLIC_HERE,
        ),
        Index("game_imported", "created_by", "game_id", postgresql_where=text("source is not null")),
        Index("game_finished", "finished_at", "game_id", postgresql_where=FINISHED_PUBLIC),
        Index("game_score", text("coalesce(score, -1)"), "game_id", postgresql_where=FINISHED_PUBLIC),
        Index("game_outcome", "outcome", text("coalesce(score, -1)"), "game_id", postgresql_where=FINISHED_PUBLIC),
        Index(
            "game_alike",
            text("(rules ->> 'edition')"),
            text("(rules ->> 'multicolor')"),
            "seats",
            "outcome",
            "finished_at",
            "game_id",
            postgresql_where=FINISHED_PUBLIC,
        ),
        # For each filter by itself, so that a value which few games have, or none, is no walk through all.
        *[
            Index(f"game_made_{name}", column, "created_at", "game_id", postgresql_where=PUBLIC_HERE)
            for name, column in _ALIKE
        ],
        *[
            Index(f"game_ended_{name}", column, "finished_at", "game_id", postgresql_where=FINISHED_PUBLIC)
            for name, column in (*_ALIKE, ("outcome", "outcome"))
        ],
        Index(
            "game_uncounted",
            "finished_at",
            "game_id",
            postgresql_where=text("status = 'ended' and counted_as is null"),
        ),
    )

    game_id: Mapped[UUID] = mapped_column(primary_key=True)
    status: Mapped[str] = mapped_column(Text)
    seats: Mapped[int] = mapped_column(SmallInteger)
    rules: Mapped[dict[str, Any]] = mapped_column(_JSON)
    created_by: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    sandbox: Mapped[bool] = mapped_column(default=False)
    private: Mapped[bool] = mapped_column(default=False)
    source: Mapped[dict[str, Any] | None] = mapped_column(_JSON, default=None)
    """Where an imported game came from."""
    revision: Mapped[int] = mapped_column(default=0)
    """Counts the changes of what stands beside the log: seats taken, players renamed."""
    version: Mapped[int] = mapped_column(default=-1)
    turn: Mapped[int] = mapped_column(SmallInteger, default=0)
    to_move: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    outcome: Mapped[str | None] = mapped_column(Text, default=None)
    reason: Mapped[str | None] = mapped_column(Text, default=None)
    score: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    idle_limit_s: Mapped[int] = mapped_column(default=7 * 24 * 3600)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    started_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    moved_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    """When the last event happened."""
    head: Mapped[bytes | None] = mapped_column(LargeBinary, default=None)
    """The hash of the last event (`engine.proof.chain`); None before the deal."""
    finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    counted_as: Mapped[str | None] = mapped_column(Text, default=None)
    """The kind under which the rollup counts this game, `hidden` if it does not; None if it is not counted yet."""


class Seat(Model):
    """A taken seat: an account's, a bot's, or in an imported game a name's."""

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("game_id", "account_id"),
        CheckConstraint("(account_id is null) <> (name is null)", name="seat_holder"),
        Index("seat_created", "account_id", "game_created_at", "game_id"),
        Index("seat_finished", "account_id", "game_finished_at", "game_id", postgresql_where=_SETTLED_REPLAY),
        Index("seat_score", "account_id", "game_score", "game_id", postgresql_where=_SETTLED_REPLAY),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"), default=None)
    name: Mapped[str | None] = mapped_column(Text, default=None)
    bot: Mapped[str | None] = mapped_column(Text, default=None)
    """The id of the bot that sits here (`engine.bots`)."""
    entropy: Mapped[str | None] = mapped_column(Text, default=None)
    """What the seat gives to the shuffle."""
    game_created_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    """Copied from the game once it is counted in the rollup; the seat is *settled* then. None for a seat without an
    account."""
    game_finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    """In a settled seat of a public game."""
    game_score: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """In a settled seat of a public game; -1 for a game without a score."""


class Event(Model):
    """One event of a log (`engine.codec`). Rows are only ever added."""

    __tablename__ = "event"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[int] = mapped_column(SmallInteger)
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    target: Mapped[int | None] = mapped_column(SmallInteger)
    value: Mapped[int | None] = mapped_column(SmallInteger)
    data: Mapped[dict[str, Any] | None] = mapped_column(_JSON)
    at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """None in an imported game, whose source tells no times."""
    command_id: Mapped[UUID | None] = mapped_column(default=None)
    """Always null: the release before names it. To be dropped in a later one."""


class Deal(Model):
    """The one secret of a game until it ends: what its deck is drawn from, the deck, and the salt that hides it."""

    __tablename__ = "deal"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    deck: Mapped[bytes | None] = mapped_column(LargeBinary, repr=False)
    """None until the last seat is taken, unless the deck was given."""
    salt: Mapped[bytes] = mapped_column(LargeBinary, repr=False)
    """What the commitment to the deck is made with."""
    secret: Mapped[bytes | None] = mapped_column(LargeBinary, default=None, repr=False)
    """The service's part of the seed, committed to since the game was made; None for a given or imported deck."""


class Branch(Model):
    """What else could have been: moves from a version of a finished game on, on its deck or on another that fits."""

    __tablename__ = "branch"
    __table_args__ = (
        CheckConstraint("(seat is null) = (deck is null)", name="branch_deal"),
        Index("branch_account", "account_id", "game_id"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    branch_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    version: Mapped[int]
    """The version of the game from which it leads off."""
    title: Mapped[str | None] = mapped_column(Text)
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    """Through whose eyes the deck was drawn anew; None where it is the game's."""
    deck: Mapped[bytes | None] = mapped_column(LargeBinary)
    events: Mapped[list[Any]] = mapped_column(_JSON)
    """Its own, as stored rows (`engine.codec`): kind, seat, target, value."""
    outcome: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text)
    score: Mapped[int | None] = mapped_column(SmallInteger)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)


class Rendition(Model):
    """A rendered response about a finished game (`service.replays.rendered_cache`). Can be dropped at any time."""

    __tablename__ = "rendition"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    name: Mapped[str] = mapped_column(Text, primary_key=True)
    packed: Mapped[bytes] = mapped_column(LargeBinary)
    """By gzip."""
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)


class Message(Model):
    """What a seat said after the end (R27), when the log is closed."""

    __tablename__ = "message"

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    message_id: Mapped[UUID] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger)
    remark: Mapped[str | None] = mapped_column(Text)
    text: Mapped[str | None] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)


class Note(Model):
    """A player's note on a game, a turn or a card, with all that it said (`service.replays.notes`)."""

    __tablename__ = "note"
    __table_args__ = (Index("note_account", "account_id"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"), primary_key=True)
    anchor: Mapped[str] = mapped_column(Text, primary_key=True)
    shared: Mapped[bool]
    """Whether it is shown once the game has ended."""
    revision: Mapped[int]
    """Counts the changes, for `If-Match`."""
    history: Mapped[list[dict[str, Any]]] = mapped_column(_JSON)
    """`{"version", "text", "at"}`, oldest first."""


class Comment(Model):
    """What somebody says of a finished game (`service.replays.comments`)."""

    __tablename__ = "comment"
    __table_args__ = (Index("comment_at", "game_id", "at", "comment_id"), Index("comment_account", "account_id"))

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    comment_id: Mapped[UUID] = mapped_column(primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    anchor: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)


class Invitation(Model):
    """What opens a private game: to whoever has the code, of which only the SHA-256 is kept, or to one account."""

    __tablename__ = "invitation"
    __table_args__ = (
        Index("invitation_account", "account_id", "made_at", postgresql_where=text("account_id is not null")),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    invited_by: Mapped[UUID] = mapped_column(ForeignKey("account.account_id"))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.account_id"), default=None)
    """Who is invited; None for whoever has the code."""


class Answer(Model):
    """An answer kept for a client that sends its request again with the same `Idempotency-Key`."""

    __tablename__ = "answer"

    key_digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    request_digest: Mapped[bytes] = mapped_column(LargeBinary)
    status: Mapped[int] = mapped_column(SmallInteger)
    content: Mapped[bytes] = mapped_column(LargeBinary)
    """The answer's headers and body, unreadable without the key that the client sent."""
    kept_until: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)


class Rollup(Model):
    """Number of finished public games by period and by what statistics distinguish (`service.statistics.rollup`)."""

    __tablename__ = "rollup"

    account_id: Mapped[UUID] = mapped_column(primary_key=True)
    """The account whose games these are; the nil UUID for all games."""
    days: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    """The length of the period."""
    since: Mapped[date] = mapped_column(primary_key=True)
    """The first day of the period, in UTC."""
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    """`played`, `aborted`, `bots` or `imported`."""
    edition: Mapped[str] = mapped_column(Text, primary_key=True)
    multicolor: Mapped[str] = mapped_column(Text, primary_key=True)
    seats: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    outcome: Mapped[str] = mapped_column(Text, primary_key=True)
    strikeout: Mapped[bool] = mapped_column(primary_key=True)
    score: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    """-1 for a game without a score."""
    games: Mapped[int]
