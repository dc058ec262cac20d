"""What the API says of a person's apps: schema and JSON."""

from service.core.common_values import Scope, Time
from service.core.people.schemas import DayOrNull, TokenId
from service.features.oauth.apps import AppInfo
from service.platform.wire.field_types import Items, Text
from service.platform.wire.rendering import Rendered


class App(Rendered[AppInfo]):
    """An app that may act for the account."""

    id = TokenId(attribute="app_id")
    client = Text("The address of the app, its `client_id`.", attribute="client_id")
    name = Text("What the app calls itself, or its host. Nobody has checked it.")
    scopes = Items(Scope(), "What it may do.")
    created_at = Time("When its owner has allowed it.")
    used_on = DayOrNull()
    expires_at = Time("When it ends unless the app is used before.")
    issued_by = TokenId("The sign-in or token that has allowed it, and with which it ends; null for none.", null=True)
