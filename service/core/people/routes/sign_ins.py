"""Routes of the sign-ins of browsers: beginning one as a guest or with a token, signing out, and the list.

Pages of other sites may not begin a sign-in. The secret of the sign-in is in a cookie, and in no body.
"""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, request

from service.core.people import names, sign_ins
from service.core.people.device_names import device
from service.core.people.names import MAX_NAME_LENGTH
from service.core.people.schemas import SignedIn
from service.core.tables.news import publisher
from service.platform.limits.address_networks import networks
from service.platform.requests import sign_in_cookie
from service.platform.wire.field_types import Text
from service.platform.wire.headers import SET_COOKIE
from service.platform.wire.operation import Answer, Body, Operation, Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load, load_query
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json, no_content

INCLUDING: Final = Parameter(
    "including",
    "query",
    Text(
        "Also end the request's own token, if it was issued with the one that ends.",
        values={"self": "It ends too."},
    ),
    "self",
)

routes = Blueprint("sign_in", __name__, url_prefix="/v1")

MAX_CODE_LENGTH: Final = 40


class SignInWithTokenRequest(Request):
    """A token with which to sign in."""

    token = Text("A token of the account.", required=True)


class CreateAccountRequest(Request):
    """An account to create. Without a name the service chooses a free one, such as `Amber Fox`."""

    name = PlainText(named="Name", validate=length(MAX_NAME_LENGTH))


SIGNED_IN: Final = Answer(
    SignedIn,
    "The account. The cookie with the sign-in has no copy in the body.",
    examples=("signed-in",),
    headers=(SET_COOKIE,),
)


@routes.post("/sign-in/guest")
@Operation(
    "signInAsGuest",
    token=False,
    price=10,
    stores=600,
    quota="accounts",
    compressed=False,
    body=Body(CreateAccountRequest),
    answers={201: SIGNED_IN},
    problems=("foreign-page", "name-taken"),
)
def sign_in_as_guest() -> Response:
    """Create an account and sign in.

    Creates an account as `POST /v1/accounts` does, and signs the browser in to it: a cookie that no script can read
    authenticates the requests of this service's pages. Pages of other sites may not call it.
    """
    sign_in_cookie.require_own_page()
    return signed_in(sign_ins.begin_as_guest(new_account_name(), language(), device_of_request()))


@routes.post("/sign-in/token")
@Operation(
    "signInWithToken",
    token=False,
    price=10,
    stores=400,
    compressed=False,
    body=Body(SignInWithTokenRequest),
    answers={201: SIGNED_IN},
    problems=("invalid-token", "foreign-page", "bot-cannot-sign-in"),
)
def sign_in_with_token() -> Response:
    """Sign in with a token.

    Signs the browser in to the account of a token, with the scopes of the token. The sign-in ends with the token. The
    secret of a sign-in and the access token of an app are `invalid-token`. Pages of other sites may not call it.
    """
    sign_in_cookie.require_own_page()
    token: str = load(SignInWithTokenRequest(), json_body())["token"]
    return signed_in(sign_ins.begin_with_token(token.strip(), device_of_request()))


@routes.delete("/sign-in")
@Operation(
    "signOut",
    token=False,
    compressed=False,
    answers={204: Answer(None, "The browser is signed out, also if it was before.", headers=(SET_COOKIE,))},
    problems=("foreign-page",),
)
def sign_out() -> Response:
    """Sign out.

    Ends the sign-in of the browser and its open streams, and deletes its cookie. The tokens that it issued remain. If
    it began with a token, they end with that token. The request has no body. Pages of other sites may not call it.
    """
    sign_in_cookie.require_own_page()
    empty_body()
    secret = sign_in_cookie.secret(request.environ)
    account_id = None if secret is None else sign_ins.sign_out(secret)
    if account_id is not None:
        publisher.announce_revocation(account_id)
    return sign_in_cookie.forget(no_content())


def signed_in(new: sign_ins.SignedIn) -> Response:
    """Return the response that signs the browser in. The secret is in the cookie alone."""
    return sign_in_cookie.keep(as_json(SignedIn.render(new), HTTPStatus.CREATED), new.secret)


def address_of_request() -> str:
    """Return the address that sent the request."""
    address: str = request.environ.get("REMOTE_ADDR", "")
    return address


def is_near(address: str) -> bool:
    """Return True if the request comes from the same IPv4 address, or the same /64 of IPv6, as another one."""
    return networks(address)[0].key == networks(address_of_request())[0].key


def device_of_request() -> str:
    """Return the browser and the system that sent the request."""
    return device(request.headers.get("User-Agent", ""))


def including_self() -> bool:
    """Return True if the query allows that the request's own token ends too."""
    return load_query()["including"] is not None


def new_account_name() -> str | None:
    """Return the name in the body of a new account. None if the service chooses it."""
    name = load(CreateAccountRequest(), json_body()).get("name")
    return None if name is None else checked_name(name)


def checked_name(name: str) -> str:
    """Return a name in its normal form. Raises invalid-request."""
    try:
        return names.checked(name)
    except names.NameRefused as refused:
        raise invalid("#/name", refused.args[0]) from None
