"""JSON of sign-ins."""

from datetime import date
from typing import Any

from service import ids, timestamps
from service.identity.passkeys import PasskeyInfo
from service.identity.recovery_codes import CodesLeft
from service.identity.sign_ins import SignedIn, SignIn
from service.identity.tokens import Caller

__all__ = ["codes_left_json", "day", "passkey_json", "sign_in_json", "signed_in_json"]

Json = dict[str, Any]


def signed_in_json(new: SignedIn) -> Json:
    """Return the account to which a browser is signed in. The secret is in the cookie alone."""
    return {"id": ids.render("a", new.account_id), "name": new.name}


def sign_in_json(found: SignIn, caller: Caller) -> Json:
    """Return a sign-in of the caller."""
    return {
        "id": ids.render("t", found.sign_in_id),
        "device": found.device,
        "created_at": timestamps.rfc3339(found.created_at),
        "used_on": day(found.used_on),
        "expires_at": timestamps.rfc3339(found.expires_at),
        "issued_by": ids.render_optional("t", found.issued_by),
        "current": found.sign_in_id == caller.token_id,
    }


def passkey_json(found: PasskeyInfo) -> Json:
    """Return a passkey."""
    return {
        "id": ids.render("k", found.passkey_id),
        "name": found.name,
        "created_at": timestamps.rfc3339(found.created_at),
        "used_on": day(found.used_on),
    }


def codes_left_json(found: CodesLeft) -> Json:
    """Return how many recovery codes are left."""
    return {"left": found.left, "created_at": timestamps.rfc3339(found.created_at)}


def day(day: date | None) -> str | None:
    """Return a day as text; None for None."""
    return None if day is None else day.isoformat()
