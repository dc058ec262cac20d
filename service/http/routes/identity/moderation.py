"""Routes of reports and of moderation."""

from http import HTTPStatus

from flask import Blueprint, Response

from service.http.pipeline import auth, errors
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page_of
from service.http.wire.problems import Problem, fault
from service.http.wire.responses import as_json
from service.moderation import actions, reports

__all__ = ["routes"]

routes = Blueprint("moderation", __name__, url_prefix="/v1")


@routes.post("/reports")
@Operation("createReport", scope="play", stores=400, repeatable=True)
def make_report() -> Response:
    """Report an account or content.

    Reports an account, a game, a comment or a branch to the moderators. What the caller may not see is
    `not-found`. While an earlier report of the caller about the same target is open, that report is returned. An
    account may make twenty reports in 24 hours. Only moderators see who reports. The token needs the scope `play`.
    """
    caller = auth.caller()
    report, is_new = reports.make(caller, schemas.new_report())
    return as_json(render.own_report(report), HTTPStatus.CREATED if is_new else HTTPStatus.OK)


@routes.get("/moderation/reports")
@Operation("listReports", scope="moderate")
def list_reports() -> Response:
    """List the reports.

    Returns the open reports, or with `status=closed` the closed ones, oldest first. The action `close` closes a
    report. The token needs the scope `moderate`.
    """
    auth.caller()
    query = schemas.reports_query()
    after, limit = query.page
    found = reports.listed(closed=query.closed, after=after, limit=limit)
    return page_of(found, limit, render.received_report)


@routes.post("/moderation/actions")
@Operation("createModerationAction", scope="moderate", stores=400, repeatable=True)
def take_action() -> Response:
    """Take an action of moderation.

    Takes an action, and adds it to the log. `suspend` refuses all tokens of an account, until a time or for good;
    the account can still read, export and delete itself. `lift` ends a suspension. `rename` changes a name; only
    a moderator can then give the old one to somebody. `hide` hides a game, an imported replay, a comment or a
    branch; `unhide` shows it again. A hidden game is private: only its players and moderators see it. Hidden
    comments and branches are seen by their authors and by moderators. `close` closes a report. A private game of
    others is `not-found`. An action that would change nothing is `invalid-request`, except a second `suspend`. So
    is the suspension of your own account. The token needs the scope `moderate`, which only the operator gives.
    """
    caller = auth.caller()
    return as_json(render.moderation_action(actions.take(caller, schemas.order())), HTTPStatus.CREATED)


@routes.get("/moderation/actions")
@Operation("listModerationActions", scope="moderate")
def list_actions() -> Response:
    """List the actions of moderation.

    Returns the log of all actions of moderators and of the operator, newest first. Entries are never changed. The
    token needs the scope `moderate`.
    """
    auth.caller()
    query = schemas.log_query()
    after, limit = query.page
    return page_of(actions.log(query.target, after, limit), limit, render.moderation_action)


@routes.app_errorhandler(actions.BadOrder)
def _bad_order(error: actions.BadOrder) -> Response:
    return errors.answer(Problem("invalid-request", errors=[fault(f"#/{error.member}", str(error))]))
