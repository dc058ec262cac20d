"""Routes of reports and of moderation."""

from http import HTTPStatus

from flask import Blueprint, Response

from service.http.pipeline import auth
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page_of
from service.http.wire.responses import as_json
from service.moderation import actions, reports

__all__ = ["routes"]

routes = Blueprint("moderation", __name__, url_prefix="/v1")


@routes.post("/reports")
@Operation("createReport", scope="play", stores=400, repeatable=True)
def make_report() -> Response:
    """Report an account or content to the moderators. A report that is open already is returned."""
    caller = auth.caller()
    report, is_new = reports.make(caller, schemas.new_report())
    return as_json(render.own_report(report), HTTPStatus.CREATED if is_new else HTTPStatus.OK)


@routes.get("/moderation/reports")
@Operation("listReports", scope="moderate")
def list_reports() -> Response:
    """List the open or the closed reports, oldest first."""
    auth.caller()
    query = schemas.reports_query()
    after, limit = query.page
    found = reports.listed(closed=query.closed, after=after, limit=limit)
    return page_of(found, limit, render.received_report)


@routes.post("/moderation/actions")
@Operation("createModerationAction", scope="moderate", stores=400, repeatable=True)
def take_action() -> Response:
    """Take an action of moderation, and log it."""
    caller = auth.caller()
    return as_json(render.moderation_action(actions.take(caller, schemas.order())), HTTPStatus.CREATED)


@routes.get("/moderation/actions")
@Operation("listModerationActions", scope="moderate")
def list_actions() -> Response:
    """List the actions of moderation, newest first."""
    auth.caller()
    query = schemas.log_query()
    after, limit = query.page
    return page_of(actions.log(query.target, after, limit), limit, render.moderation_action)
