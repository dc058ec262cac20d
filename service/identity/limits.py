"""Limits on what one account can store."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import Select
from sqlalchemy.orm import Session

from service.database.schema import Account
from service.refusal import Refusal

__all__ = ["AccountEnded", "LimitReached", "lock", "require_below"]


class LimitReached(Refusal):
    """The account has stored the maximum of one kind. `limit` names the kind."""

    code = "limit-reached"

    def __init__(self, limit: str, maximum: int) -> None:
        super().__init__(limit, maximum)
        self.limit = limit
        self.maximum = maximum

    @property
    def members(self) -> Mapping[str, Any]:
        """The kind and its maximum."""
        return {"limit": self.limit, "maximum": self.maximum}


class AccountEnded(Refusal):
    """The account was deleted or merged since the request began. Sent again, its token may be another account's."""

    code = "service-unavailable"
    retry_after_s = 1


def lock(changes: Session, account_id: UUID, *, may_be_deleted: bool = False) -> Account:
    """Lock an account until the end of the transaction, and return it. Raises AccountEnded.

    Requests of one account that count before they store are thus executed one after the other, and cannot exceed a
    limit together. Lock the account before a game: all transactions take these locks in this order.
    """
    account = changes.get_one(Account, account_id, with_for_update={"key_share": True})
    if account.deleted_at is not None and not may_be_deleted:
        raise AccountEnded
    return account


def require_below(changes: Session, limit: str, maximum: int, count: Select[Any]) -> None:
    """Raise LimitReached unless the number that `count` selects is below a maximum."""
    if (changes.scalar(count) or 0) >= maximum:
        raise LimitReached(limit, maximum)
