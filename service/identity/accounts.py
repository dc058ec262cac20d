"""Accounts: who somebody is, and all that is kept of them."""

import unicodedata
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete as removal
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from service import ids
from service.database.pool import session, transaction
from service.database.schema import Account, Game, Invitation, Note, Seat, Token
from service.identity import tokens
from service.identity.tokens import SCOPES, Caller

__all__ = [
    "DELETED_NAME",
    "MAX_NAMESAKES",
    "MAX_NAME_LENGTH",
    "AmbiguousName",
    "Known",
    "Person",
    "RevisionConflict",
    "create",
    "delete",
    "known",
    "me",
    "rename",
]

MAX_NAME_LENGTH: Final = 40
MAX_NAMESAKES: Final = 20
"""Of so many accounts with one name the ids are told."""
DELETED_NAME: Final = "(deleted)"
"""What stands in lists and replays where a player has gone."""


class RevisionConflict(Exception):
    """The account has changed since the revision that the caller saw."""


class AmbiguousName(Exception):
    """Several accounts have this name: these, the oldest first."""

    def __init__(self, account_ids: list[UUID]) -> None:
        super().__init__(len(account_ids))
        self.account_ids = account_ids


class Known(NamedTuple):
    """An account as anybody may know it."""

    account_id: UUID
    name: str
    created_at: datetime


class Person(NamedTuple):
    """An account as its owner sees it."""

    account_id: UUID
    name: str
    created_at: datetime
    revision: int


def create(name: str) -> tuple[UUID, str]:
    """Make an account; return its id and its first token, which nobody can read again."""
    account_id = ids.new()
    secret = tokens.new_secret("p")
    with transaction() as changes:
        changes.add(Account(account_id, name))
        changes.flush()
        changes.add(Token(ids.new(), account_id, tokens.digest(secret), "first", list(SCOPES)))
    return account_id, secret


def me(caller: Caller) -> Person:
    """Return the caller's account."""
    account = session().get_one(Account, caller.account_id)
    return Person(account.account_id, account.name, account.created_at, account.revision)


def known(who: str) -> Known | None:
    """Return the account with this id (`a_…`) or this name; None for nobody's or a deleted one; AmbiguousName."""
    if "\0" in who:
        return None
    here = select(Account.account_id, Account.name, Account.created_at).where(Account.deleted_at.is_(None))
    account_id = ids.parse("a", who)
    by = Account.account_id == account_id if account_id else Account.name == unicodedata.normalize("NFC", who)
    found = session().execute(here.where(by).order_by(Account.account_id).limit(MAX_NAMESAKES)).all()
    if len(found) > 1:
        raise AmbiguousName([one.account_id for one in found])
    return Known(*found[0]) if found else None


def rename(caller: Caller, name: str, revision: int) -> Person:
    """Give the caller's account another name; RevisionConflict unless it has this revision."""
    with transaction() as changes:
        changed = changes.execute(
            update(Account)
            .where(Account.account_id == caller.account_id, Account.revision == revision)
            .values(name=name, revision=revision + 1)
            .returning(Account.created_at)
        ).one_or_none()
        if changed is None:
            raise RevisionConflict
        _renamed(changes, caller)
        return Person(caller.account_id, name, changed.created_at, revision + 1)


def delete(caller: Caller) -> None:
    """Take the caller's name out of every list and replay and revoke all its tokens. Its games stay whole.

    Its notes go but for those that it shares, which show no name anyway; its comments stay without one.
    """
    with transaction() as changes:
        changes.execute(
            update(Account)
            .where(Account.account_id == caller.account_id)
            .values(name=DELETED_NAME, revision=Account.revision + 1, deleted_at=func.now())
        )
        _renamed(changes, caller)
        changes.execute(
            update(Token)
            .where(Token.account_id == caller.account_id, Token.revoked_at.is_(None))
            .values(revoked_at=func.now())
        )
        changes.execute(removal(Invitation).where(Invitation.account_id == caller.account_id))
        changes.execute(removal(Note).where(Note.account_id == caller.account_id, ~Note.shared))


def _renamed(changes: Session, caller: Caller) -> None:
    """Make the views that show the caller's name others than before."""
    theirs = select(Seat.game_id).where(Seat.account_id == caller.account_id)
    changes.execute(update(Game).where(Game.game_id.in_(theirs)).values(revision=Game.revision + 1))
