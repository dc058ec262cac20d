"""Webhooks of the caller and their deliveries: routes, request bodies and JSON."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response
from marshmallow import ValidationError

from engine.wording import N_
from service.core.common_values import NextCursor, Time
from service.core.requests import auth
from service.core.tables.lookup import id_of
from service.features.webhooks import deliveries, event_finding, registry
from service.features.webhooks.events import TEST, kinds
from service.features.webhooks.registry import MAX_DESCRIPTION_LENGTH
from service.features.webhooks.rendering import MOST_EVENTS, Webhook, WebhookId
from service.features.webhooks.tables import WebhookDelivery
from service.platform.database.unreadable_rows import shown
from service.platform.outgoing import addresses
from service.platform.outgoing.addresses import MAX_URL_LENGTH, BadAddress, Policy
from service.platform.wire.field_types import Flag, Id, Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.headers import LINK
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT, page_of, page_query
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.request_record import settings
from service.platform.wire.responses import as_json, no_content

MADE_BY_OTHERS: Final = (
    "issued-token",
    "another token or app made it, and this one may not make what lasts",
)


class CreatedWebhook(Webhook):
    """A new webhook with its secret."""

    secret = Text(
        "The key of the signatures, shown only once: `whsec_` and 32 bytes in Base64, as Standard Webhooks describes.",
        pattern="^whsec_[A-Za-z0-9+/]{43}=$",
    )


class WebhookList(ResponseSchema):
    """Webhooks of an account."""

    items = Items(Object(Webhook), "The webhooks.", most=10)


class Delivery(Rendered[WebhookDelivery]):
    """An event that is sent, or was sent, to a webhook."""

    id = Id("d", "The id of the delivery, which is its header `webhook-id` in every attempt.", attribute="delivery_id")
    type = Text(
        "The event as in `WebhookEvent`, or `test` for one that was asked for.",
        values=lambda: {**kinds(), TEST: "A test that was asked for."},
    )
    status = Text(
        "What became of the delivery.",
        values={
            "waiting": "An attempt will follow.",
            "delivered": "The receiver accepted it with a status from 200 to 299.",
            "failed": "It was given up, after three days or with its webhook, or it was a test.",
        },
    )
    attempts = Whole("The number of attempts so far.", least=0)
    response_status = Whole("The status of the last response; null if the last attempt had none.", null=True)
    error = Text(
        "Why there was no response.",
        values={
            "unknown-host": "The host name has no public address.",
            "address-refused": "The address is not public.",
            "connection-failed": "Nobody answered there, or not by HTTP.",
            "certificate-refused": "The certificate is not valid for the host.",
            "timeout": "No response within 3 seconds.",
            "disabled": "The webhook was disabled before.",
            None: "There was a response, or no attempt yet.",
        },
        null=True,
    )
    created_at = Time("When the service found the event.")
    attempted_at = Time("The last attempt; null before the first one.")
    next_attempt_at = Time("The next attempt, at the earliest; null for none.")


class DeliveryList(ResponseSchema):
    """Deliveries of a webhook."""

    items = Items(Object(Delivery), "The deliveries.")
    next = NextCursor()


WEBHOOK: Final = Parameter("webhook", "path", WebhookId("The id of a webhook."), "w_019907a4c3e17b500000aa01d2f86a00")

routes = Blueprint("webhooks", __name__, url_prefix="/v1/me/webhooks")


class WebhookAddress(Text):
    """The URL of a receiver."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if len(text) > MAX_URL_LENGTH:
            raise ValidationError(N_("must have at most {longest} characters", longest=MAX_URL_LENGTH))
        try:
            addresses.parse(text, Policy.of(settings()))
        except BadAddress as error:
            raise ValidationError(error.args[0]) from None
        return text


def event_items(about: str | None = None, *, named: str | None = None, required: bool = False) -> Items:
    return Items(
        Text(named="WebhookEvent", values=kinds),
        about,
        named=named,
        least=1 if required else None,
        most=MOST_EVENTS,
        error=N_("must have 1 to {count} events", count=MOST_EVENTS),
        required=required,
    )


class CreateWebhookRequest(Request):
    """A webhook to create."""

    url = WebhookAddress(named="WebhookUrl", required=True)
    events = event_items(named="WebhookEvents", required=True)
    description = PlainText(
        "The purpose of the webhook, for its owner. Text without control characters, not blank; null for none.",
        load_default=None,
        validate=length(MAX_DESCRIPTION_LENGTH),
        null=True,
    )


class UpdateWebhookRequest(Request):
    """The members of a webhook to change."""

    url = WebhookAddress(named="WebhookUrl")
    events = event_items("The events to send. An empty list counts as absent.", required=False)
    description = PlainText(
        "The purpose of the webhook, for its owner. Text without control characters, not blank; null for none.",
        validate=length(MAX_DESCRIPTION_LENGTH),
        null=True,
    )
    enabled = Flag("Whether events are sent.")


