"""Files that do not change while the service runs: compressed once, with an entity tag."""

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from flask import Response, request

from service.platform.requests.compression import preferred_coding
from service.platform.website.html_rendering import PAGE, add_policy
from service.platform.wire.media_types import HTML
from service.platform.wire.responses import prefers

_AN_HOUR: Final = "public, max-age=3600"

_MEDIA_TYPES: Final = {
    ".atom": "application/atom+xml",
    ".css": "text/css",
    ".html": HTML,
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".tgz": "application/gzip",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
}
"""By suffix; other files are plain text."""

_WITHOUT_CHARSET: Final = (
    "application/manifest+json",
    "application/gzip",
    "application/json",
    "application/xml",
    "application/yaml",
    "application/zip",
    "image/png",
    "image/svg+xml",
)


class StaticFile(NamedTuple):
    """The content of a file, as it is and as gzip, and its entity tag."""

    content: bytes
    gzipped: bytes
    tag: str


def packed(content: bytes) -> StaticFile:
    """Return a file with this content."""
    return StaticFile(content, gzip.compress(content, mtime=0), hashlib.sha256(content).hexdigest()[:32])


@cache
def read(file: Path) -> StaticFile:
    """Return a file of a folder."""
    return packed(file.read_bytes())


def file_response(name: str, file: StaticFile, cache_control: str = _AN_HOUR, language: str = "en") -> Response:
    """Return a file, or 304 if the client has it. Raises not-acceptable."""
    media_type = _MEDIA_TYPES.get(Path(name).suffix, "text/plain")
    prefers(media_type)
    coding = preferred_coding()
    charset = "" if media_type in _WITHOUT_CHARSET else "; charset=utf-8"
    response = Response(file.gzipped if coding else file.content, content_type=media_type + charset)
    response.headers["Content-Language"] = language
    response.headers["Cache-Control"] = cache_control
    response.headers["Vary"] = "Accept-Encoding"
    if coding:
        response.headers["Content-Encoding"] = coding
    response.set_etag(f"{file.tag}-{coding}" if coding else file.tag)
    add_policy(response, PAGE)
    response.make_conditional(request)
    return response
