"""Requests and answers of the OAuth server, which Authlib reads and makes.

The routes import this module with their first request, so that a server whose people use no apps never loads Authlib.
"""

from base64 import b64decode
from contextlib import AbstractContextManager, nullcontext
from http import HTTPStatus
from typing import Final, Literal, NamedTuple
from urllib.parse import parse_qsl, unquote_plus

from authlib.oauth2.rfc6749 import InvalidClientError, InvalidRequestError, OAuth2Error
from flask import Response, request
from werkzeug.datastructures import MultiDict

from engine.wording import N_
from service.core.people.scopes import Scope
from service.core.people.tokens import Caller
from service.core.requests import auth
from service.features.oauth import clients, registration
from service.features.oauth.server import ISSUER, SERVER, request_of, sentence_of
from service.platform.database.pool import transaction
from service.platform.wire.problems import invalid
from service.platform.wire.responses import as_json

Endpoint = Literal["token", "device_authorization", "revocation", "introspection"]

_NEEDLESS: Final = ("token_type_hint",)
"""Tokens are found by their form. RFC 7009 ignores a wrong hint, which Authlib would refuse."""

_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")

_REPEATABLE: Final = ("resource",)
"""RFC 8707 allows several."""


class AskedByApp(NamedTuple):
    """What an app asks for. Without an app, the request is not valid."""

    app: clients.App | None
    name: str
    scopes: tuple[Scope, ...]
    redirect_uri: str | None
    """Where the answer goes. Also that of an invalid request, if it is an address of the app."""
    error: str | None
    """Why the request is not valid, in English."""
    error_location: str | None
    """Where the app gets the error."""


def asked_by_app(query: "MultiDict[str, str]") -> AskedByApp:
    """Return what an app asks for at the authorization endpoint.

    An error goes to the app only if its address is one of the app (RFC 6749, section 4.1.2.1).
    """
    asked = request_of(query)
    try:
        grant = SERVER.get_consent_grant(asked)
        app: clients.App = grant.client
        return AskedByApp(app, app.name, tuple(asked.scope.split()), grant.redirect_uri, None, None)
    except OAuth2Error as error:
        back = SERVER.handle_error_response(asked, error)
        redirect_uri = getattr(error, "redirect_uri", None)
        if redirect_uri is not None:
            ISSUER.add_issuer_parameter(SERVER, back)
        why = sentence_of(error)
        return AskedByApp(None, "", (), redirect_uri, why, back.location if redirect_uri else None)


def consented(caller: Caller, query: str, *, allow: bool) -> str:
    """Return the address with which an app gets what a person answers it. Raises Problem."""
    asked = request_of(MultiDict(parse_qsl(query.removeprefix("?"), keep_blank_values=True)))
    try:
        grant = SERVER.get_consent_grant(asked, end_user=caller)
    except OAuth2Error as error:
        raise invalid("#/request", N_("is not a valid request of an app: {why}", why=sentence_of(error))) from None
    if allow:
        scope: Scope
        for scope in asked.scope.split():
            auth.require_scope(caller, scope)
    address: str = SERVER.create_authorization_response(asked, caller if allow else None, grant).location
    return address


def registered() -> Response:
    """Answer a registration."""
    try:
        response = as_json(registration.registered(request.get_data()), HTTPStatus.CREATED)
    except OAuth2Error as error:
        response = SERVER.handle_error_response(request_of(MultiDict()), error)
    response.headers["Cache-Control"] = "no-store"
    return response


def answered(endpoint: Endpoint) -> Response:
    """Answer the form of a request. A parameter that it has twice is an error (RFC 6749, section 3.2)."""
    # The document of an app may be fetched for a device, which no transaction must wait for.
    within: AbstractContextManager[object] = nullcontext() if endpoint == "device_authorization" else transaction()
    form = MultiDict((name, value) for name, value in request.form.items(multi=True) if name not in _NEEDLESS)
    response: Response
    try:
        if request.mimetype not in _FORMS:
            raise InvalidRequestError(f"The body has to be a form ({_FORMS[0]}).")
        if endpoint == "token" and not form.get("grant_type"):
            raise InvalidRequestError("Missing 'grant_type' in request.")
        if any(len(values) > 1 and name not in _REPEATABLE for name, values in form.lists()):
            raise InvalidRequestError("A parameter is there twice.")
        _name_client(form)
        with within:
            if endpoint == "token":
                response = SERVER.create_token_response(form)
            else:
                response = SERVER.create_endpoint_response(endpoint, form)
    except OAuth2Error as error:
        response = SERVER.handle_error_response(request_of(form), error)
    response.headers["Cache-Control"] = "no-store"
    return response


def _name_client(form: "MultiDict[str, str]") -> None:
    """Add the `client_id` of HTTP Basic to a form. Raises InvalidClientError for a password, since no app has one.

    So it does for any other scheme, and for a header without one, but for the token of a Bearer, which names no client.

    Libraries send Basic with an empty password unless they are told otherwise. Some encode the address, as RFC 6749
    demands (section 2.3.1), and some do not, so only its last colon is the separator.
    """
    given = request.headers.get("Authorization")
    scheme, _, credentials = (given or "").partition(" ")
    if given is None or scheme.lower() == "bearer":
        return
    if scheme.lower() != "basic":
        raise InvalidClientError(description="The only scheme of the header Authorization is Basic.")
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
