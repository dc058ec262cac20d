"""Problem documents for errors before the application, such as malformed HTTP."""

import json
import secrets
from typing import Final

from gunicorn.http.errors import (
    ConfigurationProblem,
    ExpectationFailed,
    ForbiddenProxyRequest,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
)

from service.platform.languages import choice
from service.platform.server.request_body import BodyIncomplete, MemoryFull, TooManyChunks
from service.platform.wire import problem_kinds

__all__ = ["problem_response", "status_of"]

_REASONS: Final = {
    400: "Bad Request",
    403: "Forbidden",
    414: "URI Too Long",
    417: "Expectation Failed",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
}
_STATUSES: Final[tuple[tuple[tuple[type[BaseException], ...], int], ...]] = (
    ((MemoryFull,), 503),
    ((InvalidResponseHeader, InvalidResponseHeaderName, ConfigurationProblem), 500),
    ((LimitRequestLine,), 414),
    ((LimitRequestHeaders,), 431),
    ((ExpectationFailed,), 417),
    ((ForbiddenProxyRequest,), 403),
    ((BodyIncomplete, TooManyChunks, ParseException), 400),
)
_CODES: Final = {500: "internal-error", 503: "service-unavailable"}


def status_of(error: BaseException) -> int:
    """Return the HTTP status for an error of the server."""
    return next((status for kinds, status in _STATUSES if isinstance(error, kinds)), 500)


def problem_response(status: int) -> bytes:
    """Return a complete HTTP response with a problem document.

    It contains nothing from the request.
    """
    code = _CODES.get(status, "bad-request")
    wording = problem_kinds.problem(choice.DEFAULT_LANGUAGE, code)
    request_id = secrets.token_hex(16)
    problem = {
        "type": f"/problems/{code}",
        "title": wording.title,
        "status": status,
        "detail": wording.detail,
        "code": code,
        "request_id": request_id,
    }
    body = json.dumps(problem, ensure_ascii=False).encode()
    retry = "Retry-After: 2\r\n" if status == 503 else ""
    head = (
        f"HTTP/1.1 {status} {_REASONS[status]}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        f"Content-Language: {choice.DEFAULT_LANGUAGE}\r\nCache-Control: no-store\r\nRequest-Id: {request_id}\r\n"
        f"{retry}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("latin-1") + body
