"""Request bodies of webhooks."""

from typing import Any, Final, NamedTuple

from flask import current_app
from marshmallow import ValidationError, fields

from service.http.wire.request_parsing import Strict, json_body, load
from service.http.wire.schemas.fields import Flag, Items, PlainText, length, one_of
from service.webhooks import addresses
from service.webhooks.addresses import MAX_URL_LENGTH, BadAddress, Policy
from service.webhooks.events import EVENTS

__all__ = ["NewWebhook", "new_webhook", "webhook_changes"]

_MAX_DESCRIPTION: Final = 200


class _Address(fields.String):
    """The URL of a receiver."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if len(text) > MAX_URL_LENGTH:
            raise ValidationError(f"must have at most {MAX_URL_LENGTH} characters")
        try:
            addresses.parse(text, Policy.of(current_app.config["SERVICE_SETTINGS"]))
        except BadAddress as error:
            raise ValidationError(str(error)) from None
        return text


def _events(*, required: bool) -> Items:
    return Items(
        fields.String(validate=one_of(EVENTS)),
        least=1 if required else 0,
        most=len(EVENTS),
        error=f"must have 1 to {len(EVENTS)} events",
        required=required,
    )


class _NewBody(Strict):
    url = _Address(required=True)
    events = _events(required=True)
    description = PlainText(load_default=None, allow_none=True, validate=length(_MAX_DESCRIPTION))


class _ChangesBody(Strict):
    url = _Address()
    events = _events(required=False)
    description = PlainText(allow_none=True, validate=length(_MAX_DESCRIPTION))
    enabled = Flag()


class NewWebhook(NamedTuple):
    """A webhook to create."""

    url: str
    events: frozenset[str]
    description: str | None


def new_webhook() -> NewWebhook:
    """Return the webhook that the body describes."""
    body = load(_NewBody(), json_body())
    return NewWebhook(body["url"], frozenset(body["events"]), body["description"])


def webhook_changes() -> dict[str, Any]:
    """Return the members of a webhook that the body changes."""
    body: dict[str, Any] = load(_ChangesBody(), json_body())
    if events := body.pop("events", None):  # some clients send an empty list for what they leave out
        body["events"] = frozenset(events)
    return body
