"""Authentication: the caller of a request, by its bearer token and nothing else in the request."""

from collections.abc import Callable
from typing import Final, TypeVar

from service import ids
from service.games import lookup
from service.games.lookup import GameLookup, NotFound
from service.games.views import ViewVersion
from service.http.wire.problems import Problem
from service.http.wire.request_record import current
from service.identity import tokens
from service.identity.tokens import Caller, InvalidToken, Scope

__all__ = ["any_caller", "caller", "caller_and_game", "caller_and_view_version", "caller_if_any", "token_owner"]

T = TypeVar("T")

_CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="hanabi"'}
_INVALID: Final = {"WWW-Authenticate": 'Bearer realm="hanabi", error="invalid_token"'}


def caller(scope: Scope, *, at_a_table: bool = False) -> Caller:
    """Return the caller of a request that needs a token of this scope.

    Raises missing-token, invalid-token or insufficient-scope. A token that is bound to a seat is sufficient only
    `at_a_table`: in requests about a game.
    """
    return _require(token_owner(), scope, at_a_table=at_a_table)


def any_caller() -> Caller:
    """Return the caller, whatever the scopes of its token; missing-token, invalid-token."""
    owner = token_owner()
    if owner is None:
        raise Problem("missing-token", headers=_CHALLENGE)
    return owner


def caller_if_any() -> Caller | None:
    """Return the caller, None without a token; invalid-token, or insufficient-scope for one that cannot read."""
    return _reader(token_owner())


def token_owner() -> Caller | None:
    """Return the owner of the request's token, None without one; invalid-token."""
    owner, _ = _authenticate(lambda secret: (tokens.authenticate(secret), None))
    return owner


def caller_and_game(game: str, scope: Scope | None = None, *, times_since: int | None = None) -> GameLookup:
    """Return the caller and the game with this id, read in one round trip.

    With a scope the caller is that of `caller` at a table, without one that of `caller_if_any`. Raises NotFound for a
    malformed id, after authentication: it is as unknown as an id that no game has.
    """
    game_id, found = ids.parse("g", game), None
    if game_id is None:
        owner = token_owner()
    else:
        owner, found = _authenticate(
            lambda secret: lookup.authenticate_and_load(game_id, secret, times_since=times_since)
        )
    caller = _require(owner, scope, at_a_table=True) if scope else _reader(owner)
    if game_id is None:
        raise NotFound
    return GameLookup(game_id, caller, found)


def caller_and_view_version(game: str) -> ViewVersion | None:
    """Authenticate the caller, and return the version of its view of a game; None if the game has to be loaded."""
    game_id = ids.parse("g", game)
    if game_id is None:
        return None
    owner, version = _authenticate(lambda secret: lookup.authenticate_and_read_view_version(game_id, secret))
    if owner is None:
        return lookup.read_view_version(game_id, None)
    _reader(owner)
    return version


def _authenticate(read: Callable[[str], tuple[Caller, T]]) -> tuple[Caller | None, T | None]:
    """Return the owner of the token and what `read` loads with it. A second call in a request loads nothing."""
    record = current()
    header = record.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None, None
    if record.caller is not None:
        return record.caller, None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Problem("invalid-token", headers=_CHALLENGE)
    try:
        record.caller, found = read(secret.strip())
    except InvalidToken:
        raise Problem("invalid-token", headers=_INVALID) from None
    return record.caller, found


def _reader(owner: Caller | None) -> Caller | None:
    return None if owner is None else _require(owner, "read", at_a_table=True)


def _require(owner: Caller | None, scope: Scope, *, at_a_table: bool) -> Caller:
    if owner is None:
        raise Problem("missing-token", headers=_CHALLENGE)
    if scope not in owner.scopes or (owner.game_id is not None and not at_a_table):
        challenge = f'Bearer realm="hanabi", error="insufficient_scope", scope="{scope}"'
        raise Problem("insufficient-scope", headers={"WWW-Authenticate": challenge}, scope=scope)
    return owner
