"""Passkeys (WebAuthn): registration, and signing in with one.

`authenticators` checks their answers. A challenge is stored as a digest, and is used once.
"""

import hashlib
import json
from base64 import urlsafe_b64decode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from service.core.people import account_limits, sign_ins, tokens
from service.core.people.sign_ins import SignedIn
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.features.sign_ins.tables import Challenge, Passkey
from service.platform import ids
from service.platform.database.pool import apply, session, transaction
from service.platform.exact_json import Json
from service.platform.refusal import Refusal

_ANSWER_WITHIN: Final = timedelta(minutes=5)
_UNREADABLE: Final = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
"""Errors of an answer of another form. JSON and Unicode raise ValueErrors, and deep nesting a RecursionError."""
MAX_PASSKEYS: Final = 20  # of an account


class PasskeyRefused(Refusal):
    """The passkey is unknown, or its answer is not valid. Why is not said."""

    code = "passkey-refused"


def registration_options(caller: Caller, origin: str) -> Json:
    """Return what the browser needs to create a passkey, with a new challenge. Raises NotOwner and LimitReached."""
    from service.features.sign_ins import authenticators

    tokens.require_owner(session(), caller)
    _require_room(session(), caller)
    known = select(Passkey.credential_id).where(Passkey.account_id == caller.account_id)
    asked = authenticators.to_register(origin, caller.name, caller.account_id, session().scalars(known))
    _store(asked.challenge, caller.account_id)
    return asked.options


def register(caller: Caller, name: str, credential: Mapping[str, Any], origin: str) -> Passkey:
    """Store a passkey that the browser has created. Raises NotOwner, PasskeyRefused and LimitReached.

    The sign-ins of the account then end after a year at the latest, as there is another way in.
    """
    from service.features.sign_ins import authenticators

    with account_limits.locked(caller.account_id) as changes:
        tokens.require_owner(changes, caller)
        challenge = _spent_challenge(changes, credential, caller.account_id)
        try:
            made = authenticators.registered(credential, challenge, origin)
        except authenticators.NotValid:
            raise PasskeyRefused from None
        if changes.scalar(select(Passkey.passkey_id).where(Passkey.credential_id == made.credential_id)) is not None:
            raise PasskeyRefused
        _require_room(changes, caller)
        passkey = Passkey(ids.new(), caller.account_id, *made, name)
        changes.add(passkey)
        changes.flush()
        sign_ins.limit_ages(changes, caller.account_id)
        return passkey


def _require_room(reading: Session, caller: Caller) -> None:
    own = select(func.count()).where(Passkey.account_id == caller.account_id)
    account_limits.require_below(reading, "passkeys", MAX_PASSKEYS, own)


def sign_in_options(origin: str) -> Json:
    """Return what the browser needs to ask for any passkey of this service, with a new challenge.

    They name no account, so they say nothing about any.
    """
    from service.features.sign_ins import authenticators

    asked = authenticators.to_sign_in(origin)
    _store(asked.challenge, None)
    return asked.options


def sign_in(credential: Mapping[str, Any], origin: str, device: str) -> SignedIn:
    """Sign in to the account of a passkey. Raises PasskeyRefused."""
    from service.features.sign_ins import authenticators

    with transaction() as changes:
        challenge = _spent_challenge(changes, credential, None)
        try:
            found = changes.scalar(
                select(Passkey)
                .join(Account, Account.account_id == Passkey.account_id)
                .where(Passkey.credential_id == _decoded(credential["rawId"]), Account.deleted_at.is_(None))
            )
            if found is None:
                raise PasskeyRefused
            count = authenticators.sign_count(credential, challenge, origin, found.public_key, found.sign_count)
            _require_handle(changes, credential["response"].get("userHandle"), found.account_id)
        except (authenticators.NotValid, *_UNREADABLE):
            raise PasskeyRefused from None
        account = account_limits.lock(changes, found.account_id)
        found.sign_count, found.used_on = count, datetime.now(UTC).date()
        return SignedIn(account.account_id, account.name, sign_ins.begin(changes, account.account_id, device))


def listed(caller: Caller) -> Sequence[Passkey]:
    """Return the passkeys of the caller, oldest first."""
    own = select(Passkey).where(Passkey.account_id == caller.account_id).order_by(Passkey.passkey_id)
    return session().scalars(own).all()


def rename(caller: Caller, passkey_id: UUID, name: str) -> Passkey | None:
    """Give a passkey of the caller another name. Return None if there is none."""
    with transaction() as changes:
        mine = (Passkey.passkey_id == passkey_id) & (Passkey.account_id == caller.account_id)
        found: Passkey | None = changes.scalar(update(Passkey).where(mine).values(name=name).returning(Passkey))
        return found


def remove(caller: Caller, passkey_id: UUID) -> bool:
    """Remove a passkey of the caller. Return False if there is none. Raises LastWayIn.

    What signed in with it is still signed in, and no sign-in lasts longer.
    """
    with account_limits.locked(caller.account_id) as changes:
        mine = delete(Passkey).where(Passkey.passkey_id == passkey_id, Passkey.account_id == caller.account_id)
        with tokens.keeping_a_way_in(changes, caller):
            return changes.scalar(mine.returning(Passkey.passkey_id)) is not None


def remove_old_challenges() -> int:
    """Remove the challenges that nobody has answered in time. Return their number."""
    return apply(delete(Challenge).where(Challenge.expires_at <= func.now()))


def _store(challenge: bytes, account_id: UUID | None) -> None:
    with transaction() as changes:
        expires_at = datetime.now(UTC) + _ANSWER_WITHIN
        changes.add(Challenge(hashlib.sha256(challenge).digest(), account_id, expires_at))


def _spent_challenge(changes: Session, credential: Mapping[str, Any], account_id: UUID | None) -> bytes:
    """Return the challenge that an answer is for, which nobody can answer again. Raises PasskeyRefused."""
    try:
        client_data = json.loads(_decoded(credential["response"]["clientDataJSON"]))
        challenge = _decoded(client_data["challenge"])
    except _UNREADABLE:
        raise PasskeyRefused from None
    spent = delete(Challenge).where(
        Challenge.digest == hashlib.sha256(challenge).digest(),
        Challenge.account_id.is_not_distinct_from(account_id),
        Challenge.expires_at > func.now(),
    )
    if changes.scalar(spent.returning(Challenge.digest)) is None:
        raise PasskeyRefused
    return challenge


def _require_handle(changes: Session, handle: str | None, account_id: UUID) -> None:
    """Raise PasskeyRefused if the authenticator names another account than that of the passkey, or none.

    It names the account that has created the passkey, which may have been merged into another one since.
    """
    if handle is None:
        return
    named = UUID(bytes=_decoded(handle))
    kept = changes.scalar(
        select(func.coalesce(Account.merged_into, Account.account_id)).where(Account.account_id == named)
    )
    if kept != account_id:
        raise PasskeyRefused


def _decoded(text: str) -> bytes:
    """Return the bytes of base64url, in which padding is optional. Raises ValueError."""
    return urlsafe_b64decode(f"{text}===")
