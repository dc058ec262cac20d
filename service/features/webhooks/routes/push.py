"""Push messages to browsers of the caller: routes, request bodies and JSON."""

from base64 import urlsafe_b64decode
from http import HTTPStatus
from typing import Any, Final
from zoneinfo import available_timezones

from cryptography.hazmat.primitives.asymmetric import ec
from flask import Blueprint, Response
from marshmallow import ValidationError

from engine.wording import N_
from service.core.requests import auth
from service.core.tables.lookup import id_of
from service.features.webhooks import browsers, event_finding, pushing
from service.features.webhooks.rendering import PushBrowser, WebhookId
from service.features.webhooks.routes.webhooks import MADE_BY_OTHERS, WebhookAddress, event_items
from service.features.webhooks.tables import Quiet
from service.platform.database.unreadable_rows import shown
from service.platform.wire.field_types import Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.operation import Answer, Body, Operation, Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import between
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.responses import as_json, no_content

routes = Blueprint("push", __name__, url_prefix="/v1")

_DAY_MIN: Final = 24 * 60


class PushBrowserList(ResponseSchema):
    """The browsers of an account that get push messages, and the key with which others join them."""

    items = Items(Object(PushBrowser), "The browsers, oldest first.", most=10)
    key = Text(
        "The public key of the service (VAPID, RFC 8292) in base64url: `applicationServerKey` of `subscribe`.",
        pattern="^[A-Za-z0-9_-]{87}$",
    )


class _Bytes(Text):
    """Bytes in base64url."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        try:
            found = urlsafe_b64decode(text + "=" * (-len(text) % 4))
            if attr == "p256dh":
                ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), found)
            elif len(found) != 16:
                raise ValueError
        except ValueError:
            raise ValidationError(N_("is not a key of a browser")) from None
        return found


class PushKeys(Request):
    """The keys of a browser's subscription."""

    p256dh = _Bytes("The public key of the browser in base64url.", required=True, most=100)
    auth = _Bytes("The 16 bytes that it shares, in base64url.", required=True, most=30)


class QuietHoursRequest(Request):
    """A time of each day in which a browser gets nothing."""

    from_minute = Whole("The first minute of the day.", required=True, validate=between(0, _DAY_MIN - 1))
    until_minute = Whole("The minute at which it ends.", required=True, validate=between(0, _DAY_MIN - 1))
    time_zone = Text("The time zone by its IANA name, such as `Europe/Berlin`.", required=True, most=60)


class CreatePushBrowserRequest(Request):
    """A browser that is to get messages, as its `PushSubscription` has it."""

    endpoint = WebhookAddress("The address of its push service.", named="WebhookUrl", required=True)
    keys = Object(PushKeys, "The keys of the subscription.", required=True)
    events = event_items(named="WebhookEvents", required=True)
    quiet = Object(QuietHoursRequest, "Quiet hours; by default none.")


BROWSER: Final = Parameter("browser", "path", WebhookId("The id of a browser."), "w_019907a4c3e17b500000aa01d2f86a00")


@routes.get("/me/push")
@Operation(
    "listPushBrowsers",
    scope="webhooks",
    answers={200: Answer(PushBrowserList, "The browsers.", examples=("push-browsers",))},
)
def list_browsers() -> Response:
    """List browsers with push messages.

    Returns the caller's browsers that get push messages, oldest first, and the key with which a browser subscribes.
    """
    items = [*shown(browsers.listed(auth.caller()), PushBrowser.render)]
    return as_json({"items": items, "key": pushing.public_key()})


@routes.post("/me/push")
@Operation(
    "createPushBrowser",
    scope="webhooks",
    price=8,
    stores=700,
    body=Body(CreatePushBrowserRequest),
    answers={201: Answer(PushBrowser, "The browser.", examples=("push-browser",))},
    problems=(("limit-reached", "the account has 10 `browsers` with push messages"),),
)
def create_browser() -> Response:
    """Send push messages to a browser.

    Takes a `PushSubscription` of a browser, the events that it gets, and quiet hours. The same `endpoint` again
    replaces what it got before. The messages are the bodies of webhooks, encrypted for the browser (RFC 8291), and have
    nothing of cards. A browser that is gone is disabled.
    """
    caller = auth.caller()
    body = load(CreatePushBrowserRequest(), json_body())
    quiet = body.get("quiet")
    if quiet is not None and quiet["time_zone"] not in available_timezones():
        raise invalid("#/quiet/time_zone", N_("must be the IANA name of a time zone"))
    hours = None if quiet is None else Quiet(quiet["from_minute"], quiet["until_minute"], quiet["time_zone"])
    keys = body["keys"]
    event_finding.catch_up(caller.account_id)
    made = browsers.add(caller, body["endpoint"], keys["p256dh"], keys["auth"], list(set(body["events"])), hours)
    return as_json(PushBrowser.render(made), HTTPStatus.CREATED)


@routes.delete("/me/push/<browser>")
@Operation(
    "deletePushBrowser",
    scope="webhooks",
    answers={204: Answer(None, "The browser gets no more messages.")},
    problems=(MADE_BY_OTHERS,),
)
def delete_browser(browser: str) -> Response:
    """Stop push messages to a browser.

    Ends the messages to one of the caller's browsers. The request has no body.
    """
    caller = auth.caller()
    empty_body()
    browser_id = id_of("w", browser)
    browsers.remove(caller, browser_id)
    return no_content()
