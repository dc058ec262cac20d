"""Error handlers, which turn exceptions into problem documents (RFC 9457).

The error handlers of one resource are in its package or module, beside its routes.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import psycopg
import sqlalchemy.exc
from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from engine.decide import GameNotRunning, NotYourTurn
from service.core.people import tokens
from service.core.requests import auth
from service.core.tables import lookup
from service.platform import yielding
from service.platform.database.errors import cause, is_transient, reason
from service.platform.languages import translations
from service.platform.refusal import Refusal
from service.platform.requests.exchange import Exchange
from service.platform.website import html_rendering
from service.platform.wire import problem_kinds
from service.platform.wire.media_types import PROBLEM_JSON
from service.platform.wire.problems import Problem, address_of, cited, first_of
from service.platform.wire.request_record import current, language
from service.platform.wire.responses import as_json

_log = logging.getLogger(__name__)

_CODES: Final[Mapping[type[Exception], str]] = {
    GameNotRunning: "game-not-running",
    NotYourTurn: "not-your-turn",
}
"""The problem codes of exceptions of the engine. Exceptions of the service know their own."""

_BY_STATUS: Final[Mapping[int, str]] = {
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "payload-too-large",
    415: "unsupported-media-type",
}
"""Problems for the errors that Flask and Werkzeug raise."""

_RETRY_AFTER_S: Final = "2"

_CAUSED: Final = (429, 500, 503)
"""The statuses whose cause is in the log and in the metrics."""

_OF_A_SENTENCE: Final = "/.,;:!?)]}>'\"”’»*_ \u00a0"
"""What people and chat programs add to the end of an address."""

_TOKEN: Final = re.compile(rb"hnb_\w*")


def register(app: Flask) -> None:
    """Register the error handlers of an app."""
    app.register_error_handler(Problem, lambda problem: _mended_query(problem) or answer(problem))
    app.register_error_handler(HTTPStatus.NOT_FOUND, lambda _: _wrong_address("unknown-path"))
    app.register_error_handler(lookup.NotFound, lambda _: _wrong_address("not-found"))
    app.register_error_handler(Refusal, _refusal)
    for exception in _CODES:
        app.register_error_handler(exception, lambda error: answer(Problem(_CODES[type(error)])))
    app.register_error_handler(tokens.InvalidToken, _invalid_token)
    app.register_error_handler(auth.NoBearer, _no_bearer)
    app.register_error_handler(yielding.TooMuchWork, _too_much_work)
    app.register_error_handler(HTTPException, _http_exception)
    for kind in (psycopg.Error, sqlalchemy.exc.SQLAlchemyError):
        app.register_error_handler(kind, _database_error)
    app.register_error_handler(Exception, _unexpected)


def problem_of(problem: Problem) -> dict[str, Any]:
    """Return the problem document of a fault in one line of a request."""
    return _document(problem)


def without_tokens(sent: bytes) -> bytes:
    """Hide tokens that were sent as a value, which a problem document would repeat."""
    return _TOKEN.sub(b"(hidden)", sent) if b"hnb_" in sent else sent


def _document(problem: Problem, detail: str | None = None) -> dict[str, Any]:
    errors = [{**error, "detail": translations.worded(language(), error["detail"])} for error in problem.errors]
    said = problem_kinds.problem(language(), problem.code, **problem.wording, first=first_of(errors))
    return {
        "type": address_of(problem.code),
        "title": said.title,
        "status": int(problem.status),
        "detail": detail or said.detail,
        "code": problem.code,
        "request_id": current().request_id,
        **({"errors": errors} if errors else {}),
        **problem.members,
        **cited(problem.members.get("rule")),
    }


def answer(problem: Problem, detail: str | None = None) -> Response:
    """Return a problem as a response: a page for a reader of pages. `detail` replaces the usual wording of its code."""
    record = current()
    if record.cause is None and problem.status in _CAUSED:
        record.cause = problem.code
    body = _document(problem, detail)
    if html_rendering.asks_for_a_page(problem.status):
        said = problem_kinds.problem(
            language(), problem.code, **problem.wording, first=first_of(body.get("errors", ()))
        )
        response = html_rendering.trouble(problem.status, said.title, said.in_page or body["detail"], problem.headers)
    else:
        response = as_json(body, problem.status, problem.headers, media_type=PROBLEM_JSON)
    response.set_data(without_tokens(response.get_data()))
    return response


def _mended_query(problem: Problem) -> Response | None:
    """Return a redirect of a page to its address without faults in the query, or None for any other problem."""
    wrong = {error.get("parameter") for error in problem.errors} & set(request.args)
    if not wrong or not html_rendering.asks_for_a_page() or not current().operation.is_page:
        return None
    mended = [(name, _mended_value(values)) for name, values in request.args.lists() if name in wrong]
    right = [(name, value) for name, value in request.args.items() if name not in wrong]
    return html_rendering.redirect(request.path, [*right, *[(name, value) for name, value in mended if value]])


def _mended_value(values: Sequence[str]) -> str:
    """Return what of the values of a parameter may be right; empty for nothing."""
    shorter = values[0].rstrip(_OF_A_SENTENCE)
    return values[0] if len(values) > 1 else shorter if shorter != values[0] else ""


def _wrong_address(code: str) -> Response:
    mended = request.path.rstrip(_OF_A_SENTENCE)
    if mended != request.path and html_rendering.asks_for_a_page():
        return html_rendering.redirect(mended, list(request.args.items()))
    return answer(Problem(code))


def _refusal(error: Refusal) -> Response:
    headers = {} if error.retry_after_s is None else {"Retry-After": str(error.retry_after_s)}
    return answer(Problem(error.code, headers=headers, **error.members))


def _invalid_token(_: tokens.InvalidToken) -> Response:
    challenge = 'Bearer realm="hanabi", error="invalid_token"'
    return answer(Problem("invalid-token", headers={"WWW-Authenticate": challenge}))


def _no_bearer(_: auth.NoBearer) -> Response:
    headers = {"WWW-Authenticate": 'Bearer realm="hanabi"'}
    return answer(Problem("invalid-token", headers=headers, words="no-bearer"))


def _too_much_work(_: yielding.TooMuchWork) -> Response:
    current().cause = "work"
    _log.warning("a request used more than %s s of CPU time, request %s", yielding.LIMIT_S, current().request_id)
    return answer(Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S}))


def _http_exception(error: HTTPException) -> Response:
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if status < HTTPStatus.BAD_REQUEST:  # a redirect
        response = error.get_response()
        return Response(response.get_data(), response.status_code, dict(response.headers))
    code = _BY_STATUS.get(status, "bad-request" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "internal-error")
    return answer(Problem(code, headers=dict(pair for pair in error.get_headers() if pair[0] == "Allow")))


def _database_error(error: Exception) -> Response:
    found = cause(error)
    if isinstance(found, psycopg.errors.ForeignKeyViolation):  # the game was deleted meanwhile
        _log.info("%s does not hold, request %s", found.diag.constraint_name, current().request_id)
        return answer(Problem("not-found"))
    if not is_transient(found):
        return _unexpected(error)
    if isinstance(found, psycopg.errors.IdleInTransactionSessionTimeout):  # the request computed for long, not Postgres
        current().cause = "work"
        _log.warning("a transaction waited too long for its request, request %s", current().request_id)
        return answer(Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S}))
    current().cause = reason(found)
    exchange: Exchange = current_app.extensions["exchange"]
    exchange.concurrency.note_outage()
    # Only the type: the message of a database error may contain values of a row.
    _log.warning("the database did not answer: %s, request %s", type(found).__name__, current().request_id)
    return answer(Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S}))


def _unexpected(error: Exception) -> Response:
    _log.error("unexpected %s, request %s", type(error).__name__, current().request_id, exc_info=_without_values(error))
    return answer(Problem("internal-error"))


def _without_values(error: Exception) -> Exception | None:
    """Return the error to log, or None for a database error.

    Its text may contain statements and rows, and so a deck.
    """
    return None if isinstance(error, sqlalchemy.exc.SQLAlchemyError | psycopg.Error) else error
