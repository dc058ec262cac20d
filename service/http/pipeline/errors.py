"""Error handlers, which turn every exception into a problem document (RFC 9457)."""

import logging
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import psycopg
import sqlalchemy.exc
from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from engine.decide import GameNotRunning, IllegalMove, NotYourTurn
from engine.proof.deal import CompositionError
from engine.rules import RulesError
from service import i18n, svg, work
from service.database.errors import cause, is_transient
from service.games import lookup, play
from service.games.lobby import invitations, seats
from service.http.pipeline import auth
from service.http.pipeline.exchange import Exchange
from service.http.wire import render
from service.http.wire.media_types import PROBLEM_JSON
from service.http.wire.problems import Problem, address_of, cited, fault, first_of, step
from service.http.wire.request_record import current, language
from service.http.wire.responses import as_json
from service.identity import tokens
from service.moderation import actions
from service.refusal import Refusal
from service.replays import exporting, importing, lines, notes

__all__ = ["problem_of", "register", "without_tokens"]

_log = logging.getLogger(__name__)

_CODES: Final[Mapping[type[Exception], str]] = {
    GameNotRunning: "game-not-running",
    NotYourTurn: "not-your-turn",
}
"""The problem codes of exceptions of the engine. Those of the service know their own."""

_BY_STATUS: Final[Mapping[int, str]] = {
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "payload-too-large",
    415: "unsupported-media-type",
}
"""Problems for the errors that Flask and Werkzeug raise."""

_RETRY_AFTER_S: Final = "2"

_TOKEN: Final = re.compile(rb"hnb_\w*")


def register(app: Flask, wrong_address: Callable[[], Response | None]) -> None:
    """Register the error handlers of an app.

    `wrong_address` returns the page of a wrong address for the current request, or None for a problem document.
    """

    def not_found(_: Exception) -> Response:
        return wrong_address() or _answer(Problem("not-found"))

    app.register_error_handler(Problem, _answer)
    app.register_error_handler(HTTPStatus.NOT_FOUND, not_found)
    app.register_error_handler(lookup.NotFound, not_found)
    app.register_error_handler(Refusal, _refusal)
    for exception in _CODES:
        app.register_error_handler(exception, lambda error: _answer(Problem(_CODES[type(error)])))
    app.register_error_handler(play.VersionConflict, _version_conflict)
    app.register_error_handler(lookup.NoSuchSeat, _no_such_seat)
    app.register_error_handler(seats.OwnSeat, _own_seat)
    app.register_error_handler(lookup.VersionNotReached, _version_not_reached)
    app.register_error_handler(invitations.NoSuchAccount, _no_such_account)
    app.register_error_handler(tokens.InvalidToken, _invalid_token)
    app.register_error_handler(auth.NoBearer, _no_bearer)
    app.register_error_handler(tokens.OutlivesParent, _outlives_parent)
    app.register_error_handler(notes.NoSuchAnchor, _no_such_anchor)
    app.register_error_handler(IllegalMove, _illegal_move)
    app.register_error_handler(lines.IllegalBranch, _illegal_branch)
    app.register_error_handler(lines.AfterTheEnd, _after_the_end)
    app.register_error_handler(lines.NoSuchBranchPoint, _no_such_branch_point)
    app.register_error_handler(RulesError, _rules_error)
    app.register_error_handler(CompositionError, _composition_error)
    app.register_error_handler(importing.Refused, _import_refused)
    app.register_error_handler(exporting.ExportRefused, _export_refused)
    app.register_error_handler(work.TooMuchWork, _too_much_work)
    app.register_error_handler(svg.RasterFailed, _raster_failed)
    app.register_error_handler(actions.BadOrder, _bad_order)
    app.register_error_handler(HTTPException, _http_exception)
    for kind in (psycopg.Error, sqlalchemy.exc.SQLAlchemyError):
        app.register_error_handler(kind, _database_error)
    app.register_error_handler(Exception, _unexpected)


def problem_of(error: Problem | importing.Refused) -> dict[str, Any]:
    """Return the problem document of an error in one line of a request."""
    return _document(_refused(error) if isinstance(error, importing.Refused) else error)


def without_tokens(sent: bytes) -> bytes:
    """Hide tokens that were sent as a value, which a problem document would repeat."""
    return _TOKEN.sub(b"(hidden)", sent) if b"hnb_" in sent else sent


def _document(problem: Problem, detail: str | None = None) -> dict[str, Any]:
    title, wording = i18n.problem(language(), problem.code, **problem.members, first=first_of(problem.errors))
    return {
        "type": address_of(problem.code),
        "title": title,
        "status": int(problem.status),
        "detail": detail or wording,
        "code": problem.code,
        "request_id": current().request_id,
        **({"errors": problem.errors} if problem.errors else {}),
        **problem.members,
        **cited(problem.members.get("rule")),
    }


def _answer(problem: Problem, detail: str | None = None) -> Response:
    body = _document(problem, detail)
    answer = as_json(body, problem.status, problem.headers, media_type=PROBLEM_JSON)
    answer.set_data(without_tokens(answer.get_data()))
    return answer


def _refusal(error: Refusal) -> Response:
    headers = {} if error.retry_after_s is None else {"Retry-After": str(error.retry_after_s)}
    return _answer(Problem(error.code, headers=headers, **error.members))


def _version_conflict(error: play.VersionConflict) -> Response:
    missed = render.feed(error.missed, language())
    return _answer(Problem("version-conflict", version=missed["version"], events=missed["items"]))


def _no_such_seat(error: lookup.NoSuchSeat) -> Response:
    where = ("?" if request.method in ("GET", "HEAD") else "#/") + error.member
    return _answer(Problem("invalid-request", errors=[fault(where, f"must be from 0 to {error.seats - 1}")]))


