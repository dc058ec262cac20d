"""Codes by which apps get their tokens: authorization codes, and the codes of devices."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Select, delete, func, select
from sqlalchemy.orm import Session

from service.core.people import account_limits, token_secrets
from service.core.people.tokens import Caller
from service.features.oauth.apps import Consent
from service.features.oauth.tables import AuthorizationCode, DeviceCode
from service.platform.database.pool import apply, session, transaction
from service.platform.refusal import Refusal

DEVICE_CODE_S: Final = 600
"""How long a person has to type the code of a device, in seconds."""

FIRST_INTERVAL_S: Final = 5
"""How long a device waits at first before it asks again, in seconds."""

_CODE: Final = timedelta(seconds=60)
_SLOWER_BY_S: Final = 5
_LETTERS: Final = frozenset("BCDFGHJKLMNPQRSTVWXZ")
_LENGTH: Final = 8
_KEPT: Final = timedelta(hours=1)
"""How long an expired code is kept, so that its use is recognized."""


class NoDevice(Refusal):
    """No device waits with this code."""

    code = "not-found"


def add_code(secret: str, consent: Consent, redirect_uri: str, challenge: str) -> None:
    """Store an authorization code, which is valid for a minute."""
    with transaction() as changes:
        changes.add(
            AuthorizationCode(
                token_secrets.digest(secret),
                consent.account_id,
                consent.sign_in_id,
                consent.client_id,
                consent.client_name,
                list(consent.scopes),
                redirect_uri,
                challenge,
                datetime.now(UTC) + _CODE,
                resources=consent.resources,
            )
        )


def code(changes: Session, secret: str) -> AuthorizationCode | None:
    """Return an authorization code, locked, also if it was used or has expired. None if it is unknown."""
    own = AuthorizationCode.digest == token_secrets.digest(secret)
    account_id = changes.scalar(select(AuthorizationCode.account_id).where(own))
    if account_id is None:
        return None
    account_limits.lock(changes, account_id, may_be_deleted=True)  # first, as whatever ends the sign-in does
    return changes.scalar(select(AuthorizationCode).where(own).with_for_update())


def is_expired(found: AuthorizationCode | DeviceCode) -> bool:
    """Return True if a code is not valid any more."""
    return found.expires_at <= datetime.now(UTC)


def add_device(secret: str, user_code: str, **asked: Any) -> None:
    """Store the codes of a device, with the columns that say what it asks for."""
    digests = token_secrets.digest(secret), token_secrets.digest(_letters(user_code))
    expires_at = datetime.now(UTC) + timedelta(seconds=DEVICE_CODE_S)
    with transaction() as changes:
        changes.add(DeviceCode(*digests, interval_s=FIRST_INTERVAL_S, expires_at=expires_at, **asked))


def device(changes: Session, secret: str) -> DeviceCode | None:
    """Return the request of a device by its own code, locked. None if it is unknown."""
    own = DeviceCode.digest == token_secrets.digest(secret)
    account_id = changes.scalar(select(DeviceCode.account_id).where(own))
    if account_id is not None:
        account_limits.lock(changes, account_id, may_be_deleted=True)
    return changes.scalar(select(DeviceCode).where(own).with_for_update())


def asks_too_often(found: DeviceCode) -> bool:
    """Record that a device asks. Return True if it asks too early; it then has to wait longer from now on."""
    now, last = datetime.now(UTC), found.asked_at
    found.asked_at = now
    if last is None or now - last >= timedelta(seconds=found.interval_s):
        return False
    found.interval_s += _SLOWER_BY_S
    return True


def waiting_device(user_code: str) -> DeviceCode | None:
    """Return the device that shows a code to its user. None if no device waits with this code."""
    return session().scalar(_waiting(user_code))


def answer_device(caller: Caller, user_code: str, *, allow: bool) -> bool:
    """Store a person's answer to a device. Return False if no device waits with this code."""
    with transaction() as changes:
        found = changes.scalar(_waiting(user_code).with_for_update())
        if found is None:
            return False
        found.account_id, found.sign_in_id, found.allowed = caller.account_id, caller.token_id, allow
        return True


def remove_old() -> int:
    """Remove codes that have expired long ago. Return their number."""
    return sum(
        [apply(delete(code).where(code.expires_at < func.now() - _KEPT)) for code in (AuthorizationCode, DeviceCode)]
    )


def _waiting(user_code: str) -> Select[DeviceCode]:
    return select(DeviceCode).where(
        DeviceCode.user_code_digest == token_secrets.digest(_letters(user_code)),
        DeviceCode.account_id.is_(None),
        DeviceCode.expires_at > func.now(),
    )


def _letters(user_code: str) -> str:
    """Return the letters of a code as people type it: in any case, with or without the hyphen."""
    return "".join([letter for letter in user_code.upper() if letter in _LETTERS])[: _LENGTH + 1]
