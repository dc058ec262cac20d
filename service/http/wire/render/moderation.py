"""JSON of actions of moderation and of reports."""

from typing import Any

from service import ids, timestamps
from service.moderation.actions import LoggedAction
from service.moderation.reports import ReceivedReport

__all__ = ["moderation_action", "own_report", "received_report"]

Json = dict[str, Any]


def moderation_action(entry: LoggedAction) -> Json:
    """Return an entry of the log of moderation."""
    by = None if entry.account_id is None else {"id": ids.render("a", entry.account_id), "name": entry.name}
    return {
        "id": ids.render("m", entry.action_id),
        "action": entry.action,
        "target": entry.target,
        "reason": entry.reason,
        "by": by,
        "before": entry.before,
        "after": entry.after,
        "at": timestamps.rfc3339(entry.at),
    }


def own_report(report: ReceivedReport) -> Json:
    """Return a report for the account that made it."""
    return {
        "id": ids.render("r", report.report_id),
        "about": report.about,
        "reason": report.reason,
        "text": report.text,
        "at": timestamps.rfc3339(report.at),
    }


def received_report(report: ReceivedReport) -> Json:
    """Return a report for moderators."""
    return {
        **own_report(report),
        "by": {"id": ids.render("a", report.account_id), "name": report.name},
        "closed_at": timestamps.rfc3339(report.closed_at),
    }
