"""Routes of the caller's webhooks and their deliveries."""

from http import HTTPStatus
from uuid import UUID

from flask import Blueprint, Response

from service import ids
from service.games.lookup import NotFound
from service.http.pipeline import auth
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page_of
from service.http.wire.responses import as_json, no_content
from service.webhooks import deliveries, registry

__all__ = ["routes"]

routes = Blueprint("webhooks", __name__, url_prefix="/v1/me/webhooks")


@routes.get("")
@Operation("listWebhooks", scope="account")
def list_webhooks() -> Response:
    """List your webhooks.

    Returns the caller's webhooks, oldest first, without their secrets. The token needs the scope `account`.
    """
    caller = auth.caller()
    return as_json({"items": [render.webhook(found) for found in registry.listed(caller)]})


@routes.post("")
@Operation("createWebhook", scope="account", stores=700, repeatable=True)
def create_webhook() -> Response:
    """Create a webhook.

    Creates a webhook: an address to which the service sends events of the caller's games by POST, signed with the
    secret in this response, which is shown only once. The guide `/docs/webhooks` describes what a receiver gets and
    how it checks the signature. An account has at most 10 webhooks. The token needs the scope `account`.

    The address must begin with `https://` and lead to the public Internet, unless the operator allows others. A
    webhook remains valid when the token that created it is revoked.
    """
    caller = auth.caller()
    webhook, secret = registry.create(caller, *schemas.new_webhook())
    return as_json(render.webhook(webhook, secret), HTTPStatus.CREATED)


@routes.get("/<webhook>")
@Operation("getWebhook", scope="account")
def get_webhook(webhook: str) -> Response:
    """Read a webhook.

    Returns one of the caller's webhooks, without its secret. The token needs the scope `account`.
    """
    caller = auth.caller()
    return as_json(render.webhook(registry.get(caller, _id(webhook))))


@routes.patch("/<webhook>")
@Operation("updateWebhook", scope="account", stores=200)
def update_webhook(webhook: str) -> Response:
    """Change a webhook.

    Changes the members that the body contains. A webhook with a new address, or one that is enabled again, starts
    without the failures of before. When it is disabled, deliveries that wait are given up. The secret never changes:
    for another one, create another webhook. The token needs the scope `account`.
    """
    caller = auth.caller()
    changes = schemas.webhook_changes()
    return as_json(render.webhook(registry.change(caller, _id(webhook), changes)))


@routes.delete("/<webhook>")
@Operation("deleteWebhook", scope="account")
def delete_webhook(webhook: str) -> Response:
    """Delete a webhook.

    Deletes a webhook and its deliveries. Nothing more is sent, except for an attempt that has begun. The request has
    no body. The token needs the scope `account`.
    """
    caller = auth.caller()
    schemas.empty_body()
    registry.remove(caller, _id(webhook))
    return no_content()


@routes.post("/<webhook>/test")
@Operation("createTestDelivery", scope="account", price=100, stores=2000)
def create_test_delivery(webhook: str) -> Response:
    """Send a test to a webhook.

    Sends an event of type `test` to a webhook, even to a disabled one, once. The list of deliveries shows the outcome
    some seconds later. The request has no body. The token needs the scope `account`.
    """
    caller = auth.caller()
    schemas.empty_body()
    return as_json(render.delivery(deliveries.add_test(caller, _id(webhook))), HTTPStatus.ACCEPTED)


@routes.get("/<webhook>/deliveries")
@Operation("listDeliveries", scope="account")
def list_deliveries(webhook: str) -> Response:
    """List the deliveries of a webhook.

    Returns what was sent to a webhook or waits for it, newest first. Deliveries are kept for 7 days. The token needs
    the scope `account`.
    """
    caller = auth.caller()
    query = schemas.page_query()
    found = deliveries.listed(caller, _id(webhook), query.after, query.limit)
    return page_of(found, query.limit, render.delivery)


def _id(text: str) -> UUID:
    found = ids.parse("w", text)
    if found is None:
        raise NotFound
    return found
