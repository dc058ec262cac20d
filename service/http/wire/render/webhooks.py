"""JSON of webhooks and their deliveries."""

from typing import Any

from service import ids, timestamps
from service.webhooks.deliveries import Delivery
from service.webhooks.registry import WebhookInfo

__all__ = ["delivery", "webhook"]

Json = dict[str, Any]


def webhook(info: WebhookInfo, secret: str | None = None) -> Json:
    """Return a webhook. Only a new one has its secret."""
    return {
        "id": ids.render("w", info.webhook_id),
        "url": info.url,
        "description": info.description,
        "events": info.events,
        "enabled": info.enabled,
        "disabled_reason": info.disabled_reason,
        "disabled_at": timestamps.rfc3339(info.disabled_at),
        "failing_since": timestamps.rfc3339(info.failing_since),
        "created_at": timestamps.rfc3339(info.created_at),
        **({} if secret is None else {"secret": secret}),
    }


def delivery(found: Delivery) -> Json:
    """Return a delivery of the log."""
    return {
        "id": ids.render("d", found.delivery_id),
        "type": found.type,
        "status": found.status,
        "attempts": found.attempts,
        "response_status": found.response_status,
        "error": found.error,
        "created_at": timestamps.rfc3339(found.created_at),
        "attempted_at": timestamps.rfc3339(found.attempted_at),
        "next_attempt_at": timestamps.rfc3339(found.next_attempt_at),
    }
