"""What browsers ask of authenticators (WebAuthn), and the check of their answers by the library `webauthn`.

The library takes 7 MB, so `passkeys` imports this module when somebody first uses a passkey.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import webauthn
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AttestationConveyancePreference,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from service.platform.exact_json import Json

_NAME_OF_SERVICE: Final = "Hanabi"
_VERIFIED: Final = UserVerificationRequirement.REQUIRED
"""A passkey is all that a sign-in needs. So its device must have verified the person, by a PIN or a fingerprint."""
_UNREADABLE: Final = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
"""Errors of an answer of another form."""


class NotValid(Exception):
    """The answer of an authenticator is not valid."""


class Asked(NamedTuple):
    """What a browser asks of an authenticator."""

    challenge: bytes
    options: Json


class Registered(NamedTuple):
    """A passkey that an authenticator has made."""

    credential_id: bytes
    public_key: bytes
    sign_count: int


def to_register(origin: str, name: str, account_id: UUID, known: Iterable[bytes]) -> Asked:
    """Return what the browser needs to create a passkey. `known` are the ids of those that the account has."""
    options = webauthn.generate_registration_options(
        rp_id=_relying_party(origin),
        rp_name=_NAME_OF_SERVICE,
        user_name=name,
        user_id=account_id.bytes,
        attestation=AttestationConveyancePreference.NONE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_VERIFIED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(each) for each in known],
    )
    return Asked(options.challenge, json.loads(webauthn.options_to_json(options)))


def registered(credential: Mapping[str, Any], challenge: bytes, origin: str) -> Registered:
    """Return the passkey of an answer. Raises NotValid."""
    try:
        made = webauthn.verify_registration_response(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=_relying_party(origin),
            expected_origin=origin,
            require_user_verification=True,
        )
    except (WebAuthnException, *_UNREADABLE):
        raise NotValid from None
    return Registered(made.credential_id, made.credential_public_key, made.sign_count)


def to_sign_in(origin: str) -> Asked:
    """Return what the browser needs to ask for any passkey of this service."""
    options = webauthn.generate_authentication_options(rp_id=_relying_party(origin), user_verification=_VERIFIED)
    return Asked(options.challenge, json.loads(webauthn.options_to_json(options)))


def sign_count(credential: Mapping[str, Any], challenge: bytes, origin: str, public_key: bytes, known: int) -> int:
    """Return how often the passkey has signed, after its answer. `known` is the last count. Raises NotValid."""
    try:
        verified = webauthn.verify_authentication_response(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=_relying_party(origin),
            expected_origin=origin,
            credential_public_key=public_key,
            credential_current_sign_count=known,
            require_user_verification=True,
        )
    except (WebAuthnException, *_UNREADABLE):
        raise NotValid from None
    return verified.new_sign_count


def _relying_party(origin: str) -> str:
    return urlsplit(origin).hostname or ""
