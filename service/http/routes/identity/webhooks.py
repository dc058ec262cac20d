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
    """List the caller's webhooks, without their secrets."""
    caller = auth.caller()
    return as_json({"items": [render.webhook(found) for found in registry.listed(caller)]})


@routes.post("")
@Operation("createWebhook", scope="account", stores=700, repeatable=True)
def create_webhook() -> Response:
    """Create a webhook. No later response contains its secret."""
    caller = auth.caller()
    webhook, secret = registry.create(caller, *schemas.new_webhook())
    return as_json(render.webhook(webhook, secret), HTTPStatus.CREATED)


@routes.get("/<webhook>")
@Operation("getWebhook", scope="account")
def get_webhook(webhook: str) -> Response:
    """Return a webhook, without its secret."""
    caller = auth.caller()
    return as_json(render.webhook(registry.get(caller, _id(webhook))))


@routes.patch("/<webhook>")
@Operation("updateWebhook", scope="account", stores=200)
def update_webhook(webhook: str) -> Response:
    """Change a webhook."""
    caller = auth.caller()
    changes = schemas.webhook_changes()
    return as_json(render.webhook(registry.change(caller, _id(webhook), changes)))


@routes.delete("/<webhook>")
@Operation("deleteWebhook", scope="account")
def delete_webhook(webhook: str) -> Response:
    """Delete a webhook with its deliveries."""
    caller = auth.caller()
    schemas.empty_body()
    registry.remove(caller, _id(webhook))
    return no_content()


@routes.post("/<webhook>/test")
@Operation("createTestDelivery", scope="account", price=100, stores=2000)
def create_test_delivery(webhook: str) -> Response:
    """Send a test to a webhook, even to a disabled one. The log of deliveries will show its outcome."""
    caller = auth.caller()
    schemas.empty_body()
    return as_json(render.delivery(deliveries.add_test(caller, _id(webhook))), HTTPStatus.ACCEPTED)


@routes.get("/<webhook>/deliveries")
@Operation("listDeliveries", scope="account")
def list_deliveries(webhook: str) -> Response:
    """List the deliveries of a webhook, newest first."""
    caller = auth.caller()
    query = schemas.page_query()
    found = deliveries.listed(caller, _id(webhook), query.after, query.limit)
    return page_of(found, query.limit, render.delivery)


def _id(text: str) -> UUID:
    found = ids.parse("w", text)
    if found is None:
        raise NotFound
    return found