def _webhook_changes() -> dict[str, Any]:
    """Return the members of a webhook that the body changes."""
    body: dict[str, Any] = load(UpdateWebhookRequest(), json_body())
    if events := body.pop("events", None):  # some clients send an empty list for what they leave out
        body["events"] = frozenset(events)
    return body


@routes.get("")
@Operation(
    "listWebhooks",
    scope="webhooks",
    answers={
        200: Answer(
            WebhookList,
            "The webhooks.",
            examples=("webhooks",),
            links=(Link("deliveries", "listDeliveries", "What was sent.", {"webhook": "items/0/id"}),),
        )
    },
)
def list_webhooks() -> Response:
    """List your webhooks.

    Returns the caller's webhooks, oldest first, without their secrets. The token needs the scope `webhooks`.
    """
    caller = auth.caller()
    return as_json({"items": [*shown(registry.listed(caller), Webhook.render)]})


@routes.post("")
@Operation(
    "createWebhook",
    scope="webhooks",
    price=10,
    stores=700,
    repeatable=True,
    body=Body(CreateWebhookRequest),
    answers={
        201: Answer(
            CreatedWebhook,
            "The webhook with its secret.",
            examples=("created-webhook",),
            links=(
                Link("test", "createTestDelivery", "Send a test.", {"webhook": "id"}),
                Link("delete", "deleteWebhook", "Delete the webhook.", {"webhook": "id"}),
            ),
        )
    },
    problems=(("limit-reached", "the account has 10 `webhooks`"),),
)
def create_webhook() -> Response:
    """Create a webhook.

    Creates a webhook: an address to which the service sends events of the caller's games by POST, signed with the
    secret in this response, which is shown only once. The guide `/docs/webhooks` describes what a receiver gets and
    how it checks the signature. An account has at most 10 webhooks. The token needs the scope `webhooks`.

    The address must begin with `https://` and lead to the public Internet, unless the operator allows others. A
    webhook ends with the token or app that created it.
    """
    caller = auth.caller()
    body = load(CreateWebhookRequest(), json_body())
    event_finding.catch_up(caller.account_id)
    webhook, secret = registry.create(caller, body["url"], frozenset(body["events"]), body["description"])
    return as_json({**Webhook.render(webhook), "secret": secret}, HTTPStatus.CREATED)


@routes.patch("/<webhook>")
@Operation(
    "updateWebhook",
    scope="webhooks",
    stores=200,
    body=Body(UpdateWebhookRequest),
    answers={
        200: Answer(
            Webhook,
            "The webhook.",
            examples=("webhook",),
            links=(Link("deliveries", "listDeliveries", "What was sent to it.", {"webhook": "id"}),),
        )
    },
    problems=(MADE_BY_OTHERS,),
)
def update_webhook(webhook: str) -> Response:
    """Change a webhook.

    Changes the members that the body contains. A webhook with a new address, or one that is enabled again, starts
    without the failures of before. When it is disabled, deliveries that wait are given up. The secret never changes:
    for another one, create another webhook. The token needs the scope `webhooks`.
    """
    caller = auth.caller()
    changes = _webhook_changes()
    return as_json(Webhook.render(registry.change(caller, id_of("w", webhook), changes)))


@routes.delete("/<webhook>")
@Operation(
    "deleteWebhook",
    scope="webhooks",
    answers={204: Answer(None, "The webhook was deleted.")},
    problems=(MADE_BY_OTHERS,),
)
def delete_webhook(webhook: str) -> Response:
    """Delete a webhook.

    Deletes a webhook and its deliveries. Nothing more is sent, except for an attempt that has begun. The request has
    no body. The token needs the scope `webhooks`.
    """
    caller = auth.caller()
    empty_body()
    registry.remove(caller, id_of("w", webhook))
    return no_content()


@routes.post("/<webhook>/test")
@Operation(
    "createTestDelivery",
    scope="webhooks",
    price=100,  # for the request that it sends
    computes=False,
    stores=2000,
    answers={202: Answer(Delivery, "The delivery, which waits.", examples=("test-delivery",))},
)
def create_test_delivery(webhook: str) -> Response:
    """Send a test to a webhook.

    Sends an event of type `test` to a webhook, even to a disabled one, once. The list of deliveries shows the outcome
    some seconds later. The request has no body. The token needs the scope `webhooks`.
    """
    caller = auth.caller()
    empty_body()
    return as_json(Delivery.render(deliveries.add_test(caller, id_of("w", webhook))), HTTPStatus.ACCEPTED)


@routes.get("/<webhook>/deliveries")
@Operation(
    "listDeliveries",
    scope="webhooks",
    parameters=(LIMIT, CURSOR),
    answers={200: Answer(DeliveryList, "The deliveries of this page.", examples=("deliveries",), headers=(LINK,))},
)
def list_deliveries(webhook: str) -> Response:
    """List the deliveries of a webhook.

    Returns what was sent to a webhook or waits for it, newest first. Deliveries are kept for 7 days. The token needs
    the scope `webhooks`.
    """
    caller = auth.caller()
    page = page_query()
    return page_of(deliveries.listed(caller, id_of("w", webhook), page), page.limit, Delivery.render)
