"""CORS headers and preflights. Any origin may call the API, since it uses no cookies."""

from typing import Final

from flask import Response

EXPOSED: Final = (
    "Content-Disposition",
    "Content-Language",
    "Content-Location",
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Request-Id",
    "Retry-After",
    "Sunset",
)
"""Response headers that a page may read, besides those that the standard always exposes."""

# No response varies by `Origin`, so a shared cache can serve one copy to all pages.
ON_EVERY_RESPONSE: Final = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", ", ".join(EXPOSED)),
)

_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    # The wildcard does not cover Authorization. The other names are for browsers without support for the wildcard.
    "Access-Control-Allow-Headers": (
        "Authorization, Accept, Accept-Language, Cache-Control, Content-Type, Idempotency-Key, If-Match, If-None-Match,"
        " Invitation, Last-Event-ID, Prefer, Request-Id, *"
    ),
    "Access-Control-Max-Age": "86400",
}


def preflight_response() -> Response:
    """Return the response to a preflight, which allows every request."""
    return Response(status=204, headers=_PREFLIGHT)
