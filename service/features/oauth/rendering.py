"""What the API says of a person's apps: schema and JSON."""

from typing import Any

from service.core.common_values import Scope, Time
from service.core.people.schemas import DayOrNull, TokenId
from service.features.oauth.apps import AppInfo
from service.platform import ids, timestamps
from service.platform.wire.field_types import Items, ResponseSchema, Text

__all__ = ["App", "app_json"]


class App(ResponseSchema):
    """An app that may act for the account."""

    id = TokenId()
    client = Text("The address of the app, its `client_id`.")
    name = Text("What the app calls itself, or its host. Nobody has checked it.")
    scopes = Items(Scope(), "What it may do.")
    created_at = Time("When its owner has allowed it.")
    used_on = DayOrNull()
    expires_at = Time("When it ends unless the app is used before.")
    issued_by = TokenId("The sign-in or token that has allowed it, and with which it ends; null for none.", null=True)


def app_json(found: AppInfo) -> dict[str, Any]:
    """Return an app that may act for the caller."""
    return {
        "id": ids.render("t", found.app_id),
        "client": found.client_id,
        "name": found.name,
        "scopes": found.scopes,
        "created_at": timestamps.rfc3339(found.created_at),
        "used_on": timestamps.day(found.used_on),
        "expires_at": timestamps.rfc3339(found.expires_at),
        "issued_by": ids.render_optional("t", found.issued_by),
    }
