"""Routes of recovery codes: making them, and signing in with one."""

from http import HTTPStatus

from flask import Blueprint, Response

from service.core.people.names import MAX_NAME_LENGTH
from service.core.people.routes.sign_ins import MAX_CODE_LENGTH, SIGNED_IN, device_of_request, signed_in
from service.core.requests import auth
from service.features.sign_ins import recovery_codes
from service.features.sign_ins.rendering import CreatedRecoveryCodes
from service.platform.requests import sign_in_cookie
from service.platform.wire.operation import Answer, Body, Operation
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.responses import as_json

routes = Blueprint("recovery", __name__, url_prefix="/v1")


class SignInWithRecoveryCodeRequest(Request):
    """A recovery code of an account."""

    name = PlainText("The name of the account.", required=True, validate=length(MAX_NAME_LENGTH))
    code = PlainText(
        "One of its recovery codes. Case, spaces and hyphens do not count.",
        required=True,
        validate=length(MAX_CODE_LENGTH),
    )


@routes.post("/sign-in/recovery-code")
@Operation(
    "signInWithRecoveryCode",
    token=False,
    price=60,
    stores=400,
    quota="codes",
    compressed=False,
    body=Body(SignInWithRecoveryCodeRequest),
    answers={201: SIGNED_IN},
    problems=("code-refused", "foreign-page"),
)
def sign_in_with_recovery_code() -> Response:
    """Sign in with a recovery code.

    Signs the browser in to the account with a name, by one of its recovery codes, which is then void. An unknown name
    and a wrong code are the same problem. An address has 20 wrong attempts an hour; the right code always passes. Pages
    of other sites may not call it.
    """
    sign_in_cookie.require_own_page()
    typed = load(SignInWithRecoveryCodeRequest(), json_body())
    return signed_in(recovery_codes.sign_in(typed["name"], typed["code"], device_of_request()))


@routes.post("/me/recovery-codes")
@Operation(
    "createRecoveryCodes",
    scope="account",
    price=600,
    stores=2000,
    compressed=False,
    answers={201: Answer(CreatedRecoveryCodes, "The codes.", examples=("new-recovery-codes",))},
    problems=("issued-token",),
)
def make_codes() -> Response:
    """Make recovery codes.

    Returns ten codes, each of which signs in once. This is the only response that contains them, and earlier codes of
    the account are void. From then on, a sign-in of the account ends after a year at the latest, unless it began with a
    token. The request has no body. The token needs the scope `account`, and is not one that another token issued.
    """
    caller = auth.caller()
    empty_body()
    return as_json({"codes": recovery_codes.renew(caller)}, HTTPStatus.CREATED)
