"""How an answer leaves: JSON in UTF-8 by orjson, in a language and a media type that the caller asked for."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import orjson
from flask import Response, request

from service.games.views import ViewVersion
from service.http.wire.problems import Problem
from service.http.wire.request_record import current
from service.replays.rendered_cache import RENDERING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

__all__ = [
    "HANAB_LIVE",
    "JSON",
    "NDJSON",
    "NOTATION",
    "PROBLEM_JSON",
    "RECORD",
    "VARY",
    "Answer",
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
"""What an answer depends on beside its address, unless it says otherwise."""


def language() -> str:
    """Return the language of the response's texts, by `Accept-Language`."""
    return current().language


def prefers(*offers: str) -> str:
    """Return which of these media types the caller likes best, the first if it is all the same; else not-acceptable."""
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


class Answer(Response):
    """A response that is whole already, as nearly all are: sent without what streams and redirects need."""

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Send it; HEAD, what has no content, and what is not whole, as any other response."""
        body = self.response
        if environ["REQUEST_METHOD"] == "HEAD" or not (isinstance(body, list) and len(body) == 1) or self._on_close:
            return super().__call__(environ, start_response)
        start_response(self.status, self.headers.to_wsgi_list())  # the length is among them
        return body


def as_json(
    body: object,
    status: HTTPStatus = HTTPStatus.OK,
    headers: Mapping[str, str] | None = None,
    *,
    media_type: str = JSON,
) -> Response:
    """Return a body as a JSON answer."""
    return Answer(orjson.dumps(body), status, headers, content_type=media_type)


def nothing() -> Response:
    """Return the answer to what is done and leaves nothing to tell: 204, and not the media type of a body."""
    return _empty(HTTPStatus.NO_CONTENT, {})


def elsewhere(address: str) -> Response:
    """Return the answer to what is to be asked for at another address, in the same way: 307."""
    return _empty(HTTPStatus.TEMPORARY_REDIRECT, {"Location": address})


def _empty(status: HTTPStatus, headers: Mapping[str, str]) -> Response:
    answer = Response(status=status, headers=headers)
    del answer.headers["Content-Type"]
    return answer


def tag_of(edition: ViewVersion, tongue: str | None = None) -> str:
    """Return the entity tag of a view: what it depends on, and never anything of what it holds."""
    version, revision, seat = edition
    viewer = "w" if seat is None else seat
    return f"{version}.{revision}.{viewer}.{tongue or language()}.{RENDERING}"


def not_modified(tag: str) -> Response:
    """Return the answer to someone who has it already."""
    return Response(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": f'"{tag}"'})


def as_lines(items: Iterable[object]) -> bytes:
    """Return items as newline-delimited JSON, one a line."""
    return b"".join([orjson.dumps(item, option=orjson.OPT_APPEND_NEWLINE) for item in items])
