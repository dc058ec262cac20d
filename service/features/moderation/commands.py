"""The command `hanabi moderate`, and its arguments."""

import argparse
from datetime import UTC, datetime

from service.platform.commands.database_address import with_running_database
from service.platform.settings import Settings

_READ_BY = dict.fromkeys(
    ("suspend", "lift", "rename", "mark", "unmark"), "kept in the log, and the account can read it"
)
"""By action on an account; who reads its reason."""


def moderate(
    settings: Settings,
    *,
    moderation: str,
    target: str | None,
    reason: str | None,
    until: datetime | None,
    name: str | None,
) -> int:
    """Take an action of moderation, or list actions or reports. Return the exit status."""
    settings = with_running_database(settings)
    from service.core import feature
    from service.features.moderation import maintenance

    feature.hooks()  # imports more than a transaction has time for on a busy machine
    for line in maintenance.run(settings, moderation, target, reason, until, name):
        print(line)
    return 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands of `hanabi moderate` to its parser."""
    parser.set_defaults(
        command=moderate, takes=("moderation", "target", "reason", "until", "name"), target=None, reason=None
    )
    parser.set_defaults(until=None, name=None)
    commands = parser.add_subparsers(required=True, metavar="command", dest="moderation")
    for name, help_text in (
        ("grant", "make an account a moderator, and print a token for it"),
        ("revoke", "remove an account from the moderators, and revoke its tokens of moderation"),
    ):
        commands.add_parser(name, help=help_text).add_argument("target", metavar="ACCOUNT")
    for name, target, help_text in (
        ("suspend", "ACCOUNT", "refuse the tokens of an account"),
        ("lift", "ACCOUNT", "end a suspension"),
        ("rename", "ACCOUNT", "change the name of an account"),
        ("mark", "ACCOUNT", "show that a program plays the account of a person"),
        ("unmark", "ACCOUNT", "end that"),
        ("hide", "TARGET", "hide a game (g_…), comment (g_…/c_…), line (g_…/b_…), message (g_…/s_…/17) or study (u_…)"),
        ("unhide", "TARGET", "show it again"),
        ("close", "REPORT", "close a report"),
    ):
        action = commands.add_parser(name, help=help_text)
        action.add_argument("target", metavar=target)
        action.add_argument("--reason", required=True, help=f"why; {_READ_BY.get(name, 'kept in the log')}")
        if name == "suspend":
            action.add_argument("--until", type=time, metavar="TIME", help="its end; for good by default")
        if name == "rename":
            action.add_argument("--name", help="the new name; default: a neutral one")
    log = commands.add_parser("log", help="list the last hundred actions, newest first")
    log.add_argument("target", metavar="TARGET", nargs="?", help="list only the actions on it")
    commands.add_parser("reports", help="list the open reports, oldest first, at most a hundred")


def time(text: str) -> datetime:
    """Return a time. One without an offset is in UTC. Raises ValueError."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        return found.replace(tzinfo=UTC)
    try:
        return found.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(text) from error
