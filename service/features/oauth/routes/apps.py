"""Routes of a person's apps: consenting, the list, ending one, and answering a device."""

from typing import Any, Final

from flask import Blueprint, Response, request

from service.core.common_values import Scope, Time
from service.core.requests import auth
from service.features.oauth import app_codes
from service.features.oauth.tables import DeviceCode
from service.platform import timestamps
from service.platform.wire.field_types import Flag, Items, ResponseSchema, Text
from service.platform.wire.operation import Answer, Body, Operation
from service.platform.wire.request_fields import length
from service.platform.wire.request_parsing import Request, json_body, load
from service.platform.wire.responses import as_json

_MAX_QUERY: Final = 8000


class Authorized(ResponseSchema):
    """Where the browser goes after the answer to an app."""

    location = Text("The address of the app with the code, or with the error `access_denied`.", facts={"format": "uri"})


class Device(ResponseSchema):
    """An app on a device without a browser, which waits for an answer."""

    client = Text("The address of the app, its `client_id`.")
    name = Text("What the app calls itself, or its host. Nobody has checked it.")
    scopes = Items(Scope(), "What it asks for.")
    place = Text("The network address from which it asks.")
    here = Text(
        "Whether the caller asks from the same network address.",
        values={"same": "It does.", "other": "It does not: the device is elsewhere, or in another network."},
    )
    expires_at = Time("Until when it waits.")


class CreateAppRequest(Request):
    """A person's answer to the request of an app."""

    request = Text(
        "The query of the request, as the app has sent it to `/oauth/authorize`.",
        required=True,
        validate=length(_MAX_QUERY),
    )
    allowed = Flag("Whether the app may do what it asks.", required=True)


class CreateDeviceAnswerRequest(Request):
    """The code that a device shows, and the answer of its user."""

    code = Text("The code, in any case, with or without its hyphen.", required=True, validate=length(40))
    allowed = Flag("Whether the app may do what it asks. Without it, the device still waits.")


routes = Blueprint("apps", __name__, url_prefix="/v1/me")


@routes.post("/apps")
@Operation(
    "createApp",
    scope="account",
    price=30,
    stores=600,
    compressed=False,
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
    from service.features.oauth.routes import endpoints  # with Authlib

    caller = auth.caller()
    body = load(CreateAppRequest(), json_body())
    return as_json({"location": endpoints.consented(caller, body["request"], allow=body["allowed"])})


@routes.post("/devices")
@Operation(
    "createDeviceAnswer",
    scope="account",
    price=100,
    stores=400,
    quota="codes",
    compressed=False,
    body=Body(CreateDeviceAnswerRequest),
    answers={200: Answer(Device, "The device, as it was before the answer.", examples=("device",))},
    problems=(("not-found", "no device waits with this code"),),
)
def answer_device() -> Response:
    """Answer a device.

    Returns the app that waits on a device with this code (RFC 8628), and allows it what it asks for, or refuses it. An
    address has 20 wrong attempts an hour. The page `/device` calls this. The token needs the scope `account`.
    """
    caller = auth.caller()
    body = load(CreateDeviceAnswerRequest(), json_body())
    found = app_codes.waiting_device(body["code"])
    if found is None:
        raise app_codes.NoDevice
    allow = body.get("allowed")
    if allow:
        for scope in found.scopes:
            auth.require_scope(caller, scope)
    if allow is not None and not app_codes.answer_device(caller, body["code"], allow=allow):
        raise app_codes.NoDevice
    return as_json(_device_json(found, request.remote_addr or "?"))


def _device_json(found: DeviceCode, place: str) -> dict[str, Any]:
    """Return a device that waits, for a caller at a network address."""
    return {
        "client": found.client_id,
        "name": found.client_name,
        "scopes": found.scopes,
        "place": found.place,
        "here": "same" if found.place == place else "other",
        "expires_at": timestamps.rfc3339(found.expires_at),
    }
