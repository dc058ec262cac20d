"""Authentication and authorization of a request by its bearer token."""

from collections.abc import Callable
from typing import Final, TypeVar
from uuid import UUID

from service import ids, timestamps
from service.games import lookup
from service.games.lookup import GameLookup, NotFound
from service.games.stored_game import Stored
from service.games.views import ViewVersion
from service.http.wire.problems import Problem
from service.http.wire.request_record import current
from service.identity import tokens
from service.identity.tokens import FOR_GOOD, AccountSuspended, Caller, Scope

__all__ = [
    "NoBearer",
    "any_caller",
    "caller",
    "caller_and_game",
    "caller_and_view_version",
    "caller_if_any",
    "token_owner",
]

T = TypeVar("T")

_CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="hanabi"'}


class NoBearer(Exception):
    """The header `Authorization` does not have a token after the word Bearer."""


def caller(scope: Scope, *, seat_token: bool = False, may_be_suspended: bool = False) -> Caller:
    """Return the caller, whose token must have this scope.

    A token that is bound to a seat is refused unless `seat_token` is True, as it is in requests about a game. An
    account that is suspended is refused unless `may_be_suspended` is True. Raises missing-token, invalid-token,
    account-suspended or insufficient-scope.
    """
    return _require(token_owner(may_be_suspended=may_be_suspended), scope, seat_token=seat_token)


def any_caller() -> Caller:
    """Return the caller, with any scope. Raises missing-token or invalid-token."""
    owner = token_owner()
    if owner is None:
        raise Problem("missing-token", headers=_CHALLENGE)
    return owner


def caller_if_any() -> Caller | None:
    """Return the caller; None without a token.

    Raises invalid-token, or insufficient-scope for a token that cannot read.
    """
    return _reader(token_owner())


def token_owner(*, may_be_suspended: bool = False) -> Caller | None:
    """Return the owner of the request's token; None without a token. Raises invalid-token or account-suspended."""
    owner, _ = _authenticate(lambda secret: (tokens.authenticate(secret, may_be_suspended=may_be_suspended), None))
    return owner


def caller_and_game(game: str, scope: Scope | None = None) -> GameLookup:
    """Return the caller and a game, read in one round trip.

    With a scope, a token with that scope is required, as by `caller`. Without a scope, a token is optional, as for
    `caller_if_any`. After authentication, raises NotFound for a malformed id, and for a game that was read and that the
    caller may not see.
    """
    game_id, loaded = ids.parse("g", game), None
    if game_id is None:
        owner = token_owner()
    else:
        owner, loaded = _authenticate(lambda secret: _with_game(game_id, secret))
    caller = _require(owner, scope, seat_token=True) if scope else _reader(owner)
    if game_id is None or loaded == (None,):
        raise NotFound
    return GameLookup(game_id, caller, None if loaded is None else loaded[0])


def _with_game(game_id: UUID, secret: str) -> tuple[Caller, tuple[Stored | None]]:
    # The game is in a tuple, since `_authenticate` returns None if it does not read.
    caller, stored = lookup.authenticate_and_load(game_id, secret)
    return caller, (stored,)


def caller_and_view_version(game: str) -> ViewVersion | None:
    """Return the version of the caller's view of a game.

    Return None if the game must be loaded to know it.
    """
    game_id = ids.parse("g", game)
    if game_id is None:
        return None
    owner, version = _authenticate(lambda secret: lookup.authenticate_and_read_view_version(game_id, secret))
    if owner is None:
        return lookup.read_view_version(game_id, None)
    _reader(owner)
    return version


def _authenticate(read: Callable[[str], tuple[Caller, T]]) -> tuple[Caller | None, T | None]:
    """Return the owner of the token and the result of `read`, if it was called.

    A request without a token has no owner. A second call in a request does not call `read`, since the owner is in the
    request's record: `once` authenticates before the route does, and `get_game` reads a version before the game.
    """
    record = current()
    if record.caller is not None:
        return record.caller, None
    secret = _secret(record.environ.get("HTTP_AUTHORIZATION"))
    if secret is None:
        return None, None
    try:
        record.caller, found = read(secret)
    except AccountSuspended as suspended:
        until = None if suspended.until == FOR_GOOD else timestamps.rfc3339(suspended.until)
        raise Problem("account-suspended", until=until) from None
    if record.on_caller is not None:
        record.on_caller(record.caller)
    return record.caller, found


def _secret(authorization: str | None) -> str | None:
    """Return the bearer token in the header `Authorization`; None without the header. Raises NoBearer."""
    if authorization is None:
        return None
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise NoBearer
    return secret.strip()


def _reader(owner: Caller | None) -> Caller | None:
    return None if owner is None else _require(owner, "read", seat_token=True)


def _require(owner: Caller | None, scope: Scope, *, seat_token: bool) -> Caller:
    if owner is None:
        raise Problem("missing-token", headers=_CHALLENGE)
    if scope not in owner.scopes or (owner.game_id is not None and not seat_token):
        challenge = f'Bearer realm="hanabi", error="insufficient_scope", scope="{scope}"'
        raise Problem("insufficient-scope", headers={"WWW-Authenticate": challenge}, scope=scope)
    return owner
