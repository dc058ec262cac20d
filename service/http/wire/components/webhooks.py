"""Components of the contract: webhooks."""

from service.http.wire.components.values import NextCursor, Time
from service.http.wire.members import Flag, Items, Named, Object, ResponseSchema, Text, Whole


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

    of = Text(
        values={
            "your-turn": "A turn of the account's seat begins.",
            "game-started": "A game with a seat of the account was dealt.",
            "game-ended": "Such a game ended, for whatever reason.",
            "invited": "The account was invited to an open game.",
            "message": "Another seat of its game sent a message, during the game or afterwards.",
        }
    )


class WebhookEvents(Named):
    """The events that are sent."""

    of = Items(WebhookEvent(), least=1, most=5)


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


class CreatedWebhook(Webhook):
    """A new webhook with its secret."""

    secret = Text(
        (
            "The key of the signatures, shown only once: `whsec_` and 32 bytes in Base64, as Standard "
            "Webhooks describes."
        ),
        pattern="^whsec_[A-Za-z0-9+/]{43}=$",
    )


class WebhookList(ResponseSchema):
    """Webhooks of an account."""

    items = Items(Object(Webhook), "The webhooks.", most=10)


class Delivery(ResponseSchema):
    """An event that is sent, or was sent, to a webhook."""

    id = Text("The id of the delivery, which is its header `webhook-id` in every attempt.", pattern="^d_[0-9a-f]{32}$")
    type = Text(
        "The event as in `WebhookEvent`, or `test` for one that was asked for.",
        values={
            "your-turn": "A turn of the account's seat begins.",
            "game-started": "A game with a seat of the account was dealt.",
            "game-ended": "Such a game ended, for whatever reason.",
            "invited": "The account was invited to an open game.",
            "message": "Another seat of its game sent a message, during the game or afterwards.",
            "test": "A test that was asked for.",
        },
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
