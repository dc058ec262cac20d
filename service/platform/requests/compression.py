"""Compression of responses with gzip, and its negotiation."""

import zlib
from typing import Final

from flask import Response, request

from service.platform import yielding
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import current


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


_AT_LEAST_BYTES: Final = 1024

_LEVEL: Final = 1
"""A live view is sent once, so speed counts more than the last percent."""

_GZIP: Final = 31  # zlib's number for gzip with the largest window

_PIECE_BYTES: Final = 128 * 1024
"""The number of bytes that are compressed without giving way."""


def compressed(response: Response) -> Response:
    """Return the response, compressed if it is long and the client accepts gzip.

    The entity tag of a compressed response is weak: its bytes are others, its content is the same.
    """
    if response.status_code == 304:
        return _not_modified(response)
    if not _accepts_gzip() or not _is_compressible(response):
        return response
    packer = zlib.compressobj(_LEVEL, wbits=_GZIP)
    content = response.get_data()
    pieces = []
    for at in range(0, len(content), _PIECE_BYTES):
        pieces.append(packer.compress(content[at : at + _PIECE_BYTES]))
        yielding.give_way()
    response.set_data(b"".join([*pieces, packer.flush()]))
    response.headers["Content-Encoding"] = "gzip"
    tag = response.headers.get("ETag")
    if tag is not None and not tag.startswith("W/"):
        response.headers["ETag"] = f"W/{tag}"
    return response


def _is_compressible(response: Response) -> bool:
    if request.method not in ("GET", "HEAD") or not current().operation.compressed:
        return False
    if not response.is_sequence or "Content-Encoding" in response.headers:
        return False
    media_type = response.mimetype or ""
    is_text = media_type.startswith("text/") or media_type.endswith(("json", "xml", "yaml"))
    return is_text and len(response.get_data()) >= _AT_LEAST_BYTES


def _accepts_gzip() -> bool:
    try:
        return preferred_coding() == "gzip"
    except Problem:  # neither gzip nor identity: the response stays as it is
        return False


def _not_modified(response: Response) -> Response:
    """Repeat a weak tag that the client sent: it is the one of the response that the client has."""
    tag = response.headers.get("ETag", "")
    if tag.startswith('"') and f"W/{tag}" in request.headers.get("If-None-Match", ""):
        response.headers["ETag"] = f"W/{tag}"
    return response
