"""Request bodies and queries of moderation and reports."""

from typing import Any, NamedTuple

from marshmallow import ValidationError, fields

from service.http.wire.request_parsing import Strict, json_body, load, load_query
from service.http.wire.schemas.fields import Paragraphs, PlainText, Timestamp, length, one_of
from service.http.wire.schemas.lists import PagedQuery, PageQuery, page_of
from service.identity.names import MAX_NAME_LENGTH
from service.moderation import targets
from service.moderation.actions import ACTIONS, MAX_REASON_LENGTH, Order
from service.moderation.reports import MAX_REPORT_LENGTH, REASONS, NewReport
from service.moderation.targets import Target

__all__ = ["LogQuery", "ReportsQuery", "log_query", "new_report", "order", "reports_query"]


class _TargetField(fields.Field[Target]):
    """The public form of a target: `a_…`, `g_…`, `r_…`, `g_…/c_…`, `g_…/b_…` or `g_…/s_…/17`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Target:
        found = targets.parse(value) if isinstance(value, str) else None
        if found is None:
            raise ValidationError("must be an id, for comments and branches after that of their game")
        return found


class _OrderBody(Strict):
    action = fields.String(required=True, validate=one_of(ACTIONS))
    target = _TargetField(required=True)
    reason = Paragraphs(required=True, validate=length(MAX_REASON_LENGTH))
    until = Timestamp(load_default=None, allow_none=True)
    name = PlainText(load_default=None, validate=length(MAX_NAME_LENGTH))


class _ReportBody(Strict):
    about = _TargetField(required=True)
    reason = fields.String(required=True, validate=one_of(REASONS))
    text = Paragraphs(load_default=None, validate=length(MAX_REPORT_LENGTH))


class _LogQuery(PagedQuery):
    target = _TargetField(load_default=None)


class _ReportsQuery(PagedQuery):
    status = fields.String(load_default="open", validate=one_of(("open", "closed")))


class LogQuery(NamedTuple):
    """A page of the log of moderation. `target` None stands for all."""

    target: Target | None
    page: PageQuery


class ReportsQuery(NamedTuple):
    """A page of the open or the closed reports."""

    closed: bool
    page: PageQuery


def order() -> Order:
    """Return the action of moderation that the body describes."""
    return Order(**load(_OrderBody(), json_body()))


def new_report() -> NewReport:
    """Return the report that the body describes."""
    return NewReport(**load(_ReportBody(), json_body()))


def log_query() -> LogQuery:
    """Return the requested page of the log."""
    query = load_query(_LogQuery())
    return LogQuery(query["target"], page_of(query))


def reports_query() -> ReportsQuery:
    """Return the requested page of reports."""
    query = load_query(_ReportsQuery())
    return ReportsQuery(query["status"] == "closed", page_of(query))
