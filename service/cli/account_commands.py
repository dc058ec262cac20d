"""The command `hanabi accounts`, and its arguments."""

import argparse

from service.platform.commands.database_address import with_running_database
from service.platform.commands.failure import CommandFailed
from service.platform.settings import Settings


def recover(settings: Settings, *, name: str) -> int:
    """Print a link that signs in to an account once. Return the exit status."""
    settings = with_running_database(settings)
    from service.maintenance import recovery_links

    address = recovery_links.link(settings, name)
    if address is None:
        raise CommandFailed(f"There is no account {name}.")
    print(address)
    return 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands of `hanabi accounts` to its parser."""
    commands = parser.add_subparsers(required=True, metavar="command")
    link = commands.add_parser("recover", help="print a link that signs in to an account once, within 24 hours")
    link.add_argument("name", metavar="ACCOUNT", help="the name or the id of the account")
    link.set_defaults(command=recover, takes=("name",))
