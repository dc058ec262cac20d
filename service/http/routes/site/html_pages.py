"""Pages for people: a template in the reader's language, under a Content-Security-Policy, and the files it needs."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Response, render_template, request

from service import i18n, resources
from service.http.wire.responses import as_json, language, prefers

__all__ = ["HTML", "SCRIPTED", "STATIC", "WEB", "data", "file_answer", "read", "rendered"]

HTML: Final = "text/html"
WEB: Final = resources.WEB

_NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
STATIC: Final = f"{_NOTHING}; style-src 'self'; img-src 'self'"
SCRIPTED: Final = f"{STATIC} data:; script-src 'self'; connect-src 'self'"
"""Swagger UI draws its icons from data: addresses; what runs in a page calls this service and nothing else."""

_MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": HTML,
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
}
"""By suffix; what has none of these is shown as plain text."""
_WITHOUT_CHARSET: Final = ("application/json", "image/png")


def rendered(
    template: str,
    *,
    policy: str = STATIC,
    written_in: str | None = None,
    more_words: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """Return a page in the reader's language, unless it is written in one alone."""
    tongue = written_in or language()
    words = {**{key: i18n.page(tongue, key) for key in i18n.PAGES}, **(more_words or {})}
    response = Response(
        render_template(template, language=tongue, words=words, **values), content_type=f"{HTML}; charset=utf-8"
    )
    response.headers["Content-Language"] = tongue
    _guard(response, policy)
    return response


def data(body: object) -> Response:
    """Return what a page tells as JSON, as guarded as the page."""
    response = as_json(body)
    _guard(response, STATIC)
    return response


def file_answer(name: str, content: bytes, tag: str, cache_control: str, tongue: str = "en") -> Response:
    """Return a file that the caller may keep, or 304 to who has it already; not-acceptable for another media type."""
    media_type = _MEDIA_TYPES.get(Path(name).suffix, "text/plain")
    prefers(media_type)
    charset = "" if media_type in _WITHOUT_CHARSET else "; charset=utf-8"
    response = Response(content, content_type=media_type + charset)
    response.headers["Content-Language"] = tongue
    response.headers["Cache-Control"] = cache_control
    response.set_etag(tag)
    _guard(response, SCRIPTED)
    response.make_conditional(request)
    return response


@cache
def read(file: Path) -> tuple[bytes, str]:
    """Return what a file holds, and its entity tag."""
    content = file.read_bytes()
    return content, hashlib.sha256(content).hexdigest()[:32]


def _guard(response: Response, policy: str) -> None:
    response.headers["Content-Security-Policy"] = policy
    response.headers["Referrer-Policy"] = "no-referrer"
