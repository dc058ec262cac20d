"""The headers of operations that the contract marks as deprecated."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from email.utils import format_datetime
from typing import Any, Final, NamedTuple

from flask import Flask, Response, request

from service.platform.wire.operation import path_of

_POLICY: Final = "/docs/compatibility"


class Deprecation(NamedTuple):
    """When an operation was deprecated, and when it ends; None if that is not decided."""

    since: date
    sunset: date | None

    def headers(self) -> dict[str, str]:
        """Return `Deprecation` (RFC 9745) and, once the end is decided, `Sunset` (RFC 8594)."""
        sunset = {} if self.sunset is None else {"Sunset": format_datetime(_midnight(self.sunset), usegmt=True)}
        return {"Deprecation": f"@{int(_midnight(self.since).timestamp())}", **sunset}


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def deprecations_of(contract: Mapping[str, Any]) -> dict[tuple[str, str], Deprecation]:
    """Return the deprecated operations by method and path: `deprecated`, `x-deprecated-since` and `x-sunset`."""
    return {
        (method.upper(), path): Deprecation(
            date.fromisoformat(operation["x-deprecated-since"]),
            date.fromisoformat(operation["x-sunset"]) if "x-sunset" in operation else None,
        )
        for path, operations in contract["paths"].items()
        for method, operation in operations.items()
        if isinstance(operation, dict) and operation.get("deprecated")
    }


def register(app: Flask, deprecations: Mapping[tuple[str, str], Deprecation]) -> None:
    """Add the headers to all responses of these operations."""
    if not deprecations:
        return

    @app.after_request
    def announce(response: Response) -> Response:
        path = path_of(request.url_rule.rule) if request.url_rule else ""
        method = "GET" if request.method == "HEAD" else request.method
        if deprecation := deprecations.get((method, path)):
            response.headers.update(deprecation.headers())
            response.headers.add("Link", f'<{_POLICY}>; rel="deprecation"; type="text/html"')
        return response
