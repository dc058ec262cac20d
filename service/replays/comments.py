"""Comments on finished games: what anybody who can read the replay says of it, on the game, a turn or a card."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete as removal
from sqlalchemy import func, select, tuple_

from service import ids
from service.database.pool import session, transaction
from service.database.schema import Account
from service.database.schema import Comment as Row
from service.games.lookup import NotFound
from service.games.stored_game import Stored
from service.identity.tokens import Caller
from service.replays.listing import Position
from service.replays.notes import LimitReached, require_anchor
from service.replays.replays import require_finished

__all__ = ["MAX_COMMENTS", "Comment", "Written", "add", "delete", "of_account", "of_replay"]

MAX_COMMENTS: Final = 200
"""How many comments somebody may have on one game."""


class Comment(NamedTuple):
    """A comment. Its author is None once that account is deleted."""

    comment_id: UUID
    author: UUID | None
    name: str
    seat: int | None
    """The author's seat in the game; None for everybody else."""
    anchor: str
    text: str
    at: datetime

    @property
    def position(self) -> Position:
        """Its place in the list."""
        return Position(self.at, self.comment_id)


class Written(NamedTuple):
    """A comment as its author has it back."""

    comment_id: UUID
    game_id: UUID
    anchor: str
    text: str
    at: datetime


def of_account(account_id: UUID) -> list[Written]:
    """Return all comments of an account, the first written first."""
    rows = session().scalars(select(Row).where(Row.account_id == account_id).order_by(Row.at, Row.comment_id))
    return [Written(row.comment_id, row.game_id, row.anchor, row.text, row.at) for row in rows]


def of_replay(stored: Stored, after: Position | None, limit: int) -> list[Comment]:
    """Return the comments on a replay, the first written first; one more than the limit if there are more.

    Raises GameNotFinished.
    """
    require_finished(stored)
    here = select(Row, Account).join(Account, Account.account_id == Row.account_id)
    here = here.where(Row.game_id == stored.game_id)
    if after is not None:
        here = here.where(tuple_(Row.at, Row.comment_id) > (after.value, after.game_id))
    rows = session().execute(here.order_by(Row.at, Row.comment_id).limit(limit + 1))
    return [_comment(stored, row, account) for row, account in rows]


def add(stored: Stored, caller: Caller, anchor: str, text: str) -> Comment:
    """Write a comment; GameNotFinished, NoSuchAnchor, or LimitReached."""
    require_finished(stored)
    require_anchor(stored, anchor)
    with transaction() as changes:
        # Whoever writes two at once waits for the first, so that the limit holds.
        account = changes.get_one(Account, caller.account_id, with_for_update={"key_share": True})
        mine = (Row.game_id == stored.game_id) & (Row.account_id == caller.account_id)
        if (changes.scalar(select(func.count()).where(mine)) or 0) >= MAX_COMMENTS:
            raise LimitReached
        row = Row(stored.game_id, ids.new(), caller.account_id, anchor, text)
        changes.add(row)
        changes.flush()
        return _comment(stored, row, account)


def delete(stored: Stored, caller: Caller, comment_id: UUID) -> None:
    """Take one of the caller's own comments away; GameNotFinished, or NotFound for what is none of those."""
    require_finished(stored)
    mine = (Row.game_id == stored.game_id) & (Row.comment_id == comment_id) & (Row.account_id == caller.account_id)
    with transaction() as changes:
        if changes.scalar(removal(Row).where(mine).returning(Row.comment_id)) is None:
            raise NotFound


def _comment(stored: Stored, row: Row, account: Account) -> Comment:
    gone = account.deleted_at is not None
    author = None if gone else row.account_id
    return Comment(row.comment_id, author, account.name, stored.seat_of(row.account_id), row.anchor, row.text, row.at)
