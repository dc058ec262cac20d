"""Who is calling, by `Authorization: Bearer`; never by anything else in the request."""

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

__all__ = ["any_caller", "caller", "caller_if_any", "glance", "known_if_any", "playing", "reading", "visit"]

T = TypeVar("T")

_CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="hanabi"'}
_INVALID: Final = {"WWW-Authenticate": 'Bearer realm="hanabi", error="invalid_token"'}


def caller(scope: Scope, *, at_a_table: bool = False) -> Caller:
    """Return who is calling: missing-token or invalid-token for anyone unknown, insufficient-scope for a token that
    has not this scope, or is bound to a seat where the request is not about a game."""
    return _required(_known(), scope, at_a_table=at_a_table)


def any_caller() -> Caller:
    """Return who is calling, whatever its token may do."""
    known = _known()
    if known is None:
        raise Problem("missing-token", headers=_CHALLENGE)
    return known


def known_if_any() -> Caller | None:
    """Return who is calling, None for someone without a token; a token that is wrong is refused, whatever it is for."""
    return _known()


def caller_if_any() -> Caller | None:
    """Return who is calling, None for someone without a token; a token that is wrong, or cannot read, is refused."""
    known = _known()
    return known and reading(known)


def visit(game: str, scope: Scope | None = None, *, times_since: int | None = None) -> GameLookup:
    """Return who asks for a game, and the game, read in the same round trip.

    Without a scope who asks is `caller_if_any`, with one `caller` at a table. NotFound, once that is known, for what
    has not the form of an id: it is as unknown as one that nobody has.
    """
    game_id, found = ids.parse("g", game), None
    if game_id is None:
        known = _known()
    else:
        known, found = _authenticate(
            lambda secret: lookup.authenticate_and_load(game_id, secret, times_since=times_since)
        )
    caller = _required(known, scope, at_a_table=True) if scope else known and reading(known)
    if game_id is None:
        raise NotFound
    return GameLookup(game_id, caller, found)


def glance(game: str) -> ViewVersion | None:
    """Return on what the view of `caller_if_any` of a game depends, read together with who that is; None if unknown."""
    game_id = ids.parse("g", game)
    if game_id is None:
        return None
    known, edition = _authenticate(lambda secret: lookup.authenticate_and_read_view_version(game_id, secret))
    if known is None:
        return lookup.read_view_version(game_id, None)
    reading(known)
    return edition


def reading(known: Caller) -> Caller:
    """Return a caller whose token can read; insufficient-scope for any other."""
    return _required(known, "read", at_a_table=True)


def playing(known: Caller) -> Caller:
    """Return a caller whose token can play at a table; insufficient-scope for any other."""
    return _required(known, "play", at_a_table=True)


def _known() -> Caller | None:
    known, _ = _authenticate(lambda secret: (tokens.authenticate(secret), None))
    return known


def _authenticate(read: Callable[[str], tuple[Caller, T]]) -> tuple[Caller | None, T | None]:
    """Return the caller, and what `read` loads with it; None for what a second call in a request would load again."""
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


def _required(known: Caller | None, scope: Scope, *, at_a_table: bool) -> Caller:
    if known is None:
        raise Problem("missing-token", headers=_CHALLENGE)
    if scope not in known.scopes or (known.game_id is not None and not at_a_table):
        challenge = f'Bearer realm="hanabi", error="insufficient_scope", scope="{scope}"'
        raise Problem("insufficient-scope", headers={"WWW-Authenticate": challenge}, scope=scope)
    return known
