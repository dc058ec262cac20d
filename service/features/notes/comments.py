"""Comments on finished games, their turns and their cards.

Every account that can read the replay can comment on it. A word after # in a comment is a tag of the replay.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Select, cast, delete, func, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from service.core.people import account_limits
from service.core.people.programs import PROGRAM_COLUMN, NamedAccount, Program
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.replays.finished_game import FinishedGame
from service.core.tables.lookup import NotFound, existing, shown_to
from service.features.notes.notes import require_anchor
from service.features.notes.tables import Comment
from service.platform import ids
from service.platform.database.list_position import Page, Position
from service.platform.database.pool import apply, fetch, session, transaction

MOST_TAGS: Final = 10
"""The tags of a comment. Further ones are words like others."""
_TAG: Final = re.compile(r"(?<![\w#/&])#([^\W\d_][\w-]{0,29})(?![\w-])")
"""A tag, where each mark that belongs to the letter before it is written as `_`."""
MAX_OF_GAME: Final = 200  # of one account
MAX_A_DAY: Final = 300  # within 24 hours, deleted ones excluded


class ReplayComment(NamedTuple):
    """A comment as readers of the replay see it."""

    comment_id: UUID
    author: NamedAccount
    seat: int | None
    """The author's seat in the game; None for an author without a seat."""
    anchor: str
    text: str
    at: datetime
    tags: list[str]
    """In lower case."""

    @property
    def position(self) -> Position:
        """The position of the comment in the list."""
        return Position(self.at, self.comment_id)


def of_account(caller: Caller) -> Sequence[Comment]:
    """Return all comments of the caller, oldest first."""
    mine = select(Comment).where(Comment.account_id == caller.account_id)
    return session().scalars(mine.order_by(Comment.at, Comment.comment_id)).all()


def of_replay(game: FinishedGame, caller: Caller | None, page: Page) -> list[ReplayComment]:
    """Return a page of the comments, oldest first."""
    found = select(Comment, Account, PROGRAM_COLUMN).join(Account, Account.account_id == Comment.account_id)
    found = found.where(Comment.game_id == game.game_id, shown_to(caller, Comment.hidden, Comment.account_id))
    rows = session().execute(page._replace(descending=False).of(found, Comment.at, Comment.comment_id))
    return [_comment(game, row, account, program) for row, account, program in rows]


def require_exists(game_id: UUID, caller: Caller, comment_id: UUID, _number: int | None = None) -> None:
    """Raise NotFound if a comment does not exist or is hidden from the caller."""
    found = select(Comment.comment_id).where(Comment.game_id == game_id, Comment.comment_id == comment_id)
    if not fetch(found.where(shown_to(caller, Comment.hidden, Comment.account_id))):
        raise NotFound


def set_hidden(changes: Session, game_id: UUID, comment_id: UUID, _number: int | None, hidden: bool) -> bool:
    """Hide a comment from others, or show it again. Return False if it is so already. Raises NotFound."""
    row = existing(changes.get(Comment, (game_id, comment_id), with_for_update=True))
    was_so = row.hidden is hidden
    row.hidden = hidden
    return not was_so


def tagged(tag: str) -> Select[Any]:
    """Return the games with a tag that everybody may see."""
    shown = (Comment.tags.is_not(None), sa.not_(Comment.hidden))
    return select(Comment.game_id).where(*shown, cast(Comment.tags, JSONB).contains([_folded(tag.removeprefix("#"))]))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text.lower())


def _tags_in(text: str) -> list[str] | None:
    folded = _folded(text)
    shape = "".join(["_" if unicodedata.category(one) in ("Mn", "Mc") else one for one in folded])
    found = [folded[slice(*match.span(1))] for match in _TAG.finditer(shape)]
    return list(dict.fromkeys(found))[:MOST_TAGS] or None


def add(game: FinishedGame, caller: Caller, anchor: str, text: str) -> ReplayComment:
    """Store a comment. Raises NoSuchAnchor or LimitReached."""
    require_anchor(game.stored, anchor)
    with transaction() as changes:
        account = account_limits.lock(changes, caller.account_id)
        mine = select(func.count()).where(Comment.account_id == caller.account_id)
        account_limits.require_below(changes, "comments", MAX_OF_GAME, mine.where(Comment.game_id == game.game_id))
        lately = Comment.at > func.now() - timedelta(days=1)
        account_limits.require_below(changes, "comments-a-day", MAX_A_DAY, mine.where(lately))
        row = Comment(game.game_id, ids.new(), caller.account_id, anchor, text, tags=_tags_in(text))
        changes.add(row)
        changes.flush()
        program = changes.scalar(select(PROGRAM_COLUMN).where(Account.account_id == account.account_id))
        return _comment(game, row, account, program)


def count(game_id: UUID) -> int:
    """Return the number of comments on a game that are not hidden."""
    shown = select(func.count()).where(Comment.game_id == game_id, sa.not_(Comment.hidden))
    return session().scalar(shown) or 0


def remove(game: FinishedGame, caller: Caller, comment_id: UUID) -> None:
    """Delete one of the caller's comments. Raises NotFound if there is none."""
    mine = delete(Comment).where(
        Comment.game_id == game.game_id, Comment.comment_id == comment_id, Comment.account_id == caller.account_id
    )
    if not apply(mine):
        raise NotFound


def _comment(game: FinishedGame, row: Comment, account: Account, program: str | None) -> ReplayComment:
    return ReplayComment(
        comment_id=row.comment_id,
        author=NamedAccount(row.account_id if account.deleted_at is None else None, account.name, Program.of(program)),
        seat=game.stored.seat_of(row.account_id),
        anchor=row.anchor,
        text=row.text,
        at=row.at,
        tags=row.tags or [],
    )
