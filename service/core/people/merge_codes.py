"""Codes with which two accounts of one person find each other, to be merged (`service.core.people.account_merging`).

One browser shows a code, and the other one types it. Then each sees the other account, and both have to agree.
"""

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, or_, select, update
from sqlalchemy.orm import Session

from service.core.people import account_limits, token_secrets, tokens
from service.core.people.tables import Account, AccountMerge
from service.core.people.tokens import Caller
from service.core.people.typed_codes import CodeRefused, new_code, normal, spaced
from service.platform import ids
from service.platform.database.pool import apply, session

_LENGTH: Final = 8  # 40 bits, of which an address can try twenty an hour
_VALID: Final = timedelta(minutes=10)


class NewMerge(NamedTuple):
    """A new merge, with the code that no later response contains."""

    merge_id: UUID
    code: str
    expires_at: datetime


class MergedAccount(NamedTuple):
    """The account that remains after a merge."""

    account_id: UUID
    name: str


class OtherSide(NamedTuple):
    """The other account of a merge, and the device that is signed in to it."""

    account_id: UUID
    name: str
    device: str
    address: str


class MergeInfo(NamedTuple):
    """A merge, as one of its two accounts sees it."""

    merge_id: UUID
    other: OtherSide | None
    """None until the code was typed, and after the merge."""
    kept: MergedAccount | None
    """The account that remains; None until the code was typed."""
    allowed: bool
    """True if this account has agreed."""
    merged: bool
    expires_at: datetime


def make(caller: Caller, device: str, address: str) -> NewMerge:
    """Make a code for the caller's account. Its earlier ones are void. Raises NotOwner.

    It ends with the caller's sign-in or token.
    """
    new = NewMerge(ids.new(), new_code(_LENGTH), datetime.now(UTC) + _VALID)
    with account_limits.locked(caller.account_id) as changes:
        tokens.require_owner(changes, caller)
        changes.execute(delete(AccountMerge).where(AccountMerge.account_id == caller.account_id))
        changes.add(
            AccountMerge(
                new.merge_id,
                caller.account_id,
                token_secrets.digest(new.code),
                new.expires_at,
                caller.token_id,
                device,
                address,
            )
        )
    return new._replace(code=spaced(new.code))


def claim(changes: Session, caller: Caller, typed: str, device: str, address: str) -> AccountMerge:
    """Name the caller's account as the other one, by the code. Nobody else can then. Raises NotOwner or CodeRefused."""
    tokens.require_owner(changes, caller)
    unclaimed = update(AccountMerge).where(
        AccountMerge.digest == token_secrets.digest(normal(typed)),
        AccountMerge.other_id.is_(None),
        AccountMerge.account_id != caller.account_id,
        AccountMerge.expires_at > func.now(),
    )
    new = {
        "other_id": caller.account_id,
        "other_made_by": caller.token_id,
        "other_device": device,
        "other_address": address,
    }
    found: AccountMerge | None = changes.scalar(unclaimed.values(new).returning(AccountMerge))
    if found is None:
        raise CodeRefused
    return found


def find(caller: Caller, merge_id: UUID) -> MergeInfo | None:
    """Return a merge of the caller's account. None if there is none, or it has expired."""
    reading = session()
    found = reading.scalar(select(AccountMerge).where(of_caller(caller, merge_id)))
    return None if found is None else _info(reading, caller, found)


def forget(caller: Caller, merge_id: UUID) -> bool:
    """Make a merge void. Return False if there is none."""
    return apply(delete(AccountMerge).where(of_caller(caller, merge_id))) > 0


def remove_old() -> int:
    """Remove the merges that have expired. Return their number."""
    return apply(delete(AccountMerge).where(AccountMerge.expires_at <= func.now()))


def of_caller(caller: Caller, merge_id: UUID) -> ColumnElement[bool]:
    """Return the condition for a merge of the caller's account that has not expired.

    The account may have been merged since the request began.
    """
    own = select(func.coalesce(Account.merged_into, Account.account_id)).where(Account.account_id == caller.account_id)
    mine = or_(*[side == own.scalar_subquery() for side in (AccountMerge.account_id, AccountMerge.other_id)])
    return (AccountMerge.merge_id == merge_id) & mine & (AccountMerge.expires_at > func.now())


def older(first: Account, second: Account) -> tuple[Account, Account]:
    """Return two accounts, the older one first. It is the one that remains."""
    if (first.created_at, first.account_id) <= (second.created_at, second.account_id):
        return first, second
    return second, first


def _info(reading: Session, caller: Caller, found: AccountMerge) -> MergeInfo:
    maker = reading.get_one(Account, found.account_id)
    if found.other_id is None:
        return MergeInfo(found.merge_id, None, None, found.allowed, found.merged, found.expires_at)
    if found.merged:
        kept = MergedAccount(maker.account_id, maker.name)
        return MergeInfo(found.merge_id, None, kept, allowed=True, merged=True, expires_at=found.expires_at)
    typist = reading.get_one(Account, found.other_id)
    remains = older(maker, typist)[0]
    if caller.account_id == maker.account_id:
        other = OtherSide(typist.account_id, typist.name, found.other_device or "", found.other_address or "")
        allowed = found.allowed
    else:
        other = OtherSide(maker.account_id, maker.name, found.device, found.address)
        allowed = found.other_allowed
    kept = MergedAccount(remains.account_id, remains.name)
    return MergeInfo(found.merge_id, other, kept, allowed, merged=False, expires_at=found.expires_at)
