"""Handles of accounts: unique, and reserved for a time after their account has given them up."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from service.core.people.tables import Handle

_RESERVED_FOR: Final = timedelta(days=30)
"""How long a handle that was given up is reserved for its last account."""
_MAX_RESERVED: Final = 20
"""The maximum number of reserved handles of an account, the newest ones. It cannot block more names by renaming."""
_WITHDRAWN: Final = UUID(int=0)
"""Stands for the account of handles that moderators have taken away."""


def change(changes: Session, account_id: UUID, wanted: Iterable[str], *, withdrawn: bool = False) -> bool:
    """Make these the handles of an account, and give up its others. Return False as `claim` does."""
    keys = list(wanted)
    release(changes, account_id, except_for=keys)
    return claim(changes, account_id, keys, withdrawn=withdrawn)


def claim(changes: Session, account_id: UUID, wanted: Iterable[str], *, withdrawn: bool = False) -> bool:
    """Make these handles those of an account, beside its others.

    Return False if another account has one of them. The claim is then incomplete. With `withdrawn`, handles that
    moderators have taken away are free.
    """
    keys = sorted(wanted)  # in order, so that two claims cannot deadlock
    # Citus allows no now() in the condition of an upsert.
    is_free = (Handle.account_id == account_id) | (Handle.released_at < datetime.now(UTC) - _RESERVED_FOR)
    if withdrawn:
        is_free |= Handle.account_id == _WITHDRAWN
    claims = insert(Handle).values([{"handle": key, "account_id": account_id} for key in keys])
    claimed = claims.on_conflict_do_update(
        index_elements=[Handle.handle], set_={"account_id": account_id, "released_at": None}, where=is_free
    )
    return len(changes.execute(claimed.returning(Handle.handle)).all()) == len(keys)


def release(changes: Session, account_id: UUID, *, except_for: Iterable[str] = ()) -> None:
    """Give up the handles of an account. They stay reserved for it."""
    own = Handle.account_id == account_id
    held = own & Handle.released_at.is_(None) & Handle.handle.not_in(list(except_for))
    changes.execute(update(Handle).where(held).values(released_at=func.now()))
    newest_first = select(Handle.handle).where(own, Handle.released_at.is_not(None)).order_by(Handle.released_at.desc())
    changes.execute(delete(Handle).where(own, Handle.handle.in_(newest_first.offset(_MAX_RESERVED))))


def withdraw(changes: Session, account_id: UUID, keys: Iterable[str]) -> None:
    """Take away for good those of the handles that the account has given up. Only a moderator can give them again."""
    given_up = (Handle.account_id == account_id) & Handle.released_at.is_not(None) & Handle.handle.in_(list(keys))
    changes.execute(update(Handle).where(given_up).values(account_id=_WITHDRAWN, released_at=None))


def forget(changes: Session) -> None:
    """Delete the handles that are no longer reserved."""
    changes.execute(delete(Handle).where(Handle.released_at < datetime.now(UTC) - _RESERVED_FOR))
