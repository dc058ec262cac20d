"""Scopes: what a token may do."""

from functools import lru_cache
from typing import Final, Literal, get_args

Scope = Literal[
    "profile:read",
    "games:play",
    "games:create",
    "notes:read",
    "notes",
    "reviews:write",
    "webhooks",
    "tokens",
    "account",
    "read",
    "play",
    "moderate",
    "bot",
]

ALL: Final[tuple[Scope, ...]] = ("account", "play", "read")
"""The scopes of an account's first token and of its sign-ins. They include all others but `moderate`."""

GRANTABLE: Final[tuple[Scope, ...]] = tuple(scope for scope in get_args(Scope) if scope not in ("moderate", "bot"))
"""The scopes that every account can give its tokens.

Tokens of bots have "bot", and no others. Only the operator creates tokens with "moderate". They lose it when their
account is no longer a moderator.
"""

FOR_SEATS: Final[tuple[Scope, ...]] = ("profile:read", "games:play", "notes:read", "notes", "read", "play")
"""The scopes of tokens that are bound to a seat, which act for this seat alone. What "play" includes besides these is
not allowed with such a token."""

FOR_TOOLS: Final[tuple[Scope, ...]] = ("profile:read", "games:play", "games:create")
"""The scopes that the tools of `/mcp` need."""

INCLUDED: Final[dict[str, tuple[Scope, ...]]] = {
    "notes": ("notes:read",),
    "read": ("profile:read", "notes:read"),
    "play": ("games:play", "games:create", "notes", "reviews:write"),
    "account": ("webhooks", "tokens"),
    "bot": ("profile:read", "games:play", "games:create", "notes:read", "notes", "webhooks"),
}
"""What a scope includes besides itself. Tokens of earlier releases have only `read`, `play` and `account`."""


@lru_cache(1024)
def allow(scopes: frozenset[str], wanted: str) -> bool:
    """Return True if scopes contain or include another one."""
    return any(wanted == scope or wanted in INCLUDED.get(scope, ()) for scope in scopes)
