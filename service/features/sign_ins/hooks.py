"""What the other ways to sign in give to the house."""

from collections.abc import Iterator

from service.core.feature import Access, Entry, Hooks
from service.core.people.tokens import Caller
from service.features.sign_ins import device_links, passkeys, recovery_codes
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]


def _passkeys(caller: Caller) -> Iterator[Entry]:
    for one in passkeys.listed(caller):
        yield Entry(one.passkey_id, one.name, one.created_at, used_on=one.used_on)


def _recovery_codes(caller: Caller) -> Iterator[Entry]:
    codes = recovery_codes.left(caller.account_id)
    if codes.left:
        yield Entry(None, f"{codes.left}", codes.created_at)


HOOKS = Hooks(
    chores={
        "remove_old_challenges": Chore(passkeys.remove_old_challenges),
        "remove_old_links": Chore(device_links.remove_old),
    },
    access=(
        Access("passkey", "A passkey, which can sign browsers in.", "k", "/v1/me/passkeys", _passkeys),
        Access(
            "recovery-codes",
            "The recovery codes, each of which can sign a browser in once.",
            None,
            "/v1/me/recovery-codes",
            _recovery_codes,
        ),
    ),
)
