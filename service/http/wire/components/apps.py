"""Components of the contract: apps of others."""

from service.http.wire.components.accounts import App, Scope
from service.http.wire.components.values import Time
from service.http.wire.members import Items, Object, Response, Text


class AppList(Response):
    """The apps that may act for the account."""

    items = Items(Object(App), "The apps, oldest first.")


class Authorized(Response):
    """Where the browser goes after the answer to an app."""

    location = Text("The address of the app with the code, or with the error `access_denied`.", facts={"format": "uri"})


class Device(Response):
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
