"""Who is calling, by `Authorization: Bearer`; never by anything else in the request."""

from typing import Final

from flask import request

from service import accounts
from service.accounts import Caller, InvalidToken
from service.api.problems import Problem

__all__ = ["caller", "caller_if_any"]

_CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="hanabi"'}
_INVALID: Final = {"WWW-Authenticate": 'Bearer realm="hanabi", error="invalid_token"'}


def caller() -> Caller:
    """Return who is calling; missing-token or invalid-token, both 401, for anyone unknown."""
    known = caller_if_any()
    if known is None:
        raise Problem("missing-token", headers=_CHALLENGE)
    return known


def caller_if_any() -> Caller | None:
    """Return who is calling, None for someone without a token; a token that is wrong is refused all the same."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Problem("invalid-token", headers=_CHALLENGE)
    try:
        return accounts.authenticate(token.strip())
    except InvalidToken:
        raise Problem("invalid-token", headers=_INVALID) from None
