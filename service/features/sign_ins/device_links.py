"""Links that let another device in: by a code of the device that is signed in, or of the operator.

The new device claims a code, once. It gets in when the device that made the code allows it, by the name of the new one.
"""

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update

from service.core.people import account_limits, sign_ins, token_secrets
from service.core.people.sign_ins import SignedIn
from service.core.people.tables import Token
from service.core.people.tokens import Caller
from service.core.people.typed_codes import CodeRefused, new_code, normal, spaced
from service.features.sign_ins.tables import DeviceLink
from service.platform import ids
from service.platform.database.pool import apply, session, transaction

_LENGTH: Final = 8  # 40 bits, of which an address can try twenty an hour
_OPERATORS_LENGTH: Final = 32
_VALID: Final = timedelta(minutes=10)
_OPERATORS_VALID: Final = timedelta(hours=24)


class NewLink(NamedTuple):
    """A new link, with the code that no later response contains."""

    link_id: UUID
    code: str
    expires_at: datetime


class Claim(NamedTuple):
    """What a device holds that waits to be allowed."""

    secret: str
    expires_at: datetime


def make(caller: Caller) -> NewLink:
    """Make a link to the caller's account. Its earlier ones are void. It ends with the caller's sign-in or token."""
    link = NewLink(ids.new(), new_code(_LENGTH), datetime.now(UTC) + _VALID)
    with account_limits.locked(caller.account_id) as changes:
        own = (DeviceLink.account_id == caller.account_id) & DeviceLink.made_by.is_not(None)
        changes.execute(delete(DeviceLink).where(own))
        digest = token_secrets.digest(link.code)
        changes.add(DeviceLink(link.link_id, caller.account_id, digest, link.expires_at, made_by=caller.token_id))
    return link._replace(code=spaced(link.code))


def make_for_operator(account_id: UUID) -> NewLink:
    """Make a link that whoever has its code may use at once, for 24 hours. The account's earlier ones are void."""
    link = NewLink(ids.new(), new_code(_OPERATORS_LENGTH), datetime.now(UTC) + _OPERATORS_VALID)
    with account_limits.locked(account_id) as changes:
        changes.execute(delete(DeviceLink).where(DeviceLink.account_id == account_id, DeviceLink.made_by.is_(None)))
        changes.add(
            DeviceLink(link.link_id, account_id, token_secrets.digest(link.code), link.expires_at, allowed=True)
        )
    return link


def address(origin: str, code: str) -> str:
    """Return the address of the page that takes a code. Servers and logs do not see what is behind `#`."""
    return f"{origin}/account#code={code}"


def find(caller: Caller, link_id: UUID) -> DeviceLink | None:
    """Return a link that the caller made. None if there is none, it was used, or it has expired."""
    return session().scalar(select(DeviceLink).where(_own(caller, link_id)))


def allow(caller: Caller, link_id: UUID) -> bool:
    """Let the device in that has claimed a link. Return False if there is no such link, or nobody claimed it."""
    claimed = update(DeviceLink).where(_own(caller, link_id), DeviceLink.claim_digest.is_not(None))
    return apply(claimed.values(allowed=True)) > 0


def forget(caller: Caller, link_id: UUID) -> bool:
    """Make a link void. Return False if there is none."""
    return apply(delete(DeviceLink).where(_own(caller, link_id))) > 0


def claim(typed: str, device: str, address: str) -> Claim:
    """Claim a link by its code. Nobody else can claim it then. Raises CodeRefused."""
    secret = token_secrets.new_secret("b")
    with transaction() as changes:
        unclaimed = update(DeviceLink).where(
            DeviceLink.digest == token_secrets.digest(normal(typed)),
            DeviceLink.claim_digest.is_(None),
            DeviceLink.expires_at > func.now(),
            or_(DeviceLink.made_by.is_(None), exists().where(_MAKER_IS_VALID)),
        )
        new = {"claim_digest": token_secrets.digest(secret), "device": device, "address": address}
        expires_at = changes.scalar(unclaimed.values(new).returning(DeviceLink.expires_at))
    if expires_at is None:
        raise CodeRefused
    return Claim(secret, expires_at)


def enter(secret: str, device: str) -> SignedIn | None:
    """Sign the device in that has claimed a link. Return None while it is not allowed. Raises CodeRefused.

    The sign-in has the rights and the origin of what made the link. So one that a token lets in ends with the token.
    """
    mine = (DeviceLink.claim_digest == token_secrets.digest(secret)) & (DeviceLink.expires_at > func.now())
    with transaction() as changes:
        found = changes.execute(select(DeviceLink.account_id, DeviceLink.allowed).where(mine)).one_or_none()
        if found is None:
            raise CodeRefused
        if not found.allowed:
            return None
        account = account_limits.lock(changes, found.account_id, may_be_deleted=True)
        used = changes.execute(delete(DeviceLink).where(mine).returning(DeviceLink.account_id, DeviceLink.made_by))
        link = used.one_or_none()  # None if it was used, or ended with what made it, before the lock
        if link is None or link.account_id != account.account_id or account.deleted_at is not None:
            raise CodeRefused
        maker = (
            changes.scalar(select(Token).where(_IS_IN_FORCE, Token.token_id == link.made_by)) if link.made_by else None
        )
        if link.made_by is not None and maker is None:
            raise CodeRefused
        new = sign_ins.begin(changes, account.account_id, device, beside=maker)
        return SignedIn(account.account_id, account.name, new)


_IS_IN_FORCE: Final = or_(Token.expires_at.is_(None), Token.expires_at > func.now())
_MAKER_IS_VALID: Final = (Token.token_id == DeviceLink.made_by) & _IS_IN_FORCE


def remove_old() -> int:
    """Remove the links that have expired. Return their number."""
    return apply(delete(DeviceLink).where(DeviceLink.expires_at <= func.now()))


def _own(caller: Caller, link_id: UUID) -> ColumnElement[bool]:
    """Return the condition for a link that the caller's sign-in or token made. The operator's links are nobody's."""
    return and_(
        DeviceLink.link_id == link_id,
        DeviceLink.account_id == caller.account_id,
        DeviceLink.made_by == caller.token_id,
        DeviceLink.expires_at > func.now(),
    )
