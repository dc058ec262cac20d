"""Reports of accounts to the moderators."""

from datetime import datetime
from typing import Final, Literal, NamedTuple, get_args
from uuid import UUID

from sqlalchemy import func, select

from service.core.people import account_limits
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.features.moderation.tables import Report
from service.features.moderation.targets import Target, require_visible
from service.platform import ids
from service.platform.database.list_position import Page, Position
from service.platform.database.pool import session

Reason = Literal["cheating", "insult", "name", "spam", "other"]
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)

MAX_REPORT_LENGTH: Final = 1000
MAX_A_DAY: Final = 20


class NewReport(NamedTuple):
    """A report to make."""

    about: Target
    reason: Reason
    text: str | None


class ReceivedReport(NamedTuple):
    """A report as moderators see it."""

    report_id: UUID
    about: str
    reason: str
    text: str | None
    at: datetime
    closed_at: datetime | None
    account_id: UUID
    """The account that reports."""
    name: str

    @property
    def position(self) -> Position:
        """The position of the report in a list."""
        return Position(self.at, self.report_id)


def make(caller: Caller, new: NewReport) -> tuple[ReceivedReport, bool]:
    """Store a report. Return it, and True if it is new.

    While the caller's earlier report about the same target is open, the result is that report. Raises NotFound or
    WrongGame for what the caller may not see, and LimitReached.
    """
    require_visible(new.about, caller)
    own = Report.account_id == caller.account_id
    with account_limits.locked(caller.account_id) as changes:
        row = changes.scalar(select(Report).where(own, Report.about == str(new.about), Report.closed_at.is_(None)))
        is_new = row is None
        if row is None:
            today = Report.at > func.now() - func.make_interval(0, 0, 0, 1)
            account_limits.require_below(changes, "reports-a-day", MAX_A_DAY, select(func.count()).where(own, today))
            row = Report(ids.new(), caller.account_id, str(new.about), new.reason, new.text)
            changes.add(row)
            changes.flush()
        return _received(row, caller.name), is_new


def listed(page: Page, *, closed: bool) -> list[ReceivedReport]:
    """Return a page of the open or closed reports, oldest first."""
    found = select(Report, Account.name).join(Account, Account.account_id == Report.account_id)
    found = found.where(Report.closed_at.is_not(None) if closed else Report.closed_at.is_(None))
    found = page._replace(descending=False).of(found, Report.at, Report.report_id)
    return [_received(row, name) for row, name in session().execute(found)]


def made_by(caller: Caller) -> list[ReceivedReport]:
    """Return the reports of the caller, oldest first."""
    own = select(Report).where(Report.account_id == caller.account_id).order_by(Report.at, Report.report_id)
    return [_received(row, caller.name) for row in session().scalars(own)]


def _received(row: Report, name: str) -> ReceivedReport:
    return ReceivedReport(row.report_id, row.about, row.reason, row.text, row.at, row.closed_at, row.account_id, name)
