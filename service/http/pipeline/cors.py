"""Cross-origin requests: a page of any origin may call, by the token that it holds and never by a cookie."""

from typing import Final

from flask import Flask, Response, request

__all__ = ["EXPOSED", "ON_ALL", "init_app"]

EXPOSED: Final = (
    "Content-Disposition",
    "Content-Language",
    "Content-Location",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Request-Id",
    "Retry-After",
)
"""What a page may read of an answer's headers, beside those that every page may."""

# Since no answer depends on the origin, none has to vary by it, and a shared cache may keep one for all.
ON_ALL: Final = (("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", ", ".join(EXPOSED)))
"""What every answer has, whatever it is."""

_TO_A_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    # The star stands for all but Authorization; the others are named for browsers that do not know it.
    "Access-Control-Allow-Headers": (
        "Authorization, Accept, Accept-Language, Cache-Control, Content-Type, Idempotency-Key, If-Match, If-None-Match,"
        " Last-Event-ID, Prefer, Request-Id, *"
    ),
    "Access-Control-Max-Age": "86400",
}


def init_app(app: Flask) -> None:
    """Let pages of any origin ask whether they may call this app; that they may stands on every answer."""
    app.before_request(_preflight)


def _preflight() -> Response | None:
    """Answer a browser that asks whether it may send a request: it may, whatever the answer to that will be."""
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        return Response(status=204, headers=_TO_A_PREFLIGHT)
    return None
