"""Negotiation of the content coding of a response."""

from flask import request

from service.http.wire.problems import Problem

__all__ = ["preferred_coding"]


def preferred_coding() -> str | None:
    """Return the preferred content coding: `gzip`, or None for identity.

    gzip wins a tie; without `Accept-Encoding` it is None (RFC 9110, 12.5.3). Raises not-acceptable if neither is
    accepted.
    """
    if "Accept-Encoding" not in request.headers:
        return None
    listed: dict[str, float] = {}
    for name, quality in request.accept_encodings:
        coding = name.lower().removeprefix("x-")
        listed[coding] = max(quality, listed.get(coding, 0.0))
    others = listed.get("*")
    gzip = listed.get("gzip", others or 0.0)
    identity = listed.get("identity", others)
    if gzip and gzip >= (identity if "identity" in listed and identity is not None else 0.0):
        return "gzip"
    if identity == 0.0:
        raise Problem("not-acceptable")
    return None
