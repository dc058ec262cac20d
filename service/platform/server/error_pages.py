"""Problem documents for errors before the application, such as malformed HTTP."""

import secrets
from http import HTTPStatus
from typing import Final

import orjson
from gunicorn.http.errors import (
    ConfigurationProblem,
    ExpectationFailed,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
)

from service.platform.languages import choice
from service.platform.server.request_body import BodyIncomplete, MemoryFull, TooManyChunks
from service.platform.wire import problem_kinds

_CODES: Final[tuple[tuple[tuple[type[BaseException], ...], str], ...]] = (
    ((MemoryFull,), "service-unavailable"),
    ((InvalidResponseHeader, InvalidResponseHeaderName, ConfigurationProblem), "internal-error"),
    ((LimitRequestLine,), "uri-too-long"),
    ((LimitRequestHeaders,), "headers-too-large"),
    ((ExpectationFailed,), "expectation-failed"),
    ((BodyIncomplete, TooManyChunks, ParseException), "bad-request"),
)


def code_of(error: BaseException) -> str:
    """Return the code of the problem for an error of the server."""
    return next((code for kinds, code in _CODES if isinstance(error, kinds)), "internal-error")


def problem_response(code: str, site: str = "") -> bytes:
    """Return a complete HTTP response with a problem document, as those of the application are.

    It contains nothing from the request, so its language is the default, and its `type` is absolute only with `site`,
    the scheme and host of the service.
    """
    # They import psycopg, which a worker must not import before gevent has patched the standard library.
    from service.platform.requests.exchange import ON_EVERY_RESPONSE
    from service.platform.wire.media_types import PROBLEM_JSON
    from service.platform.wire.responses import VARY

    status = problem_kinds.STATUS_OF[code]
    wording = problem_kinds.problem(choice.DEFAULT_LANGUAGE, code)
    request_id = secrets.token_hex(16)
    problem = {
        "type": f"{site}/problems/{code}",
        "title": wording.title,
        "status": int(status),
        "detail": wording.detail,
        "code": code,
        "request_id": request_id,
    }
    body = orjson.dumps(problem)
    headers = [
        ("Connection", "close"),
        ("Content-Type", PROBLEM_JSON),
        ("Content-Length", str(len(body))),
        *ON_EVERY_RESPONSE,
        ("Request-Id", request_id),
        ("Cache-Control", "no-store"),
        ("Vary", VARY),
        ("Content-Language", choice.DEFAULT_LANGUAGE),
    ]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append(("Retry-After", "2"))
    lines = [f"HTTP/1.1 {int(status)} {status.phrase}", *[f"{name}: {value}" for name, value in headers]]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body
