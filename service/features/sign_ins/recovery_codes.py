"""Recovery codes: ten for each account, each of which signs in once."""

import hashlib
import secrets
from datetime import UTC, date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import Text, any_, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from service.core.people import account_limits, names, sign_ins, tokens
from service.core.people.sign_ins import SignedIn
from service.core.people.tables import Account, Handle
from service.core.people.tokens import Caller
from service.core.people.typed_codes import CodeRefused, new_code, normal, spaced
from service.features.sign_ins.tables import RecoveryCode
from service.platform import ids, yielding
from service.platform.database.pool import session, transaction

CODES: Final = 10
"""The number of codes that an account gets together."""

_LENGTH: Final = 12  # 60 bits
_SALT_BYTES: Final = 16
_COST: Final = {"n": 2**13, "r": 8, "p": 1}  # 8 MiB and some 30 ms for each attempt


class CodesLeft(NamedTuple):
    """How many recovery codes an account has left, and when it got them."""

    left: int
    created_at: datetime | None
    """None if there are none."""
    used_on: date | None
    """The day of the last sign-in with one of the set, in UTC."""


def renew(caller: Caller) -> list[str]:
    """Make ten codes for the caller's account, and return them. Its earlier ones are void. Raises NotOwner.

    Only slow digests are stored. The sign-ins of the account then end after a year at the latest.
    """
    tokens.require_owner(session(), caller)
    codes = [new_code(_LENGTH) for _ in range(CODES)]
    salt = secrets.token_bytes(_SALT_BYTES)
    digests = []
    for code in codes:
        digests.append(_digest(code, salt))
        yielding.give_way()
    with account_limits.locked(caller.account_id) as changes:
        tokens.require_owner(changes, caller)
        changes.execute(delete(RecoveryCode).where(RecoveryCode.account_id == caller.account_id))
        changes.add_all([RecoveryCode(digest, caller.account_id, salt) for digest in digests])
        changes.flush()
        sign_ins.limit_ages(changes, caller.account_id)
    return [spaced(code) for code in codes]


def forget(caller: Caller) -> bool:
    """Make all codes of the caller's account void. Return False if there are none. Raises LastWayIn."""
    with account_limits.locked(caller.account_id) as changes:
        own = delete(RecoveryCode).where(RecoveryCode.account_id == caller.account_id)
        with tokens.keeping_a_way_in(changes, caller):
            return bool(changes.scalars(own.returning(RecoveryCode.digest)).all())


def left(caller: Caller) -> CodesLeft:
    """Return how many codes the caller has left."""
    own = RecoveryCode.account_id == caller.account_id
    what = func.count(), func.min(RecoveryCode.created_at), func.max(RecoveryCode.used_on)
    return CodesLeft(*session().execute(select(*what).where(own)).one())


def sign_in(name: str, typed: str, device: str) -> SignedIn:
    """Sign in to the account with a name, by one of its codes. Raises CodeRefused.

    An unknown name, and an account without codes, take the same statements and the same time as a wrong code.
    """
    with transaction() as changes:
        found = _account_and_salt(changes, name)
    account_id, salt = found or (ids.NOBODY, secrets.token_bytes(_SALT_BYTES))
    digest = _digest(normal(typed), salt)
    with transaction() as changes:
        mine = (RecoveryCode.account_id == account_id) & (RecoveryCode.digest == digest)
        spent = changes.scalar(delete(RecoveryCode).where(mine).returning(RecoveryCode.account_id))
        if spent is None:
            raise CodeRefused
        account = account_limits.lock(changes, account_id, may_be_deleted=True)
        if account.deleted_at is not None:
            raise CodeRefused
        others = update(RecoveryCode).where(RecoveryCode.account_id == account_id)
        changes.execute(others.values(used_on=datetime.now(UTC).date()))
        return SignedIn(account_id, account.name, sign_ins.begin(changes, account_id, device))


def _account_and_salt(changes: Session, name: str) -> tuple[UUID, bytes] | None:
    """Return the account with a name or a similar one, and the salt of its codes; None without codes."""
    keys = literal(names.handles(name), ARRAY(Text))  # one statement, however many there are
    found = changes.execute(
        select(RecoveryCode.account_id, RecoveryCode.salt)
        .join(Account, Account.account_id == RecoveryCode.account_id)
        .join(Handle, Handle.account_id == Account.account_id)
        .where(Handle.handle == any_(keys), Handle.released_at.is_(None), Account.deleted_at.is_(None))
        .order_by((Account.name == name).desc())
        .limit(1)
    ).one_or_none()
    return None if found is None else (found.account_id, found.salt)


def _digest(code: str, salt: bytes) -> bytes:
    return hashlib.scrypt(code.encode(), salt=salt, **_COST)
