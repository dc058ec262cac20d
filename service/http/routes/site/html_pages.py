"""Rendering of HTML pages and files, with their language and Content-Security-Policy."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Response, render_template, request

from service import i18n
from service.http.wire.request_record import language
from service.http.wire.responses import as_json, prefers

__all__ = ["HTML", "SCRIPTED", "STATIC", "data", "file_response", "read", "rendered"]

HTML: Final = "text/html"

_NO_SOURCES: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
STATIC: Final = f"{_NO_SOURCES}; style-src 'self'; img-src 'self'"
SCRIPTED: Final = f"{STATIC} data:; script-src 'self'; connect-src 'self'"
"""For pages with scripts, which may call only this service. Swagger UI needs data: URLs for its icons."""

_MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": HTML,
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
}
"""By suffix; other files are plain text."""
_WITHOUT_CHARSET: Final = ("application/json", "image/png")


def rendered(
    template: str,
    *,
    policy: str = STATIC,
    only_language: str | None = None,
    more_words: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """Return a page in the reader's language.

    `only_language` is the language of a page that is not translated. `more_words` are added to the words of all pages.
    """
    page_language = only_language or language()
    words = {**{key: i18n.page(page_language, key) for key in i18n.PAGES}, **(more_words or {})}
    response = Response(
        render_template(template, language=page_language, words=words, **values), content_type=f"{HTML}; charset=utf-8"
    )
    response.headers["Content-Language"] = page_language
    _add_policy(response, policy)
    return response


def data(body: object) -> Response:
    """Return the JSON form of a page."""
    response = as_json(body)
    _add_policy(response, STATIC)
    return response


def file_response(name: str, content: bytes, tag: str, cache_control: str, language: str = "en") -> Response:
    """Return a file, or 304 if the client has it. Raises not-acceptable."""
    media_type = _MEDIA_TYPES.get(Path(name).suffix, "text/plain")
    prefers(media_type)
    charset = "" if media_type in _WITHOUT_CHARSET else "; charset=utf-8"
    response = Response(content, content_type=media_type + charset)
    response.headers["Content-Language"] = language
    response.headers["Cache-Control"] = cache_control
    response.set_etag(tag)
    _add_policy(response, SCRIPTED)
    response.make_conditional(request)
    return response


@cache
def read(file: Path) -> tuple[bytes, str]:
    """Return the content of a file and its entity tag."""
    content = file.read_bytes()
    return content, hashlib.sha256(content).hexdigest()[:32]


def _add_policy(response: Response, policy: str) -> None:
    response.headers["Content-Security-Policy"] = policy
    response.headers["Referrer-Policy"] = "no-referrer"
