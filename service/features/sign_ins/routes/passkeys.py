"""Routes of passkeys: registration, the list, and signing in with one."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response
from marshmallow import fields

from service.core.people.names import MAX_NAME_LENGTH
from service.core.people.routes.sign_ins import SIGNED_IN, device_of_request, signed_in
from service.core.requests import auth
from service.core.tables.lookup import existing, id_of
from service.features.sign_ins import passkeys
from service.features.sign_ins.rendering import Passkey, PasskeyId, PasskeyOptions
from service.platform.requests import sign_in_cookie
from service.platform.wire.field_types import Described
from service.platform.wire.operation import Answer, Body, Operation, Parameter
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.responses import as_json

routes = Blueprint("passkeys", __name__, url_prefix="/v1")


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


PASSKEY: Final = Parameter("passkey", "path", PasskeyId("The id of a passkey."), "k_019903a4c3e17b500000c3d4d2f86a00")

_OPTIONS: Final = Answer(
    PasskeyOptions,
    "The options, for `PublicKeyCredential.parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON`.",
    examples=("passkey-options",),
)
_FULL: Final = ("limit-reached", "the account has 20 `passkeys`")


@routes.post("/sign-in/passkey/options")
@Operation(
    "createPasskeyChallenge",
    token=False,
    price=10,
    stores=200,
    compressed=False,
    answers={200: _OPTIONS},
    problems=("foreign-page",),
)
def make_challenge() -> Response:
    """Begin to sign in with a passkey.

    Returns the options for `navigator.credentials.get`, with a challenge that is valid once and for five minutes. They
    name no account. The request has no body. Pages of other sites may not call it.
    """
    sign_in_cookie.require_own_page()
    empty_body()
    return _options(passkeys.sign_in_options(sign_in_cookie.own_origin()))


@routes.post("/sign-in/passkey")
@Operation(
    "signInWithPasskey",
    token=False,
    price=15,
    stores=400,
    compressed=False,
    body=Body(SignInWithPasskeyRequest),
    answers={201: SIGNED_IN},
    problems=("passkey-refused", "foreign-page"),
)
def sign_in_with_passkey() -> Response:
    """Sign in with a passkey.

    Signs the browser in to the account of the passkey. An unknown passkey and a wrong answer are the same problem.
    Pages of other sites may not call it.
    """
    sign_in_cookie.require_own_page()
    credential = load(SignInWithPasskeyRequest(), json_body())["credential"]
    return signed_in(passkeys.sign_in(credential, sign_in_cookie.own_origin(), device_of_request()))


@routes.post("/me/passkeys/options")
@Operation(
    "createPasskeyOptions",
    scope="account",
    price=10,
    stores=200,
    compressed=False,
    answers={200: _OPTIONS},
    problems=(_FULL, "issued-token"),
)
def make_options() -> Response:
    """Begin to create a passkey.

    Returns the options for `navigator.credentials.create`, with a challenge that is valid once and for five minutes. An
    account has at most 20 passkeys. The request has no body. The token needs the scope `account`, and is not one that
    another token issued.
    """
    caller = auth.caller()
    empty_body()
    return _options(passkeys.registration_options(caller, sign_in_cookie.own_origin()))


@routes.post("/me/passkeys")
@Operation(
    "createPasskey",
    scope="account",
    price=15,
    stores=600,
    compressed=False,
    body=Body(CreatePasskeyRequest),
    answers={201: Answer(Passkey, "The passkey.", examples=("passkey",))},
    problems=("passkey-refused", _FULL, "issued-token"),
)
def make_passkey() -> Response:
    """Create a passkey.

    Stores a passkey that the browser has created. From then on, a sign-in of the account ends after a year at the
    latest, unless it began with a token. The token needs the scope `account`, and is not one that another token issued.
    """
    caller = auth.caller()
    new = load(CreatePasskeyRequest(), json_body())
    name = new.get("name") or device_of_request()
    made = passkeys.register(caller, name, new["credential"], sign_in_cookie.own_origin())
    return as_json(Passkey.render(made), HTTPStatus.CREATED)


@routes.patch("/me/passkeys/<passkey>")
@Operation(
    "updatePasskey",
    scope="account",
    stores=100,
    compressed=False,
    body=Body(UpdatePasskeyRequest),
    answers={200: Answer(Passkey, "The passkey.", examples=("passkey",))},
)
def rename_passkey(passkey: str) -> Response:
    """Rename a passkey.

    Changes the name of a passkey, which only its owner sees. The token needs the scope `account`.
    """
    caller = auth.caller()
    name: str = load(UpdatePasskeyRequest(), json_body())["name"]
    return as_json(Passkey.render(existing(passkeys.rename(caller, id_of("k", passkey), name))))


def _options(options: dict[str, Any]) -> Response:
    return as_json({"publicKey": options})
