"""Accounts: creation, lookup, renaming and deletion."""

import unicodedata
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete as removal
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from service import ids
from service.database.pool import session, transaction
from service.database.schema import Account, Block, Game, Invitation, Note, Seat, Token
from service.identity import tokens
from service.identity.tokens import SCOPES, Caller

__all__ = [
    "DELETED_NAME",
    "MAX_NAMESAKES",
    "MAX_NAME_LENGTH",
    "AmbiguousName",
    "OwnAccount",
    "PublicAccount",
    "RevisionConflict",
    "create",
    "delete",
    "me",
    "public",
    "rename",
    "set_name",
]

MAX_NAME_LENGTH: Final = 40
MAX_NAMESAKES: Final = 20
"""The maximum number of accounts that AmbiguousName lists."""
DELETED_NAME: Final = "(deleted)"
"""The name of a deleted account in lists and replays."""


class RevisionConflict(Exception):
    """The account does not have the revision that the caller expects."""


class AmbiguousName(Exception):
    """Several accounts have this name.

    `account_ids` lists them, oldest first.
    """

    def __init__(self, account_ids: list[UUID]) -> None:
        super().__init__(len(account_ids))
        self.account_ids = account_ids


class PublicAccount(NamedTuple):
    """The public part of an account."""

    account_id: UUID
    name: str
    created_at: datetime


class OwnAccount(NamedTuple):
    """An account as its owner sees it."""

    account_id: UUID
    name: str
    created_at: datetime
    revision: int


def create(name: str) -> tuple[UUID, str]:
    """Create an account, and return its id and its first token.

    Only a digest of the token is stored.
    """
    account_id = ids.new()
    secret = tokens.new_secret("p")
    with transaction() as changes:
        changes.add(Account(account_id, name))
        changes.flush()
        changes.add(Token(ids.new(), account_id, tokens.digest(secret), "first", list(SCOPES)))
    return account_id, secret


def me(caller: Caller) -> OwnAccount:
    """Return the caller's account."""
    account = session().get_one(Account, caller.account_id)
    return OwnAccount(account.account_id, account.name, account.created_at, account.revision)


def public(id_or_name: str) -> PublicAccount | None:
    """Return the account with an id (`a_…`) or name.

    Returns None if it does not exist or is deleted. Raises AmbiguousName if several accounts have the name.
    """
    if "\0" in id_or_name:
        return None
    existing = select(Account.account_id, Account.name, Account.created_at).where(Account.deleted_at.is_(None))
    account_id = ids.parse("a", id_or_name)
    name = unicodedata.normalize("NFC", id_or_name)
    condition = Account.account_id == account_id if account_id else Account.name == name
    found = session().execute(existing.where(condition).order_by(Account.account_id).limit(MAX_NAMESAKES)).all()
    if len(found) > 1:
        raise AmbiguousName([account.account_id for account in found])
    return PublicAccount(*found[0]) if found else None


def rename(caller: Caller, name: str, revision: int) -> OwnAccount:
    """Rename the caller's account.

    Raises RevisionConflict if the account does not have this revision.
    """
    with transaction() as changes:
        changed = changes.execute(
            update(Account)
            .where(Account.account_id == caller.account_id, Account.revision == revision)
            .values(name=name, revision=revision + 1)
            .returning(Account.created_at)
        ).one_or_none()
        if changed is None:
            raise RevisionConflict
        _increment_revisions(changes, caller.account_id)
        return OwnAccount(caller.account_id, name, changed.created_at, revision + 1)


def set_name(changes: Session, account: Account, name: str | None) -> str:
    """Rename an account that this transaction has locked, and return its name. None stands for a neutral name."""
    account.name = name or f"Player-{account.account_id.hex[-8:]}"
    account.revision += 1
    changes.flush()
    _increment_revisions(changes, account.account_id)
    return account.name


def delete(caller: Caller) -> None:
    """Delete the caller's account.

    Its tokens are revoked, and its name, its unshared notes and its list of blocked accounts are deleted. Its open
    games expire, and its seats in other open games become free. Its other games, its comments and shared notes remain
    without its name.
    """
    with transaction() as changes:
        changes.execute(
            update(Account)
            .where(Account.account_id == caller.account_id)
            .values(name=DELETED_NAME, revision=Account.revision + 1, deleted_at=func.now())
        )
        _increment_revisions(changes, caller.account_id)
        _leave_open_games(changes, caller)
        changes.execute(
            update(Token)
            .where(Token.account_id == caller.account_id, Token.revoked_at.is_(None))
            .values(revoked_at=func.now())
        )
        changes.execute(removal(Invitation).where(Invitation.account_id == caller.account_id))
        changes.execute(removal(Block).where(Block.account_id == caller.account_id))
        changes.execute(removal(Note).where(Note.account_id == caller.account_id, ~Note.shared))


def _increment_revisions(changes: Session, account_id: UUID) -> None:
    """Increment the revision of every game of an account. Its views show the name."""
    games = select(Seat.game_id).where(Seat.account_id == account_id)
    changes.execute(update(Game).where(Game.game_id.in_(games)).values(revision=Game.revision + 1))


def _leave_open_games(changes: Session, caller: Caller) -> None:
    # The updates lock the games, so that none starts before the seats are free.
    is_open = Game.status == "open"
    mine = update(Game).where(Game.created_by == caller.account_id, is_open).values(open_until=func.now())
    changes.execute(mine)
    seats = select(Seat.game_id).where(Seat.account_id == caller.account_id, Seat.game_created_at.is_(None))
    others = update(Game).where(Game.game_id.in_(seats), is_open).values(revision=Game.revision + 1)
    left = changes.scalars(others.returning(Game.game_id)).all()
    if left:
        changes.execute(removal(Seat).where(Seat.account_id == caller.account_id, Seat.game_id.in_(left)))
