"""JSON of apps."""

from typing import Any

from service import ids, timestamps
from service.http.sign_in.rendering import day
from service.identity.app_codes import WaitingDevice
from service.identity.apps import AppInfo

__all__ = ["app_json", "device_json"]


def app_json(found: AppInfo) -> dict[str, Any]:
    """Return an app that may act for the caller."""
    return {
        "id": ids.render("t", found.app_id),
        "client": found.client_id,
        "name": found.name,
        "scopes": found.scopes,
        "created_at": timestamps.rfc3339(found.created_at),
        "used_on": day(found.used_on),
        "expires_at": timestamps.rfc3339(found.expires_at),
        "issued_by": ids.render_optional("t", found.issued_by),
    }


def device_json(found: WaitingDevice, place: str) -> dict[str, Any]:
    """Return a device that waits, for a caller at a network address."""
    return {
        "client": found.client_id,
        "name": found.client_name,
        "scopes": found.scopes,
        "place": found.place,
        "here": "same" if found.place == place else "other",
        "expires_at": timestamps.rfc3339(found.expires_at),
    }
