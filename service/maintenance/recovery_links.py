"""Links of the operator, for people who have lost every way to sign in (`hanabi accounts recover`)."""

from service.core.people import accounts
from service.features.sign_ins import device_links
from service.platform.commands.command_database import open_database
from service.platform.settings import Settings


def link(settings: Settings, id_or_name: str) -> str | None:
    """Return the address that signs in to an account once, within 24 hours; None if no person has it."""
    with open_database(settings) as database, database.bind():
        account = accounts.public(id_or_name)
        if account is None or (account.program is not None and account.program.owner is not None):
            return None
        code = device_links.make_for_operator(account.account_id).code
        return device_links.address(settings.pages_url, code)
