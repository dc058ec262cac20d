"""Rendering of HTML pages, with their language and Content-Security-Policy."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote, urlencode

from babel import Locale
from flask import Response, render_template, request

from service.platform.languages import choice
from service.platform.website import page_words
from service.platform.wire.media_types import HTML, PROBLEM_JSON
from service.platform.wire.request_record import cookies, current, language
from service.platform.wire.responses import as_json, not_modified

_THEMES: Final = ("light", "dark")

_NO_SOURCES: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

_OF_PAGES: Final = ("Content-Language", "Content-Security-Policy", "Referrer-Policy")

STATIC: Final = f"{_NO_SOURCES}; style-src 'self'; img-src 'self'"

PAGE: Final = f"{STATIC}; script-src 'self'; connect-src 'self'; manifest-src 'self'"
"""For all pages. Their scripts are files of this service and call only this service; none is in the page itself."""


def rendered(
    template: str,
    *,
    policy: str = PAGE,
    page_language: str | None = None,
    text_language: str | None = None,
    more_words: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """Return a page in the reader's language and color scheme.

    `page_language` is the language of a page that is at an address of its own in each language, and `text_language`
    that of a text that is not translated. `more_words` are added to the words of all pages.
    """
    page_language = page_language or language()
    text_language = text_language or page_language
    theme = cookies(request.environ).get("theme")
    text = render_template(
        template,
        language=page_language,
        text_language=text_language,
        languages=choice.LANGUAGE_NAMES,
        plural=Locale.parse(page_language).plural_form,
        theme=theme if theme in _THEMES else None,
        words={**page_words.layout_words(page_language), **(more_words or {})},
        **values,
    )
    response = Response(text, content_type=f"{HTML}; charset=utf-8")
    response.headers["Content-Language"] = text_language
    add_policy(response, policy)
    return response


def page(template: str, *, exists: bool = True, **values: Any) -> Response:
    """Return a page. `early` contains the addresses of the data that its script asks for first.

    Its status is 404 unless what it is about `exists`, so that search engines forget it. Its script says so to people.
    """
    words = page_words.page_words(language())
    found = rendered(
        template,
        policy=PAGE,
        more_words=words,
        api_language=current().negotiated_language,  # of what the browser loads before the scripts ask for it
        **values,
    )
    if not exists:
        found.status_code = HTTPStatus.NOT_FOUND
    return found


def has_sign_in() -> bool:
    """Return whether the browser has the cookie that scripts take for a sign-in. It proves nothing."""
    return any(name.endswith("hanabi-csrf") for name in cookies(request.environ))


def asks_for_a_page(status: HTTPStatus = HTTPStatus.NOT_FOUND) -> bool:
    """Return whether a person reads an answer: any of a page, or in a browser that of an address of nothing."""
    if request.method not in ("GET", "HEAD") or request.path.startswith(("/v1/", "/oembed")):
        return False
    accepted = request.accept_mimetypes
    if current().operation.is_page:
        return not accepted or accepted.best_match((HTML, PROBLEM_JSON)) == HTML
    return status == HTTPStatus.NOT_FOUND and accepted.best_match((PROBLEM_JSON, HTML)) == HTML


def kept(response: Response) -> Response:
    """Let a browser keep a page, and answer 304 if it has this one."""
    tag = sha256(response.get_data()).hexdigest()[:32]
    of_page = {name: response.headers[name] for name in _OF_PAGES if name in response.headers}  # JSON has no language
    headers = {"Cache-Control": "private, no-cache", **of_page}
    if request.if_none_match.contains_weak(tag):
        return not_modified(tag, headers)
    response.set_etag(tag)
    response.headers.update(headers)
    return response


def trouble(status: HTTPStatus, title: str, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return the page of a problem with its texts."""
    home = page_words.page_words(language())["home-title"]
    found = rendered("wrong-address.html", title=title, detail=detail, home=home)
    found.status_code = status
    found.headers.update(headers or {})
    return found


def redirect(path: str, parameters: Sequence[tuple[str, str]]) -> Response:
    """Send a browser to another path of this service. It keeps the fragment of the address."""
    query = urlencode(parameters, safe=",:")
    found = Response(status=HTTPStatus.FOUND, content_type=f"{HTML}; charset=utf-8")
    found.headers["Location"] = f"/{quote(path.lstrip('/'))}{query and '?'}{query}"  # never `//`, which names a host
    add_policy(found, STATIC)
    return found


def data(body: object) -> Response:
    """Return the JSON form of a page."""
    response = as_json(body)
    add_policy(response, STATIC)
    return response


def add_policy(response: Response, policy: str) -> None:
    """Add what the response may load, and the policy for referrers."""
    response.headers["Content-Security-Policy"] = policy
    response.headers["Referrer-Policy"] = "no-referrer"
