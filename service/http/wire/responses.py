"""Responses: JSON, empty responses, media types and content negotiation."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import orjson
from flask import Response, request
from werkzeug.datastructures import Headers

from service.games.views import ViewVersion
from service.http.wire.problems import Problem
from service.http.wire.request_record import current
from service.replays.rendered_cache import RENDERING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = [
    "HANAB_LIVE",
    "JSON",
    "NDJSON",
    "NOTATION",
    "PROBLEM_JSON",
    "RECORD",
    "VARY",
    "CompleteResponse",
    "as_json",
    "as_lines",
    "elsewhere",
    "language",
    "not_modified",
    "nothing",
    "prefers",
    "tag_of",
]

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
PROBLEM_JSON: Final = "application/problem+json"
RECORD: Final = "application/vnd.hanabi.record+json"
HANAB_LIVE: Final = "application/vnd.hanab-live+json"
NOTATION: Final = "text/x-hanabi"

VARY: Final = "Accept, Accept-Language, Authorization"
"""The `Vary` header of responses that set none."""


def language() -> str:
    """Return the language of the response's texts, by `Accept-Language`."""
    return current().language


def prefers(*offers: str) -> str:
    """Return the media type that the caller prefers, by default the first; otherwise raise not-acceptable."""
    record = current()
    if len(offers) > 1:
        record.negotiated = True
    accepted = record.environ.get("HTTP_ACCEPT", "").strip()
    if not accepted or accepted in ("*/*", offers[0]):
        return offers[0]
    best = request.accept_mimetypes.best_match(offers)
    if best is None:
        raise Problem("not-acceptable")
    return best


class CompleteResponse(Response):
    """A response with a body of known length, which is nearly every response."""

    def get_wsgi_headers(self, environ: "WSGIEnvironment") -> Headers:
        """Return the headers unchanged: without the corrections for redirects and streams, which cost 5 µs."""
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


def nothing() -> Response:
    """Return a 204 without a media type."""
    return _empty(HTTPStatus.NO_CONTENT, {})


def elsewhere(address: str) -> Response:
    """Return a 307 to another address."""
    return _empty(HTTPStatus.TEMPORARY_REDIRECT, {"Location": address})


def _empty(status: HTTPStatus, headers: Mapping[str, str]) -> Response:
    response = Response(status=status, headers=headers)
    del response.headers["Content-Type"]
    return response


def tag_of(view_version: ViewVersion) -> str:
    """Return the entity tag of a view, made of what the view depends on and of nothing that it shows."""
    version, revision, seat = view_version
    viewer = "w" if seat is None else seat
    return f"{version}.{revision}.{viewer}.{language()}.{RENDERING}"


def not_modified(tag: str) -> Response:
    """Return a 304 with this entity tag."""
    return Response(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": f'"{tag}"'})


def as_lines(items: Iterable[object]) -> bytes:
    """Return items as newline-delimited JSON, one item a line."""
    return b"".join([orjson.dumps(item, option=orjson.OPT_APPEND_NEWLINE) for item in items])
