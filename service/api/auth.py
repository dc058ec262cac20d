"""Who is calling, by `Authorization: Bearer`; never by anything else in the request."""

from typing import Final

from flask import g, request

from service import tokens
from service.api.problems import Problem
from service.tokens import Caller, InvalidToken, Scope

__all__ = ["any_caller", "caller", "caller_if_any"]

_CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="hanabi"'}
_INVALID: Final = {"WWW-Authenticate": 'Bearer realm="hanabi", error="invalid_token"'}


def caller(scope: Scope, *, at_a_table: bool = False) -> Caller:
    """Return who is calling: missing-token or invalid-token for anyone unknown, insufficient-scope for a token that
    has not this scope, or is bound to a seat where the request is not about a game."""
    known = any_caller()
    if scope not in known.scopes or (known.game_id is not None and not at_a_table):
        raise Problem("insufficient-scope", headers=_insufficient(scope), scope=scope)
    return known


def any_caller() -> Caller:
    """Return who is calling, whatever its token may do."""
    known = _known()
    if known is None:
        raise Problem("missing-token", headers=_CHALLENGE)
    return known


def caller_if_any() -> Caller | None:
    """Return who is calling, None for someone without a token; a token that is wrong, or cannot read, is refused."""
    known = _known()
    if known is not None and "read" not in known.scopes:
        raise Problem("insufficient-scope", headers=_insufficient("read"), scope="read")
    return known


def _known() -> Caller | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Problem("invalid-token", headers=_CHALLENGE)
    try:
        known: Caller = tokens.authenticate(secret.strip())
    except InvalidToken:
        raise Problem("invalid-token", headers=_INVALID) from None
    g.caller = known  # for the line in the log
    return known


def _insufficient(scope: Scope) -> dict[str, str]:
    return {"WWW-Authenticate": f'Bearer realm="hanabi", error="insufficient_scope", scope="{scope}"'}
