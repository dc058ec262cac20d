"""Routes of the sign-in of a browser: as a guest, with a token, and signing out.

Only pages of this service may use them. The secret of the sign-in is in a cookie, and in no body.
"""

from http import HTTPStatus

from flask import Blueprint, Response, request

from service.games.news import publisher
from service.http.pipeline import sign_in_cookie
from service.http.wire import render, schemas
from service.http.wire.devices import device
from service.http.wire.operation import Operation
from service.http.wire.responses import as_json, no_content
from service.identity import sign_ins
from service.identity.sign_ins import SignedIn

__all__ = ["routes"]

routes = Blueprint("sign_in", __name__, url_prefix="/v1/sign-in")


@routes.post("/guest")
@Operation("signInAsGuest", token=False, price=10, stores=600, quota="accounts", compressed=False)
def sign_in_as_guest() -> Response:
    """Create an account and sign in.

    Creates an account as `POST /v1/accounts` does, and signs the browser in to it: a cookie that no script can read
    authenticates the requests of this service's pages. Only these pages may call it.
    """
    sign_in_cookie.require_own_page()
    return _signed_in(sign_ins.begin_as_guest(schemas.new_account_name(), _device()))


@routes.post("/token")
@Operation("signInWithToken", token=False, price=10, stores=400, compressed=False)
def sign_in_with_token() -> Response:
    """Sign in with a token.

    Signs the browser in to the account of a token, with the scopes of the token. If the token has not the scope
    `account`, the sign-in ends with the token. Only pages of this service may call it.
    """
    sign_in_cookie.require_own_page()
    return _signed_in(sign_ins.begin_with_token(schemas.sign_in_token(), _device()))


@routes.delete("")
@Operation("signOut", token=False, compressed=False)
def sign_out() -> Response:
    """Sign out.

    Ends the sign-in of the browser and its open streams, and deletes its cookie. The tokens that it issued remain. The
    request has no body. Only pages of this service may call it.
    """
    sign_in_cookie.require_own_page()
    schemas.empty_body()
    secret = sign_in_cookie.secret(request.environ)
    account_id = None if secret is None else sign_ins.sign_out(secret)
    if account_id is not None:
        publisher.announce_revocation(account_id)
    return sign_in_cookie.forget(no_content())


def _signed_in(new: SignedIn) -> Response:
    return sign_in_cookie.keep(as_json(render.signed_in(new), HTTPStatus.CREATED), new.secret)


def _device() -> str:
    return device(request.headers.get("User-Agent", ""))
