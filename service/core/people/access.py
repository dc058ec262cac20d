"""What has access to accounts: sign-ins and tokens, and what features add."""

from collections.abc import Iterator
from typing import Final

from service.core import feature
from service.core.feature import Access, Entry
from service.core.people import sign_ins, tokens
from service.core.people.tokens import Caller


def _sign_ins(caller: Caller) -> Iterator[Entry]:
    for one in sign_ins.listed(caller):
        yield Entry(one.sign_in_id, one.device, one.created_at, (), one.used_on, one.issued_by, one.current)


def _tokens(caller: Caller) -> Iterator[Entry]:
    for one in tokens.listed(caller):
        yield Entry(one.token_id, one.name, one.created_at, one.scopes, one.used_on, one.issued_by, one.current)


_OF_CORE: Final = (
    Access("sign-in", "A browser that is signed in.", "t", "/v1/me/sign-ins", _sign_ins),
    Access("token", "A token of a program.", "t", "/v1/me/tokens", _tokens),
)


def kinds() -> tuple[Access, ...]:
    """Return the kinds of what has access to accounts."""
    return (*_OF_CORE, *(access for hooks in feature.hooks() for access in hooks.access))
