"""The endpoints of the OAuth server, and the documents that describe it.

Their forms, answers and errors are those of the RFCs, so the contract does not describe them.
"""

from base64 import b64decode
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from http import HTTPStatus
from typing import Final
from urllib.parse import unquote_plus

from authlib.oauth2.rfc6749 import InvalidClientError, InvalidRequestError, OAuth2Error
from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from service.core.tables.lookup import NotFound
from service.features.oauth import registration, resources
from service.features.oauth.apps import ALLOWED
from service.features.oauth.clients import GRANTS
from service.features.oauth.server import SERVER, request_of
from service.platform.database.pool import transaction
from service.platform.languages import choice
from service.platform.requests.sign_in_cookie import own_origin
from service.platform.wire.operation import Operation
from service.platform.wire.responses import as_json

__all__ = ["routes"]

routes = Blueprint("oauth", __name__)

_MAX_BODY_BYTES: Final = 16 * 1024

_NEEDLESS: Final = ("token_type_hint",)
"""Tokens are found by their form. RFC 7009 ignores a wrong hint, which Authlib would refuse."""

_REPEATABLE: Final = ("resource",)
"""RFC 8707 allows several."""


def _endpoint(*, price: int, stores: int = 0) -> Operation:
    return Operation(None, token=False, price=price, stores=stores, compressed=False, max_body_bytes=_MAX_BODY_BYTES)


@routes.get("/.well-known/oauth-authorization-server")
@Operation(None, token=False)
def get_server_metadata() -> Response:
    """Describe the OAuth server (RFC 8414)."""
    origin = own_origin()
    without_secret = ["none"]
    return as_json(
        {
            "issuer": origin,
            "authorization_endpoint": f"{origin}/oauth/authorize",
            "token_endpoint": f"{origin}/oauth/token",
            "revocation_endpoint": f"{origin}/oauth/revoke",
            "introspection_endpoint": f"{origin}/oauth/introspect",
            "registration_endpoint": f"{origin}/oauth/register",
            "device_authorization_endpoint": f"{origin}/oauth/device",
            "scopes_supported": ALLOWED,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": GRANTS,
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": without_secret,
            "revocation_endpoint_auth_methods_supported": without_secret,
            "introspection_endpoint_auth_methods_supported": without_secret,
            "authorization_response_iss_parameter_supported": True,
            "client_id_metadata_document_supported": True,
            "request_parameter_supported": False,
            "request_uri_parameter_supported": False,
            "service_documentation": f"{origin}/docs/apps",
            "ui_locales_supported": choice.LANGUAGES,
        }
    )


@routes.get("/.well-known/oauth-protected-resource")
@routes.get("/.well-known/oauth-protected-resource/<path>")
@Operation(None, token=False)
def get_resource_metadata(path: str = "") -> Response:
    """Say which OAuth server gives tokens for the API, or for `/mcp` (RFC 9728)."""
    part = f"/{path}" if path else ""
    if part not in resources.SCOPES:
        raise NotFound
    return as_json(
        {
            "resource": own_origin() + part,
            "authorization_servers": [own_origin()],
            "scopes_supported": resources.SCOPES[part],
            "bearer_methods_supported": ["header"],
            "resource_name": "Hanabi",
            "resource_documentation": f"{own_origin()}/docs/{'mcp' if path == 'mcp' else 'http'}",
        }
    )


@routes.post("/oauth/token")
@_endpoint(price=10, stores=600)
def make_tokens() -> Response:
    """Exchange a code, the code of a device or a refresh token for tokens."""
    return _answer(SERVER.create_token_response)


@routes.post("/oauth/device")
@_endpoint(price=30, stores=300)
def make_device_code() -> Response:
    """Return the codes of a device (RFC 8628)."""
    # Without a transaction, which would hold a connection while the app's document is fetched.
    return _answer(partial(SERVER.create_endpoint_response, "device_authorization"), nullcontext())


@routes.post("/oauth/revoke")
@_endpoint(price=5)
def revoke() -> Response:
    """End what an app may do (RFC 7009)."""
    return _answer(partial(SERVER.create_endpoint_response, "revocation"))


@routes.post("/oauth/introspect")
@_endpoint(price=5)
def introspect() -> Response:
    """Say what a token allows, to the app that has it (RFC 7662)."""
    return _answer(partial(SERVER.create_endpoint_response, "introspection"))


@routes.post("/oauth/register")
@_endpoint(price=5, stores=0)
def register() -> Response:
    """Say which `client_id` an app has that wants to register (RFC 7591). Nothing is stored."""
    try:
        response = as_json(registration.registered(request.get_data()), HTTPStatus.CREATED)
    except OAuth2Error as error:
        response = SERVER.handle_error_response(request_of(MultiDict()), error)
    response.headers["Cache-Control"] = "no-store"
    return response


def _answer(
    respond: Callable[["MultiDict[str, str]"], Response], within: AbstractContextManager[object] | None = None
) -> Response:
    """Answer the form of a request. A parameter that it has twice is an error (RFC 6749, section 3.2)."""
    form = MultiDict((name, value) for name, value in request.form.items(multi=True) if name not in _NEEDLESS)
    response: Response
    try:
        if any(len(values) > 1 and name not in _REPEATABLE for name, values in form.lists()):
            raise InvalidRequestError("A parameter is there twice.")
        _name_client(form)
        with within or transaction():
            response = respond(form)
    except OAuth2Error as error:
        response = SERVER.handle_error_response(request_of(form), error)
    response.headers["Cache-Control"] = "no-store"
    return response


def _name_client(form: "MultiDict[str, str]") -> None:
    """Add the `client_id` of HTTP Basic to a form. Raises InvalidClientError for a password, since no app has one.

    Libraries send Basic with an empty password unless they are told otherwise. Some encode the address, as RFC 6749
    demands (section 2.3.1), and some do not, so only its last colon is the separator.
    """
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return
    try:
        client_id, _, password = b64decode(credentials.strip(), validate=True).decode().rpartition(":")
    except ValueError:
        raise InvalidClientError(description="The header Authorization cannot be read.") from None
    if "://" not in client_id:
        client_id = unquote_plus(client_id)
    if password:
        raise InvalidClientError(description="No app has a secret: it has to be empty.")
    if form.setdefault("client_id", client_id) != client_id:
        raise InvalidClientError(description="The 'client_id' is not that of the header Authorization.")
