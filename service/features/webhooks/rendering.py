"""What the API says of webhooks and of browsers with push messages: schemas and JSON."""

from typing import Final

from service.core.common_values import Time
from service.features.webhooks import tables
from service.features.webhooks.events import kinds
from service.platform.wire.field_types import Flag, Id, Items, Named, Object, Text, Whole
from service.platform.wire.rendering import Rendered

MOST_EVENTS: Final = 20
"""The length of a list of events at most. There are fewer kinds."""


class WebhookId(Named):
    """The id of a webhook."""

    of = Id("w")


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


class Webhook(Rendered[tables.Webhook]):
    """An address to which the service sends events."""

    id = WebhookId(attribute="webhook_id")
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


class QuietHours(Rendered[tables.Quiet]):
    """A time of each day in which a browser gets nothing. What happens then is sent at its end."""

    from_minute = Whole("The first minute of the day, such as 1320 for 22:00.", least=0, most=1439)
    until_minute = Whole("The minute of the day at which it ends.", least=0, most=1439)
    time_zone = Text("The time zone by its IANA name.")


class PushBrowser(Rendered[tables.Webhook]):
    """A browser that gets push messages."""

    id = WebhookId(attribute="webhook_id")
    endpoint = WebhookUrl(attribute="url")
    events = WebhookEvents()
    enabled = Flag("Whether messages are sent. False once its push service has said that it is gone.")
    quiet = Object(QuietHours, "Null for none.", null=True)
    created_at = Time("When it was added.")
