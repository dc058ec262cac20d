"""Moderation from the operator's command line (`hanabi moderate`)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, cast

from service.core.tables.lookup import NotFound
from service.features.moderation import actions, reports, targets
from service.features.moderation.actions import KINDS_OF, ActionName, LoggedAction, Order
from service.features.moderation.reports import ReceivedReport
from service.features.moderation.targets import Kind, Target
from service.platform import ids, timestamps
from service.platform.commands.command_database import open_database
from service.platform.commands.failure import CommandFailed
from service.platform.database.list_position import Page
from service.platform.settings import Settings

_LINES: Final = Page(None, 100)
"""The lines of a list."""

_NAMES: Final[Mapping[Kind, str]] = {
    "a": "an account (a_…)",
    "b": "a saved line (g_…/b_…)",
    "c": "a comment (g_…/c_…)",
    "g": "a game (g_…)",
    "r": "a report (r_…)",
    "u": "a study (u_…)",
}


def run(
    settings: Settings,
    command: str,
    target: str | None,
    reason: str | None,
    until: datetime | None,
    name: str | None,
) -> list[str]:
    """Run `hanabi moderate COMMAND`, and return the lines to print. Raises CommandFailed."""
    with open_database(settings) as database, database.bind():
        try:
            match command, target:
                case "log", _:
                    about = None if target is None else _target(target, tuple(_NAMES))
                    return [_line(entry) for entry in actions.log(about, _LINES)[: _LINES.limit]]
                case "reports", _:
                    return [_report_line(one) for one in reports.listed(_LINES, closed=False)[: _LINES.limit]]
                case "grant", str():
                    return [actions.grant(_target(target, ("a",)).id)]
                case "revoke", str():
                    actions.revoke(_target(target, ("a",)).id)
                    return []
                case _, str():
                    action = cast(ActionName, command)
                    order = Order(action, _target(target, KINDS_OF[action]), reason or "", until, name)
                    return [_line(actions.take(None, order))]
        except NotFound:
            raise CommandFailed(f"There is no {target}, or it is private.") from None
        except actions.BadOrder as error:
            raise CommandFailed(f"{target if error.member == 'target' else f'--{error.member}'} {error}") from None
    raise AssertionError(command)


def _target(text: str, kinds: tuple[Kind, ...]) -> Target:
    found = targets.parse(text)
    if found is None or found.kind not in kinds:
        raise CommandFailed(f"{text} is not the id of {' or '.join(_NAMES[kind] for kind in kinds)}.")
    return found


def _line(entry: LoggedAction) -> str:
    if entry.account_id is not None:
        by = f"{ids.render('a', entry.account_id)} {entry.name}"
    else:
        by = "owner" if entry.action == "merge" else "command line"
    change = f" ({entry.before or 'none'} -> {entry.after or 'none'})" if entry.before or entry.after else ""
    return f"{timestamps.rfc3339(entry.at)}  {by}  {entry.action} {entry.target}{change}  {_in_a_line(entry.reason)}"


def _report_line(report: ReceivedReport) -> str:
    by = f"{ids.render('a', report.account_id)} {report.name}"
    about = f"{report.about}  {report.reason}  {_in_a_line(report.text or '')}"
    return f"{timestamps.rfc3339(report.at)}  {ids.render('r', report.report_id)}  {by}  about {about}"


def _in_a_line(text: str) -> str:
    return " ".join(text.split())