def _own_seat(_: seats.OwnSeat) -> Response:
    why = "is the caller's own: DELETE /v1/games/{game}/seats/me frees it"
    return _answer(Problem("invalid-request", errors=[fault("?seat", why)]))


def _version_not_reached(error: lookup.VersionNotReached) -> Response:
    newest = error.newest
    detail = f"must be from 0 to {newest}" if newest >= 0 else "names a version, and the game has not been dealt"
    return _answer(Problem("invalid-request", errors=[fault("?at", detail)]))


def _no_such_account(_: invitations.NoSuchAccount) -> Response:
    return _answer(Problem("invalid-request", errors=[fault("#/account", "must be the id of an account")]))


def _invalid_token(_: tokens.InvalidToken) -> Response:
    challenge = 'Bearer realm="hanabi", error="invalid_token"'
    return _answer(Problem("invalid-token", headers={"WWW-Authenticate": challenge}))


def _no_bearer(_: auth.NoBearer) -> Response:
    problem = Problem("invalid-token", headers={"WWW-Authenticate": 'Bearer realm="hanabi"'})
    return _answer(problem, i18n.problem(language(), "missing-token").remedy)


def _outlives_parent(error: tokens.OutlivesParent) -> Response:
    why = f"must be at most {error.most_s}, the seconds until the request's token expires"
    return _answer(Problem("invalid-request", errors=[fault("#/expires_in_s", why)]))


def _no_such_anchor(error: notes.NoSuchAnchor) -> Response:
    where = "#/anchor" if request.method == "POST" else "?anchor"
    why = f"must be game, a turn from turn-0 to turn-{error.turns}, or a card from card-0 to card-{error.cards - 1}"
    return _answer(Problem("invalid-request", errors=[fault(where, why)]))


def _illegal_move(error: IllegalMove) -> Response:
    refusal = error.refusal
    problem = Problem("illegal-move", refusal=refusal.code, rule=refusal.rule)
    return _answer(problem, i18n.refusal(language(), refusal.code, refusal.rule))


def _illegal_branch(error: lines.IllegalBranch) -> Response:
    refusal = error.refusal
    wording = i18n.refusal(language(), refusal.code, refusal.rule)
    errors = [fault(f"#/moves/{error.number}", wording, rule=refusal.rule)]
    return _answer(Problem("illegal-move", errors=errors, refusal=refusal.code, rule=refusal.rule), wording)


def _after_the_end(error: lines.AfterTheEnd) -> Response:
    return _answer(
        Problem("invalid-request", errors=[fault(f"#/moves/{error.number}", "comes after the end", rule="R22")])
    )


def _no_such_branch_point(error: lines.NoSuchBranchPoint) -> Response:
    return _answer(Problem("invalid-request", errors=[fault("#/at", f"must be from 0 to {error.last}")]))


def _rules_error(error: RulesError) -> Response:
    faults = [fault(f"#/rules{step(member)}", why) for member, why in error.faults.items()]
    return _answer(Problem("invalid-request", errors=faults))


def _composition_error(error: CompositionError) -> Response:
    return _answer(Problem("invalid-deck", errors=[fault("#/deck", str(error), rule="R2")], rule="R2"))


def _import_refused(error: importing.Refused) -> Response:
    return _answer(_refused(error))


def _refused(error: importing.Refused) -> Problem:
    errors = [{**error.where, "detail": error.why, **cited(error.rule)}]
    return Problem("import-refused", errors=errors, rule=error.rule)


def _export_refused(error: exporting.ExportRefused) -> Response:
    report = render.report(error.report, language())
    return _answer(Problem("export-refused", report=report))


def _too_much_work(_: work.TooMuchWork) -> Response:
    _log.warning("a request used more than %s s of CPU time, request %s", work.LIMIT_S, current().request_id)
    return _answer(Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S}))


def _raster_failed(_: svg.RasterFailed) -> Response:
    _log.warning("a picture could not be made, request %s", current().request_id)
    return _answer(Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S}))


def _bad_order(error: actions.BadOrder) -> Response:
    return _answer(Problem("invalid-request", errors=[fault(f"#/{error.member}", str(error))]))


def _http_exception(error: HTTPException) -> Response:
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if status < HTTPStatus.BAD_REQUEST:  # a redirect
        response = error.get_response()
        return Response(response.get_data(), response.status_code, dict(response.headers))
    code = _BY_STATUS.get(status, "bad-request" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "internal-error")
    return _answer(Problem(code, headers=dict(pair for pair in error.get_headers() if pair[0] == "Allow")))


def _database_error(error: Exception) -> Response:
    if isinstance(cause(error), psycopg.errors.ForeignKeyViolation):  # the game was deleted meanwhile
        return _answer(Problem("not-found"))
    if not is_transient(error):
        return _unexpected(error)
    exchange: Exchange = current_app.extensions["exchange"]
    exchange.concurrency.note_outage()
    # Only the type: the message of a database error may contain values of a row.
    _log.warning("the database did not answer: %s, request %s", type(cause(error)).__name__, current().request_id)
    return _answer(Problem("service-unavailable", headers={"Retry-After": _RETRY_AFTER_S}))


def _unexpected(error: Exception) -> Response:
    _log.error("unexpected %s, request %s", type(error).__name__, current().request_id, exc_info=_without_values(error))
    return _answer(Problem("internal-error"))


def _without_values(error: Exception) -> Exception | None:
    """Return the error to log, or None for a database error.

    Its text may contain statements and rows, and so a deck.
    """
    return None if isinstance(error, sqlalchemy.exc.SQLAlchemyError | psycopg.Error) else error
