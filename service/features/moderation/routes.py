"""Reports and moderation: routes, request bodies and JSON."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response
from marshmallow import ValidationError

from engine.wording import N_
from service.core.common_values import AccountId, NextCursor, Time
from service.core.people.names import MAX_NAME_LENGTH
from service.core.requests import auth, error_handlers
from service.features.moderation import actions, reports, targets
from service.features.moderation.actions import MAX_REASON_LENGTH, LoggedAction, Order
from service.features.moderation.rendering import OF_OTHERS, ON_ACCOUNTS, ModerationTarget, ReportId, ReportReason
from service.features.moderation.reports import MAX_REPORT_LENGTH, REASONS, NewReport
from service.features.moderation.targets import Target
from service.platform.wire.field_types import Described, Id, Items, Named, Object, ResponseSchema, Text
from service.platform.wire.headers import LINK
from service.platform.wire.operation import Answer, Body, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT, page_in, page_of
from service.platform.wire.problems import invalid
from service.platform.wire.rendering import Rendered, itself
from service.platform.wire.request_fields import Paragraphs, PlainText, Timestamp, length, one_of
from service.platform.wire.request_parsing import Request, json_body, load, load_query
from service.platform.wire.responses import as_json


class Report(Rendered[reports.ReceivedReport]):
    """A report that was sent."""

    id = ReportId(attribute="report_id")
    about = ModerationTarget()
    reason = ReportReason()
    text = Text("What the reporter wrote; null for nothing.", null=True)
    at = Time()


class NamedAccount(Rendered[reports.ReceivedReport | actions.Moderator]):
    """An account with its name."""

    id = AccountId(attribute="account_id")
    name = Text("The name of the account; a neutral one after its deletion.")


class ReceivedReport(Report, Rendered[reports.ReceivedReport]):
    """A report as moderators see it."""

    by = Object(NamedAccount, "The account that reports.", computed=itself)
    closed_at = Time("null while the report is open.")


class ReportList(ResponseSchema):
    """A page of reports."""

    items = Items(Object(ReceivedReport), "The reports, oldest first.")
    next = NextCursor()


class ModerationText(Named):
    """A text of one or more lines, not blank."""

    of = Text(pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]*$", least=1, most=1000)


_OF_MODERATORS: Final = {
    **ON_ACCOUNTS,
    "hide": "The game, replay, study, comment or line is hidden from others.",
    "unhide": "What was hidden is shown again.",
    "close": "The report is closed without another action.",
}


class ModerationAction(Rendered[LoggedAction]):
    """An entry of the log of moderation."""

    id = Id("m", "The id of the entry.", attribute="action_id")
    action = Text(
        "What was done.",
        values={**_OF_MODERATORS, **OF_OTHERS},
    )
    target = ModerationTarget()
    reason = Text("Why it was done, as the moderator or the operator wrote it; empty for a merge.")
    by = Object(NamedAccount, "The moderator; null for the operator, and for a merge.", null=True)
    before = Text("The previous name, or the end of the previous suspension.", null=True)
    after = Text(
        "The new name, or the end of the suspension; `for good` for none. For a merge, the id of the account that "
        "remains.",
        null=True,
    )
    at = Time()


class ModerationActionList(ResponseSchema):
    """A page of the log of moderation."""

    items = Items(Object(ModerationAction), "The actions, newest first.")
    next = NextCursor()


routes = Blueprint("moderation", __name__, url_prefix="/v1")


class _TargetField(Described):
    """The public form of a target: `a_…`, `g_…`, `r_…`, `u_…`, `g_…/c_…`, `g_…/b_…` or `g_…/s_…/17`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Target:
        found = targets.parse(value) if isinstance(value, str) else None
        if found is None:
            raise ValidationError(N_("must be an id, for comments and lines after that of their game"))
        return found


class CreateModerationActionRequest(Request):
    """An action of a moderator."""

    action = Text(
        "What to do.",
        values=_OF_MODERATORS,
        required=True,
    )
    target = _TargetField(named="ModerationTarget", required=True)
    reason = Paragraphs(
        "Why. A suspended or renamed account can read it in its export.",
        named="ModerationText",
        required=True,
        validate=length(MAX_REASON_LENGTH),
    )
    until = Timestamp(
        "With `suspend`, the end, within ten years; by default the suspension has no end.", load_default=None, null=True
    )
    name = PlainText(
        "With `rename`, the new name; by default a neutral one.",
        load_default=None,
        validate=length(MAX_NAME_LENGTH),
        facts={"pattern": r"^[^\x00-\x1f\x7f]*$"},
    )


