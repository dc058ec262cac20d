"""Schemas of apps, and of the bodies with which a person answers them."""

from typing import Final

from service.http.sign_in.account_schemas import App
from service.wire.fields import length
from service.wire.members import Flag, Items, Object, ResponseSchema, Text
from service.wire.operation import Parameter
from service.wire.request_parsing import Request
from service.wire.values import Scope, Time

__all__ = ["APP", "AppList", "Authorized", "CreateAppRequest", "CreateDeviceAnswerRequest", "Device"]

_MAX_QUERY: Final = 8000


class AppList(ResponseSchema):
    """The apps that may act for the account."""

    items = Items(Object(App), "The apps, oldest first.")


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
    allow = Flag("Whether the app may do what it asks.", required=True)


class CreateDeviceAnswerRequest(Request):
    """The code that a device shows, and the answer of its user."""

    code = Text("The code, in any case, with or without its hyphen.", required=True, validate=length(40))
    allow = Flag("Whether the app may do what it asks. Without it, the device still waits.")


APP: Final = Parameter(
    "app",
    "path",
    Text("The id of what an app may do.", pattern="^t_[0-9a-f]{32}$"),
    "t_019901a4c3e17b500000b1c2d2f86a00",
)
