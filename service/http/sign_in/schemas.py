"""Request bodies of new accounts and sign-ins, and the query of what ends one."""

from typing import Any, Final, NamedTuple

from marshmallow import fields

from engine.wording import N_
from service.identity import names
from service.identity.names import MAX_NAME_LENGTH
from service.wire.fields import PlainText, length
from service.wire.members import Described, Flag, Text
from service.wire.problems import Problem, fault
from service.wire.request_parsing import Request, json_body, load, load_query

__all__ = [
    "MAX_CODE_LENGTH",
    "checked_name",
    "claim",
    "code_of_link",
    "credential",
    "including_self",
    "named_code",
    "new_account_name",
    "new_passkey",
    "passkey_name",
    "permission",
    "token",
]

MAX_CODE_LENGTH: Final = 40


class SignInWithTokenRequest(Request):
    """A token with which to sign in."""

    token = Text("A token of the account.", required=True)


class CreateAccountRequest(Request):
    """An account to create. Without a name the service chooses a free one, such as `Amber Fox`."""

    name = PlainText(named="Name", validate=length(MAX_NAME_LENGTH))


class SignInWithRecoveryCodeRequest(Request):
    """A recovery code of an account."""

    name = PlainText("The name of the account.", required=True, validate=length(MAX_NAME_LENGTH))
    code = PlainText(
        "One of its recovery codes. Case, spaces and hyphens do not count.",
        required=True,
        validate=length(MAX_CODE_LENGTH),
    )


class CreateLinkClaimRequest(Request):
    """A code that another device shows, or of a link of the operator."""

    code = PlainText(
        "The code. Case, spaces and hyphens do not count.", required=True, validate=length(MAX_CODE_LENGTH)
    )


class SignInWithLinkRequest(Request):
    """A claim of a link."""

    claim = Text("The secret that `POST /v1/sign-in/link` returned.", required=True)


class UpdateLinkRequest(Request):
    """A permission."""

    allowed = Flag("Whether the device that has claimed the code may sign in.", required=True, facts={"const": True})


def including_self() -> bool:
    """Return True if the query allows that the request's own token ends too."""
    return load_query()["including"] is not None


class _Credential(Described, fields.Dict):
    """The answer of a browser to a challenge."""


class SignInWithPasskeyRequest(Request):
    """The answer of a passkey."""

    credential = _Credential(named="Credential", required=True)


class CreatePasskeyRequest(SignInWithPasskeyRequest):
    """A new passkey."""

    name = PlainText(
        "The name of the passkey; by default, the browser and the system.",
        validate=length(MAX_NAME_LENGTH),
        facts={"pattern": r"^[^\x00-\x1f\x7f]*$"},
    )


class UpdatePasskeyRequest(Request):
    """The changes of a passkey."""

    name = PlainText(
        "The name of the passkey.",
        required=True,
        validate=length(MAX_NAME_LENGTH),
        facts={"pattern": r"^[^\x00-\x1f\x7f]*$"},
    )


class NewPasskey(NamedTuple):
    """A passkey to store. Without a name it has that of the device."""

    name: str | None
    credential: dict[str, Any]


def credential() -> dict[str, Any]:
    """Return the answer of a passkey."""
    found: dict[str, Any] = load(SignInWithPasskeyRequest(), json_body())["credential"]
    return found


def new_passkey() -> NewPasskey:
    """Return the passkey that the body describes."""
    body = load(CreatePasskeyRequest(), json_body())
    return NewPasskey(body.get("name"), body["credential"])


class NamedCode(NamedTuple):
    """A name and a recovery code, as somebody typed them."""

    name: str
    code: str


def named_code() -> NamedCode:
    """Return the name and the recovery code with which a browser signs in."""
    body = load(SignInWithRecoveryCodeRequest(), json_body())
    return NamedCode(body["name"], body["code"])


def passkey_name() -> str:
    """Return the new name of a passkey."""
    found: str = load(UpdatePasskeyRequest(), json_body())["name"]
    return found


def code_of_link() -> str:
    """Return the code of a link, as somebody typed it."""
    found: str = load(CreateLinkClaimRequest(), json_body())["code"]
    return found


def claim() -> str:
    """Return the secret of a device that has claimed a link."""
    found: str = load(SignInWithLinkRequest(), json_body())["claim"]
    return found.strip()


def permission() -> None:
    """Check that the body allows a device. Raises invalid-request for anything else."""
    if load(UpdateLinkRequest(), json_body())["allowed"] is not True:
        raise Problem("invalid-request", errors=[fault("#/allowed", N_("must be true"))])


def token() -> str:
    """Return the token with which a browser signs in."""
    found: str = load(SignInWithTokenRequest(), json_body())["token"]
    return found.strip()


def new_account_name() -> str | None:
    """Return the name in the body of a new account. None if the service chooses it."""
    name = load(CreateAccountRequest(), json_body()).get("name")
    return None if name is None else checked_name(name)


def checked_name(name: str) -> str:
    """Return a name in its normal form. Raises invalid-request."""
    try:
        return names.checked(name)
    except names.NameRefused as refused:
        raise Problem("invalid-request", errors=[fault("#/name", refused.args[0])]) from None
