"""What OAuth gives to the house."""

from collections.abc import Iterator

from service.core.feature import Access, Entry, Hooks
from service.core.people.tokens import Caller
from service.features.oauth import app_codes, apps
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]


def _apps(caller: Caller) -> Iterator[Entry]:
    for one in apps.listed(caller):
        name = f"{one.name} ({one.client_id})"
        yield Entry(one.app_id, name, one.created_at, one.scopes, one.used_on, one.issued_by)


HOOKS = Hooks(
    chores={
        "remove_unused_apps": Chore(apps.remove_expired),
        "remove_old_codes_of_apps": Chore(app_codes.remove_old),
    },
    access=(Access("app", "An app of somebody else that may act for the account.", "t", "/v1/me/apps", _apps),),
)
