"""Reviews together: one account leads, others follow its place in a finished game, with a chat.

A session is one row, which is deleted after a day of silence. Nothing of it becomes a part of the replay.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select

from service import ids
from service.database.pool import session as database
from service.database.pool import transaction
from service.database.schema import Account, Game, ReviewSession
from service.games.lookup import NotFound
from service.games.news.publisher import announce
from service.identity import limits
from service.identity.names import DELETED_NAME
from service.identity.tokens import Caller
from service.replays.finished_game import FinishedGame

__all__ = [
    "MAX_MESSAGES",
    "MAX_SESSIONS",
    "Change",
    "Named",
    "NotTheLeader",
    "Said",
    "Session",
    "change",
    "create",
    "delete_old",
    "read",
]

MAX_SESSIONS: Final = 20
"""The maximum number of sessions that an account has begun and that have not ended."""
MAX_MESSAGES: Final = 100
"""The newest messages, which are kept."""
_LIFETIME: Final = timedelta(days=1)
"""How long a session lasts after its last change."""
_AWAY: Final = timedelta(minutes=1)
"""How long a leader may be silent until others may lead."""


class NotTheLeader(Exception):
    """Another account leads the session."""


class Named(NamedTuple):
    """An account with its name; without an id once it is deleted."""

    account_id: UUID | None
    name: str


class Said(NamedTuple):
    """A message in a session."""

    author: Named
    text: str
    at: datetime


class Session(NamedTuple):
    """A session as its followers see it."""

    session_id: UUID
    game_id: UUID
    version: int
    """The number of changes, from 1 on."""
    leader: Named | None
    """None if nobody leads."""
    place: str
    """The place in the game: a fragment of the address of the review page."""
    card: int | None
    """The card to which the leader points."""
    messages: list[Said]
    expires_at: datetime
    is_private: bool
    """True if only the players may see the game."""


class Change(NamedTuple):
    """Changes of a session; None for what remains."""

    place: str | None = None
    card: int | None = None
    """The card to which the leader points. It changes with the place alone."""
    message: str | None = None
    leader: UUID | None = None
    """The account that leads from now on, or `ids.NOBODY`."""


def create(game: FinishedGame, caller: Caller, place: str) -> Session:
    """Begin a session that the caller leads. Raises LimitReached."""
    session_id = ids.new()
    with transaction() as changes:
        limits.lock(changes, caller.account_id)
        mine = select(func.count()).where(ReviewSession.made_by == caller.account_id, _LASTS)
        limits.require_below(changes, "sessions", MAX_SESSIONS, mine)
        changes.add(ReviewSession(game.game_id, session_id, caller.account_id, caller.account_id, place))
    return read(game.game_id, session_id)


def read(game_id: UUID, session_id: UUID) -> Session:
    """Return a session. Raises NotFound if there is none. The caller must be allowed to see the game."""
    found = database().execute(_of(game_id, session_id).add_columns(Game.private).join(Game, Game.game_id == game_id))
    row = found.one_or_none()
    if row is None:
        raise NotFound
    stored, is_private = row
    written = {UUID(said["by"]) for said in stored.messages}
    wanted = written | {stored.leader} - {None}
    names = {
        account_id: Named(None, DELETED_NAME) if deleted_at else Named(account_id, name)
        for account_id, name, deleted_at in database().execute(
            select(Account.account_id, Account.name, Account.deleted_at).where(Account.account_id.in_(wanted))
        )
    }
    leader = None if stored.leader is None else names[stored.leader]
    return Session(
        session_id,
        game_id,
        stored.version,
        leader if leader is not None and leader.account_id is not None else None,
        stored.place,
        stored.card,
        [Said(names[UUID(said["by"])], said["text"], datetime.fromisoformat(said["at"])) for said in stored.messages],
        stored.changed_at + _LIFETIME,
        is_private,
    )


def change(game_id: UUID, session_id: UUID, caller: Caller, wanted: Change) -> Session:
    """Change a session, and tell its followers. Raises NotFound, or NotTheLeader for all but a message.

    Everybody may lead if nobody does, or if the leader has been silent for a minute.
    """
    with transaction() as changes:
        row = changes.scalar(_of(game_id, session_id).with_for_update())
        if row is None:
            raise NotFound
        now = datetime.now(UTC)
        leads = row.leader == caller.account_id
        if wanted.leader is not None:
            takes = wanted.leader == caller.account_id and (row.leader is None or row.led_at < now - _AWAY)
            if not (leads or takes):
                raise NotTheLeader
            row.leader = None if wanted.leader == ids.NOBODY else _existing(changes, wanted.leader)
            row.led_at = now
            leads = row.leader == caller.account_id
        if wanted.place is not None:
            if not leads:
                raise NotTheLeader
            row.place, row.card, row.led_at = wanted.place, wanted.card, now
        if wanted.message is not None:
            said = {"by": caller.account_id.hex, "text": wanted.message, "at": now.isoformat()}
            row.messages = [*row.messages, said][-MAX_MESSAGES:]
        row.version += 1
        row.changed_at = now
        announce(session_id, row.version)
    return read(game_id, session_id)


def delete_old() -> int:
    """Delete the sessions that have ended, and return their number."""
    with transaction() as changes:
        done = changes.connection().execute(delete(ReviewSession).where(~_LASTS))
    return done.rowcount


def _existing(changes: Any, account_id: UUID) -> UUID:
    """Return the id of an account. Raises NotFound if it does not exist or is deleted."""
    account = changes.get(Account, account_id)
    if account is None or account.deleted_at is not None:
        raise NotFound
    return account_id


_LASTS: Final = ReviewSession.changed_at > func.now() - _LIFETIME


def _of(game_id: UUID, session_id: UUID) -> Any:
    return select(ReviewSession).where(ReviewSession.game_id == game_id, ReviewSession.session_id == session_id, _LASTS)
