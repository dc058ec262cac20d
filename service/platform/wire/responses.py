"""HTTP responses: JSON, empty responses and content negotiation."""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import orjson
from flask import Response, request
from werkzeug.datastructures import ETags, Headers

from service.platform.limits import gates
from service.platform.wire.media_types import JSON
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import current

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


VARY: Final = "Accept, Accept-Encoding, Accept-Language, Authorization, Cookie"
"""The `Vary` header of responses that set none."""

_MINIMAL: Final = re.compile(r'return\s*=\s*("?)minimal\1\s*(;.*)?', re.IGNORECASE)


_WAIT: Final = re.compile(r'wait\s*=\s*"?([0-9]{1,9})"?\s*(;.*)?', re.IGNORECASE)


def prefers(*offers: str) -> str:
    """Return the media type that the caller prefers, the first by default. Raises not-acceptable."""
    if len(offers) > 1:
        current().negotiated = True
    accepted = request.environ.get("HTTP_ACCEPT", "").strip()
    if not accepted or accepted in ("*/*", offers[0]):
        return offers[0]
    best = request.accept_mimetypes.best_match(offers)
    if best is None:
        raise Problem("not-acceptable")
    return best


class CompleteResponse(Response):
    """A response with a body of known length."""

    def get_wsgi_headers(self, environ: "WSGIEnvironment") -> Headers:
        """Return the headers unchanged.

        Werkzeug's corrections for redirects and streams would cost 5 µs.
        """
        return self.headers


def as_json(
    body: object,
    status: HTTPStatus = HTTPStatus.OK,
    headers: Mapping[str, str] | None = None,
    *,
    media_type: str = JSON,
) -> Response:
    """Return a JSON response."""
    return CompleteResponse(orjson.dumps(body), status, headers, content_type=media_type)


def wants_minimal() -> bool:
    """Return True if the caller prefers a response without a body (RFC 7240)."""
    preferences = request.headers.get("Prefer", "").split(",")
    return any(_MINIMAL.fullmatch(preference.strip()) for preference in preferences)


def requested_wait_s() -> int | None:
    """Return the seconds in `Prefer: wait=…` (RFC 7240), at most 60. Return None without it."""
    for preference in request.headers.get("Prefer", "").split(","):
        found = _WAIT.fullmatch(preference.strip())
        if found:
            return min(int(found[1]), gates.MAX_WAIT_S)
    return None


def wait_applied(wait_s: int | None) -> dict[str, str]:
    """Return the header that confirms a requested wait; none without a request."""
    return {} if wait_s is None else {"Preference-Applied": f"wait={wait_s}"}


def minimal(status: HTTPStatus, headers: Mapping[str, str]) -> Response:
    """Return a response without a body, as the caller prefers it."""
    return _empty(status, {"Preference-Applied": "return=minimal", **headers})


def no_content() -> Response:
    """Return a 204 response."""
    return _empty(HTTPStatus.NO_CONTENT, {})


def accepted() -> Response:
    """Return a 202 response without a body."""
    return _empty(HTTPStatus.ACCEPTED, {})


def not_yet(after_s: int) -> Response:
    """Return a 202 response without a body. The client asks again after some seconds."""
    return _empty(HTTPStatus.ACCEPTED, {"Retry-After": str(after_s)})


def redirect_to(address: str, status: HTTPStatus = HTTPStatus.TEMPORARY_REDIRECT) -> Response:
    """Return a redirect to another address."""
    return _empty(status, {"Location": address})


def _empty(status: HTTPStatus, headers: Mapping[str, str]) -> Response:
    response = Response(status=status, headers=headers)
    del response.headers["Content-Type"]
    return response


def not_modified(tag: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return a 304 response with this entity tag."""
    response = CompleteResponse(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": f'"{tag}"', **(headers or {})})
    del response.headers["Content-Type"]
    return response


def revised(
    body: object, revision: int, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """Return JSON with a tag of its revision and its content, or 304 if the client has it."""
    response = as_json(body, status, headers)
    tag = f"{revision}-{sha256(response.get_data()).hexdigest()[:16]}"
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(tag):
        return not_modified(tag, headers)
    response.headers["ETag"] = f'"{tag}"'
    return response


def is_expected(revision: int, *, exists: bool = True) -> bool:
    """Return True if `If-Match` and `If-None-Match` allow a change of what has this revision, if it `exists`.

    The revision decides, as a tag may also tell what others have changed, such as who may read a part.
    """
    if "If-Match" in request.headers and not (exists and _names(request.if_match, revision, weakly=False)):
        return False
    return not (exists and "If-None-Match" in request.headers and _names(request.if_none_match, revision, weakly=True))


def _names(tags: ETags, revision: int, *, weakly: bool) -> bool:
    """Return True if entity tags name a revision, by the comparisons of RFC 9110, 13.1.1 and 13.1.2."""
    known = tags.as_set(include_weak=weakly)
    return tags.star_tag or any((tag or "").partition("-")[0] == str(revision) for tag in known)  # an empty tag is None


def cacheable(response: Response) -> Response:
    """Return a response that is the same for everyone who reads its language, or 304 if the client has it."""
    tag = sha256(response.get_data()).hexdigest()[:32]
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": "public, max-age=3600",
        "Vary": "Accept, Accept-Encoding, Accept-Language",
    }
    if request.if_none_match.contains_weak(tag):
        return Response(status=304, headers=headers)
    response.headers.update(headers)
    return response


def encoded(items: Iterable[object]) -> list[orjson.Fragment]:
    """Return items as parts of a JSON document.

    Each is encoded as soon as it is made.
    """
    return [orjson.Fragment(orjson.dumps(item)) for item in items]


def as_lines(items: Iterable[object]) -> bytes:
    """Return items as newline-delimited JSON, one item per line."""
    return b"".join([orjson.dumps(item, option=orjson.OPT_APPEND_NEWLINE) for item in items])
