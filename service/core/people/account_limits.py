"""Limits on what one account can store. Each limit is a constant of the module that counts it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import Select
from sqlalchemy.orm import Session

from service.core.people.tables import Account
from service.platform.database.pool import transaction
from service.platform.refusal import Refusal

Of = Literal["account", "contest"]
"""Whose limit it is: the caller's, with those of the caller's bots, or one that all teams of a contest share."""


class LimitReached(Refusal):
    """The account, or a contest, has the maximum of one kind. `limit` names the kind."""

    code = "limit-reached"

    def __init__(self, limit: str, maximum: int, of: Of = "account") -> None:
        super().__init__(limit, maximum)
        self.limit, self.maximum, self.of = limit, maximum, of

    @property
    def members(self) -> Mapping[str, Any]:
        """The kind, its maximum, and whose it is."""
        return {"limit": self.limit, "maximum": self.maximum, "of": self.of}


class AccountEnded(Refusal):
    """The account was deleted or merged since the request began. Sent again, its token may be another account's."""

    code = "service-unavailable"
    retry_after_s = 1


def lock(changes: Session, account_id: UUID, *, may_be_deleted: bool = False) -> Account:
    """Lock an account until the end of the transaction, and return it. Raises AccountEnded.

    Requests of one account that count before they store are thus executed one after the other, and cannot exceed a
    limit together. Lock the account before a game: all transactions take these locks in this order. The lock does not
    conflict with foreign keys to the account, so its games go on.
    """
    account = changes.get_one(Account, account_id, with_for_update={"key_share": True})
    if account.deleted_at is not None and not may_be_deleted:
        raise AccountEnded
    return account


@contextmanager
def locked(account_id: UUID) -> Iterator[Session]:
    """Yield a transaction that locks an account first. Raises AccountEnded."""
    with transaction() as changes:
        lock(changes, account_id)
        yield changes


def require_below(changes: Session, limit: str, maximum: int, count: Select[Any], *, of: Of = "account") -> None:
    """Raise LimitReached unless the number that `count` selects is below the maximum."""
    if (changes.scalar(count) or 0) >= maximum:
        raise LimitReached(limit, maximum, of)
