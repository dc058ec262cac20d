"""Reviews together: one account leads, others follow its place in a finished game, with a chat.

A session is one row, which is deleted after a day of silence. Nothing of it becomes a part of the replay.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select

from service.core.people import account_limits
from service.core.people.names import DELETED_NAME
from service.core.people.programs import PROGRAM_COLUMN, NamedAccount, Program
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.replays.finished_game import FinishedGame
from service.core.tables.lookup import NotFound, existing
from service.core.tables.news.publisher import announce
from service.core.tables.tables import Game
from service.features.review_sessions.tables import ReviewSession
from service.platform import ids
from service.platform.database.pool import apply, transaction
from service.platform.database.pool import session as database
from service.platform.refusal import Refusal

MAX_MESSAGES: Final = 100
"""The messages that are kept. A full chat drops the oldest message of the account that has written most."""
MAX_MESSAGE_LENGTH: Final = 500
MAX_MUTED: Final = 200
"""The accounts that are muted at most. Further ones end the silence of the first."""
MOST_CARDS: Final = 99
"""The number of a card that is pointed at is at most this: more than any deck has."""
_LIFETIME: Final = timedelta(days=1)
"""How long a session lasts after its last change."""
_AWAY: Final = timedelta(minutes=1)
"""How long a leader may be silent until others may lead."""
MAX_SESSIONS: Final = 20
"""The maximum number of sessions that an account has begun, and that have not ended."""


class NotTheLeader(Refusal):
    """Another account leads the session."""

    code = "not-the-leader"


class Muted(Refusal):
    """The leader has muted the account, so that it cannot write."""

    code = "muted"


class Said(NamedTuple):
    """A message in a session."""

    number: int
    """The version of the session with which it came."""
    author: NamedAccount
    text: str
    at: datetime


class Session(NamedTuple):
    """A session as its followers see it."""

    session_id: UUID
    game_id: UUID
    version: int
    """The number of changes, from 1 on."""
    leader: NamedAccount | None
    """None if nobody leads."""
    place: str
    """The place in the game: a fragment of the address of the review page."""
    card: int | None
    """The card to which the leader points."""
    messages: list[Said]
    muted: list[NamedAccount]
    """The accounts that cannot write."""
    expires_at: datetime
    is_private: bool
    """True if only the players may see the game."""


class News(NamedTuple):
    """What followers that know an older state of a session need to know the newer one."""

    before: Session
    after: Session

    @property
    def messages(self) -> list[Said]:
        """The new messages."""
        known = {said.number for said in self.before.messages}
        return [said for said in self.after.messages if said.number not in known]

    @property
    def removed(self) -> list[int]:
        """The numbers of the messages that are no longer there."""
        present = {said.number for said in self.after.messages}
        return sorted({said.number for said in self.before.messages} - present)


class Change(NamedTuple):
    """Changes of a session; None for what remains."""

    place: str | None = None
    card: int | None = None
    """The card to which the leader points. It changes with the place alone."""
    message: str | None = None
    leader: UUID | None = None
    """The account that leads from now on, or `ids.NOBODY`."""
    mute: UUID | None = None
    """The account that cannot write any more, and whose messages are deleted."""
    unmute: UUID | None = None
    remove: int | None = None
    """The number of a message to delete."""


def create(game: FinishedGame, caller: Caller, place: str) -> Session:
    """Begin a session that the caller leads. Raises LimitReached."""
    session_id = ids.new()
    with account_limits.locked(caller.account_id) as changes:
        mine = select(func.count()).where(ReviewSession.made_by == caller.account_id, _LASTS)
        account_limits.require_below(changes, "sessions", MAX_SESSIONS, mine)
        changes.add(ReviewSession(game.game_id, session_id, caller.account_id, caller.account_id, place))
    return read(game.game_id, session_id)


def read(game_id: UUID, session_id: UUID) -> Session:
    """Return a session. Raises NotFound if there is none. The caller must be allowed to see the game."""
    found = database().execute(_of(game_id, session_id).add_columns(Game.private).join(Game, Game.game_id == game_id))
    stored, is_private = existing(found.one_or_none())
    shown = [said for said in stored.messages if not said.get("hidden")]
    muted = [UUID(one) for one in stored.muted]
    wanted = {*[UUID(said["by"]) for said in shown], *muted, stored.leader} - {None}
    names = {
        account_id: NamedAccount(None, DELETED_NAME, None)
        if deleted_at
        else NamedAccount(account_id, name, Program.of(program))
        for account_id, name, deleted_at, program in database().execute(
            select(Account.account_id, Account.name, Account.deleted_at, PROGRAM_COLUMN).where(
                Account.account_id.in_(wanted)
            )
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
        [
            Said(said.get("number", 0), names[UUID(said["by"])], said["text"], datetime.fromisoformat(said["at"]))
            for said in shown
        ],
        [names[one] for one in muted if names[one].account_id is not None],
        stored.changed_at + _LIFETIME,
        is_private,
    )


def change(game_id: UUID, session_id: UUID, caller: Caller, wanted: Change) -> tuple[Session, Session]:
    """Change a session, and tell its followers. Return it before and after the change.

    Raises NotFound, also for an unknown message or account, Muted, or NotTheLeader for all but a message and the
    removal of an own one. Everybody may lead if nobody does, or if the leader has been silent for a minute. Who has
    begun the session may always lead.
    """
    with transaction() as changes:
        row = _locked(changes, game_id, session_id)
        before = read(game_id, session_id)
        now = datetime.now(UTC)
        row.version += 1
        if wanted.leader is not None:
            _hand_over(changes, row, caller, wanted.leader, now)
        leads = row.leader == caller.account_id
        if wanted.place is not None:
            _require(leads)
            row.place, row.card, row.led_at = wanted.place, wanted.card, now
        if wanted.mute is not None:
            _require(leads)
            muted = _existing(changes, wanted.mute).hex
            row.muted = [*(one for one in row.muted if one != muted), muted][-MAX_MUTED:]
            row.messages = [said for said in row.messages if said["by"] != muted]
        if wanted.unmute is not None:
            _require(leads)
            row.muted = [one for one in row.muted if one != wanted.unmute.hex]
        if wanted.remove is not None:
            said = _message(row, wanted.remove)
            _require(leads or said["by"] == caller.account_id.hex)
            row.messages = [one for one in row.messages if one != said]
        if wanted.message is not None:
            if caller.account_id.hex in row.muted and not leads:
                raise Muted
            said = {"number": row.version, "by": caller.account_id.hex, "text": wanted.message, "at": now.isoformat()}
            row.messages = _kept([*row.messages, said])
        row.changed_at = now
        announce(session_id, row.version)
    return before, read(game_id, session_id)


def close(game_id: UUID, session_id: UUID, caller: Caller) -> None:
    """End a session for all. Raises NotFound or NotTheLeader."""
    with transaction() as changes:
        row = _locked(changes, game_id, session_id)
        _require(row.leader == caller.account_id)
        changes.delete(row)
        announce(session_id, row.version + 1)


def require_message(game_id: UUID, caller: Caller, session_id: UUID, number: int | None) -> None:
    """Raise NotFound unless a session has a message with this number that is not hidden from the caller."""
    row = database().execute(_of(game_id, session_id)).scalar()
    if row is None or (_message(row, number).get("hidden") and not caller.is_moderator):
        raise NotFound


def set_hidden(changes: Any, game_id: UUID, session_id: UUID, number: int | None, hidden: bool) -> bool:
    """Hide a message from all, or show it again. Return False if it is so already. Raises NotFound."""
    row = _locked(changes, game_id, session_id)
    found = _message(row, number)
    if bool(found.get("hidden")) == hidden:
        return False
    row.messages = [said | {"hidden": hidden} if said == found else said for said in row.messages]
    row.version += 1
    announce(session_id, row.version)
    return True


def _hand_over(changes: Any, row: ReviewSession, caller: Caller, leader: UUID, now: datetime) -> None:
    is_free = row.leader is None or row.led_at < now - _AWAY or row.made_by == caller.account_id
    _require(row.leader == caller.account_id or (leader == caller.account_id and is_free))
    row.leader = None if leader == ids.NOBODY else _existing(changes, leader)
    row.led_at = now


def _require(leads: bool) -> None:
    if not leads:
        raise NotTheLeader


def _kept(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the messages that a full chat keeps, so that nobody can push out what others wrote."""
    if len(messages) <= MAX_MESSAGES:
        return messages
    counts = Counter([said["by"] for said in messages])
    dropped = next(said for said in messages if counts[said["by"]] == max(counts.values()))
    return [said for said in messages if said is not dropped]


def _message(row: ReviewSession, number: int | None) -> dict[str, Any]:
    return existing(next((said for said in row.messages if said.get("number", 0) == number), None))


def _locked(changes: Any, game_id: UUID, session_id: UUID) -> ReviewSession:
    row: ReviewSession = existing(changes.scalar(_of(game_id, session_id).with_for_update()))
    return row


def delete_old() -> int:
    """Delete the sessions that have ended, and return their number."""
    return apply(delete(ReviewSession).where(~_LASTS))


def _existing(changes: Any, account_id: UUID) -> UUID:
    """Return the id of an account. Raises NotFound if it does not exist or is deleted."""
    account = changes.get(Account, account_id)
    if account is None or account.deleted_at is not None:
        raise NotFound
    return account_id


_LASTS: Final = ReviewSession.changed_at > func.now() - _LIFETIME


def _of(game_id: UUID, session_id: UUID) -> Any:
    return select(ReviewSession).where(ReviewSession.game_id == game_id, ReviewSession.session_id == session_id, _LASTS)