class CreateReportRequest(Request):
    """A report to the moderators."""

    about = _TargetField(named="ModerationTarget", required=True)
    reason = Text(named="ReportReason", required=True, validate=one_of(REASONS))
    text = Paragraphs(
        "A text for the moderators.", named="ModerationText", load_default=None, validate=length(MAX_REPORT_LENGTH)
    )


@routes.post("/reports")
@Operation(
    "createReport",
    scope="reviews:write",
    stores=400,
    repeatable=True,
    body=Body(CreateReportRequest),
    answers={
        200: Answer(Report, "The caller's earlier report, which is still open.", examples=("report",)),
        201: Answer(Report, "The report.", examples=("report",)),
    },
    problems=("not-found", ("limit-reached", "the account has made twenty reports in 24 hours (`reports-a-day`)")),
)
def make_report() -> Response:
    """Report an account or content.

    Reports an account, a game, a study, a comment or a saved line to the moderators. What the caller may not see is
    `not-found`. While an earlier report of the caller about the same target is open, that report is returned. An
    account may make twenty reports in 24 hours. Only moderators see who reports.
    The token needs the scope `reviews:write`.
    """
    caller = auth.caller()
    report, is_new = reports.make(caller, NewReport(**load(CreateReportRequest(), json_body())))
    return as_json(Report.render(report), HTTPStatus.CREATED if is_new else HTTPStatus.OK)


@routes.get("/moderation/reports")
@Operation(
    "listReports",
    scope="moderate",
    parameters=(
        Parameter(
            "status",
            "query",
            Text(
                "Which reports.",
                values={"open": "Reports that wait.", "closed": "Reports that a moderator has closed."},
                load_default="open",
            ),
            "closed",
        ),
        LIMIT,
        CURSOR,
    ),
    answers={200: Answer(ReportList, "The reports of this page.", examples=("reports",), headers=(LINK,))},
)
def list_reports() -> Response:
    """List the reports.

    Returns the open reports, or with `status=closed` the closed ones, oldest first. The action `close` closes a
    report. The token needs the scope `moderate`.
    """
    auth.caller()
    query = load_query()
    page = page_in(query)
    return page_of(reports.listed(page, closed=query["status"] == "closed"), page.limit, ReceivedReport.render)


@routes.post("/moderation/actions")
@Operation(
    "createModerationAction",
    scope="moderate",
    price=8,
    stores=400,
    repeatable=True,
    body=Body(CreateModerationActionRequest),
    answers={201: Answer(ModerationAction, "The entry in the log.", examples=("moderation-action",))},
    problems=("not-found",),
)
def take_action() -> Response:
    """Take an action of moderation.

    Takes an action, and adds it to the log. `suspend` refuses all tokens of an account and of its bots, until a time or
    for good; the account can still read, export and delete itself. `lift` ends a suspension. `rename` changes a name;
    only a moderator can then give the old one to somebody. `mark` shows everybody that a program plays the account of a
    person, which is against the rules of the service; `unmark` ends that. `hide` hides a game, an imported replay, a
    study, a comment or a saved line; `unhide` shows it again. A hidden game is private: only its players and moderators
    see it. Other hidden content is seen by its author and by moderators. `close` closes a report. A private game of
    others is `not-found`. An action that would change nothing is `invalid-request`, except a second `suspend`. So is
    the suspension of your own account. The token needs the scope `moderate`, which only the operator gives.
    """
    caller = auth.caller()
    order = Order(**load(CreateModerationActionRequest(), json_body()))
    return as_json(ModerationAction.render(actions.take(caller, order)), HTTPStatus.CREATED)


@routes.get("/moderation/actions")
@Operation(
    "listModerationActions",
    scope="moderate",
    parameters=(
        Parameter(
            "target",
            "query",
            _TargetField(
                "Only the actions on this target. An account stands for all that are merged with it.",
                named="ModerationTarget",
            ),
            "a_019901a4c3e17b5000009e37d2f86a00",
        ),
        LIMIT,
        CURSOR,
    ),
    answers={
        200: Answer(ModerationActionList, "The actions of this page.", examples=("moderation-log",), headers=(LINK,))
    },
)
def list_actions() -> Response:
    """List the actions of moderation.

    Returns the log of all actions of moderators and of the operator, and of merges of accounts, newest first. Entries
    are never changed. The token needs the scope `moderate`.
    """
    auth.caller()
    query = load_query()
    page = page_in(query)
    return page_of(actions.log(query["target"], page), page.limit, ModerationAction.render)


@routes.app_errorhandler(actions.BadOrder)
def _bad_order(error: actions.BadOrder) -> Response:
    return error_handlers.answer(invalid(f"#/{error.member}", error.args[0]))
