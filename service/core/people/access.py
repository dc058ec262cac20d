"""What has access to accounts: sign-ins and tokens, and what features add."""

from collections.abc import Iterator
from typing import Final

from service.core import feature
from service.core.feature import Access, Entry
from service.core.people import sign_ins, tokens
from service.core.people.tokens import Caller
from service.platform import ids


def _sign_ins(caller: Caller) -> Iterator[Entry]:
    for one in sign_ins.listed(caller):
        yield Entry(one.token_id, one.name, one.created_at, (), one.used_on, one.issued_by, one.current)


def _tokens(caller: Caller) -> Iterator[Entry]:
    for one in tokens.listed(caller):
        yield Entry(one.token_id, one.name, one.created_at, one.scopes, one.used_on, one.issued_by, one.current)


_OF_CORE: Final = (
    Access("sign-in", "A browser that is signed in.", "t", _sign_ins, sign_ins.end),
    Access("token", "A token of a program.", "t", _tokens, path="/v1/me/tokens"),
)


def kinds() -> tuple[Access, ...]:
    """Return the kinds of what has access to accounts."""
    return (*_OF_CORE, *(access for hooks in feature.hooks() for access in hooks.access))


def end(caller: Caller, public_id: str, *, including_self: bool) -> bool:
    """End something with access to the account that has no address of its own. Return False if there is none.

    Raises WouldLockYouOut, unless `including_self`, or LastWayIn.
    """
    for kind in kinds():
        row_id = ids.parse(kind.letter, public_id) if kind.letter else ids.NOBODY if public_id == kind.kind else None
        if kind.ended and row_id is not None and kind.ended(caller, row_id, including_self):
            return True
    return False
