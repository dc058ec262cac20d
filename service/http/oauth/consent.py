"""Routes of a person's apps: consenting, the list, ending one, and answering a device."""

from typing import NamedTuple
from urllib.parse import parse_qsl

from authlib.oauth2 import OAuth2Error
from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from engine.wording import N_
from service import ids
from service.games.lookup import NotFound
from service.games.news import publisher
from service.http.oauth.clients import App
from service.http.oauth.rendering import app_json, device_json
from service.http.oauth.schemas import AppList, Authorized, CreateAppRequest, CreateDeviceAnswerRequest, Device
from service.http.oauth.server import ISSUER, SERVER, request_of
from service.identity import app_codes, apps
from service.identity.scopes import Scope
from service.pipeline import auth
from service.wire.operation import Answer, Body, Operation
from service.wire.problems import Problem, fault
from service.wire.request_parsing import empty_body, json_body, load
from service.wire.responses import as_json, no_content

__all__ = ["AskedByApp", "asked_by_app", "routes"]

routes = Blueprint("apps", __name__, url_prefix="/v1/me")


class AskedByApp(NamedTuple):
    """What an app asks for. Without an app, the request is not valid."""

    app: App | None
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

    Nothing redirects to an app before a person has agreed: anybody can be an app, and the service would be a way to any
    address.
    """
    asked = request_of(query)
    try:
        grant = SERVER.get_consent_grant(asked)
        app: App = grant.client
        return AskedByApp(app, app.name, tuple(asked.scope.split()), grant.redirect_uri, None, None)
    except OAuth2Error as error:
        back = SERVER.handle_error_response(asked, error)
        redirect_uri = getattr(error, "redirect_uri", None)
        if redirect_uri is not None:
            ISSUER.add_issuer_parameter(SERVER, back)
        why = error.get_error_description() or error.error
        return AskedByApp(None, "", (), redirect_uri, why, back.location if redirect_uri else None)


@routes.get("/apps")
@Operation(
    "listApps",
    scope="account",
    compressed=False,
    tag="me",
    answers={200: Answer(AppList, "The apps.", examples=("apps",))},
)
def list_apps() -> Response:
    """List your apps.

    Returns the apps of others that may act for the account, oldest first. The token needs the scope `account`.
    """
    caller = auth.caller()
    return as_json({"items": [app_json(found) for found in apps.listed(caller)]})


@routes.post("/apps")
@Operation(
    "createApp",
    scope="account",
    price=30,
    stores=600,
    compressed=False,
    tag="me",
    body=Body(CreateAppRequest),
    answers={200: Answer(Authorized, "Where the browser goes.", examples=("authorized",))},
)
def authorize_app() -> Response:
    """Answer an app.

    Allows an app of somebody else what it asks for, or refuses it. The page `/oauth/authorize`, to which the app sends
    its user, calls this. The app then exchanges the code in `location` for tokens. It can get no scope that the
    request's token has not, and never `account`. The guide `/docs/apps` shows the whole way. The token needs the scope
    `account`.
    """
    caller = auth.caller()
    body = load(CreateAppRequest(), json_body())
    query = MultiDict(parse_qsl(body["request"].removeprefix("?"), keep_blank_values=True))
    asked = request_of(query)
    try:
        grant = SERVER.get_consent_grant(asked, end_user=caller)
    except OAuth2Error as error:
        why = N_("is not a valid request of an app: {why}", why=error.get_error_description() or error.error)
        raise Problem("invalid-request", errors=[fault("#/request", why)]) from None
    if body["allow"]:
        scope: Scope
        for scope in asked.scope.split():
            auth.require_scope(caller, scope)
    answered = SERVER.create_authorization_response(asked, caller if body["allow"] else None, grant)
    return as_json({"location": answered.location})


@routes.delete("/apps/<app>")
@Operation(
    "deleteApp",
    scope="account",
    tag="me",
    answers={204: Answer(None, "The app may not act for the account any more.")},
)
def end_app(app: str) -> Response:
    """End an app.

    Ends what an app may do for the account: all its tokens, and those that it issued, are revoked immediately, and
    their open streams end. The request has no body. The token needs the scope `account`.
    """
    caller = auth.caller()
    empty_body()
    app_id = ids.parse("t", app)
    if app_id is None or not apps.end(caller, app_id):
        raise NotFound
    publisher.announce_revocation(caller.account_id)
    return no_content()


@routes.post("/devices")
@Operation(
    "createDeviceAnswer",
    scope="account",
    stores=400,
    quota="codes",
    compressed=False,
    tag="me",
    body=Body(CreateDeviceAnswerRequest),
    answers={200: Answer(Device, "The device, as it was before the answer.", examples=("device",))},
    problems=(("not-found", "no device waits with this code"),),
)
def answer_device() -> Response:
    """Answer a device.

    Returns the app that waits on a device with this code (RFC 8628), and allows it what it asks for, or refuses it. An
    address has 20 attempts an hour. The page `/device` calls this. The token needs the scope `account`.
    """
    caller = auth.caller()
    body = load(CreateDeviceAnswerRequest(), json_body())
    found = app_codes.waiting_device(body["code"])
    if found is None:
        raise NotFound
    allow = body.get("allow")
    if allow:
        for scope in found.scopes:
            auth.require_scope(caller, scope)
    if allow is not None and not app_codes.answer_device(caller, body["code"], allow=allow):
        raise NotFound
    return as_json(device_json(found, request.remote_addr or "?"))
