"""What the API says of webhooks and of browsers with push messages: schemas and JSON."""

from typing import Any, Final

from service.core.common_values import Time
from service.features.webhooks.browsers import Browser
from service.features.webhooks.events import kinds
from service.features.webhooks.registry import WebhookInfo
from service.platform import ids, timestamps
from service.platform.wire.field_types import Flag, Items, Named, Object, ResponseSchema, Text, Whole

__all__ = [
    "MOST_EVENTS",
    "PushBrowser",
    "Webhook",
    "WebhookEvent",
    "WebhookEvents",
    "WebhookId",
    "WebhookUrl",
    "browser_json",
    "webhook_json",
]

MOST_EVENTS: Final = 20
"""The length of a list of events at most. There are fewer kinds."""

Json = dict[str, Any]


class WebhookId(Named):
    """The id of a webhook."""

    of = Text(pattern="^w_[0-9a-f]{32}$")


class WebhookUrl(Named):
    """The address of the receiver, in ASCII: `https://` with a host name or a public IP address, and without a user
    name and a fragment. `http://` and other networks are refused, unless the operator allows them.
    """

    of = Text(pattern="^https?://[!-~]+$", least=10, most=500)


class WebhookEvent(Named):
    """An event of the account's own games. There may be others later."""

    of = Text(values=kinds)


class WebhookEvents(Named):
    """The events that are sent."""

    of = Items(WebhookEvent(), least=1, most=MOST_EVENTS)


class Webhook(ResponseSchema):
    """An address to which the service sends events."""

    id = WebhookId()
    url = WebhookUrl()
    description = Text("The purpose of the webhook; null for none.", null=True)
    events = WebhookEvents()
    enabled = Flag("Whether events are sent.")
    disabled_reason = Text(
        "Why the service disabled it; null if it is enabled, or if its owner disabled it.",
        values={
            "failing": "Every attempt of three days failed.",
            "gone": "The receiver answered with 410.",
            None: "It is enabled, or its owner disabled it.",
        },
        null=True,
    )
    disabled_at = Time("When it was disabled; null if it is enabled.")
    failing_since = Time("The first failure since the last success; null for none.")
    created_at = Time("When it was created.")


class QuietHours(ResponseSchema):
    """A time of each day in which a browser gets nothing. What happens then is sent at its end."""

    from_minute = Whole("The first minute of the day, such as 1320 for 22:00.", least=0, most=1439)
    until_minute = Whole("The minute of the day at which it ends.", least=0, most=1439)
    time_zone = Text("The time zone by its IANA name.")


class PushBrowser(ResponseSchema):
    """A browser that gets push messages."""

    id = WebhookId()
    endpoint = WebhookUrl()
    events = WebhookEvents()
    enabled = Flag("Whether messages are sent. False once its push service has said that it is gone.")
    quiet = Object(QuietHours, "Null for none.", null=True)
    created_at = Time("When it was added.")


def webhook_json(info: WebhookInfo, secret: str | None = None) -> Json:
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


def browser_json(found: Browser) -> Json:
    """Return a browser as `PushBrowser` describes it."""
    quiet = None
    if found.time_zone is not None:
        quiet = {"from_minute": found.quiet_from, "until_minute": found.quiet_until, "time_zone": found.time_zone}
    return {
        "id": ids.render("w", found.webhook_id),
        "endpoint": found.url,
        "events": found.events,
        "enabled": found.enabled,
        "quiet": quiet,
        "created_at": timestamps.rfc3339(found.created_at),
    }
