"""What OAuth gives to the house."""

from collections.abc import Iterator
from uuid import UUID

from sqlalchemy.orm import Session

from service.core.feature import Access, Entry, Exported, Hooks, Owned
from service.core.people.tables import Token
from service.core.people.tokens import Caller
from service.features.oauth import app_codes, apps
from service.features.oauth.rendering import App
from service.features.oauth.tables import AuthorizationCode, DeviceCode
from service.platform.jobs.chore import Chore
from service.platform.wire.field_types import Items, Object


def _apps(caller: Caller) -> Iterator[Entry]:
    for one in apps.listed(caller):
        name = f"{one.name} ({one.client_id})"
        yield Entry(one.app_id, name, one.created_at, one.scopes, one.used_on, one.issued_by)


def _end_apps(changes: Session, old: UUID, new: UUID) -> None:
    """End the apps of the account that ends: nobody has allowed one to act for the other account."""
    apps.end_all(changes, old)


def _end_apps_of_both(changes: Session, old: UUID, new: UUID) -> None:
    """End those of the account that remains too. It may allow apps again after the merge."""
    apps.end_all(changes, new)


HOOKS = Hooks(
    owned=(
        Owned(AuthorizationCode.account_id, "ends", removed=True, lets_in=True),
        Owned(DeviceCode.account_id, "ends", removed=True, lets_in=True),
    ),
    merge_begins=_end_apps_of_both,
    merging=_end_apps,
    chores={
        "remove_unused_apps": Chore(apps.remove_expired),
        "remove_old_codes_of_apps": Chore(app_codes.remove_old),
    },
    access=(Access("app", "An app of somebody else that may act for the account.", "t", _apps, apps.end),),
    exported={"apps": Exported(Items(Object(App), "The apps that may act for the account."), apps.listed, Token)},
    not_exported={"authorization_code": "valid for a minute", "device_code": "valid for minutes"},
)
