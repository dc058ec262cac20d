"""What the other ways to sign in give to the house."""

from collections.abc import Iterator
from uuid import UUID

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from service.core.feature import Access, Entry, Exported, Hooks, Owned
from service.core.people.tokens import Caller
from service.features.sign_ins import device_links, passkeys, recovery_codes, rendering
from service.features.sign_ins.problem_words import PROBLEMS
from service.features.sign_ins.tables import Challenge, DeviceLink, Passkey, RecoveryCode
from service.platform.jobs.chore import Chore
from service.platform.wire.field_types import Items, Object


def _keep_codes_of_one(changes: Session, old: UUID, new: UUID) -> None:
    """Delete the recovery codes of the account that ends if the other one has some."""
    if changes.scalar(select(exists().where(RecoveryCode.account_id == new))):
        changes.execute(delete(RecoveryCode).where(RecoveryCode.account_id == old))


def _passkeys(caller: Caller) -> Iterator[Entry]:
    for one in passkeys.listed(caller):
        yield Entry(one.passkey_id, one.name, one.created_at, used_on=one.used_on)


def _recovery_codes(caller: Caller) -> Iterator[Entry]:
    codes = recovery_codes.left(caller)
    if codes.left:
        yield Entry(None, f"{codes.left}", codes.created_at, used_on=codes.used_on)


HOOKS = Hooks(
    problems=PROBLEMS,
    owned=(
        Owned(Passkey.account_id, removed=True, lets_in=True),
        Owned(RecoveryCode.account_id, removed=True, lets_in=True),
        Owned(DeviceLink.account_id, "ends", removed=True, lets_in=True),
        Owned(Challenge.account_id, "ends", removed=True, lets_in=True),
    ),
    ways_in=(Passkey.account_id, RecoveryCode.account_id),
    merging=_keep_codes_of_one,
    chores={
        "remove_old_challenges": Chore(passkeys.remove_old_challenges),
        "remove_old_links": Chore(device_links.remove_old),
    },
    access=(
        Access(
            "passkey",
            "A passkey, which can sign browsers in.",
            "k",
            _passkeys,
            lambda caller, passkey_id, _: passkeys.remove(caller, passkey_id),
        ),
        Access(
            "recovery-codes",
            "The recovery codes, each of which can sign a browser in once.",
            None,
            _recovery_codes,
            lambda caller, *_: recovery_codes.forget(caller),
        ),
    ),
    exported={
        "passkeys": Exported(
            Items(Object(rendering.Passkey), "The passkeys of the account."), passkeys.listed, Passkey
        ),
        "recovery_codes": Exported(Object(rendering.RecoveryCodes), recovery_codes.left, RecoveryCode),
    },
    not_exported={"device_link": "valid for minutes", "challenge": "valid for minutes"},
)
