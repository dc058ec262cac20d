"""Authentication and authorization of a request by its bearer token, as its operation declares."""

from collections.abc import Callable
from typing import Final, TypeVar
from uuid import UUID

from service.core.people import scopes, tokens
from service.core.people.tokens import AccountSuspended, Caller, InvalidToken
from service.core.tables import lookup
from service.core.tables.lookup import GameRequest, NotFound, PlayerSeat, id_of
from service.core.tables.views import ViewVersion
from service.platform import ids
from service.platform.wire.operation import Operation
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import RequestRecord, current

T = TypeVar("T")

_CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="hanabi"'}


WITHIN: Final = "hanabi.within"
"""In the environment of a request that a part of the service makes for its caller: the path of this part."""


class NoBearer(Exception):
    """The header `Authorization` does not have a token after the word Bearer."""


def caller() -> Caller:
    """Return the caller, whose token must have the scope of the operation.

    Raises missing-token, invalid-token, account-suspended or insufficient-scope.
    """
    return _with_scope(_known(token_owner()))


def any_caller() -> Caller:
    """Return the caller, with any scope. Raises missing-token or invalid-token."""
    return _known(token_owner())


def caller_if_any() -> Caller | None:
    """Return the caller; None without a token.

    Raises invalid-token, or insufficient-scope for a token that cannot read.
    """
    owner = token_owner()
    return None if owner is None else _with_scope(owner)


def require_scope(caller: Caller, scope: str) -> None:
    """Raise insufficient-scope unless the caller's token has another scope too."""
    if not scopes.allow(caller.scopes, scope):
        raise _insufficient(scope)
    if caller.game_id is not None and scope not in scopes.FOR_SEATS:
        raise _insufficient(scope, words="seat")


def token_owner() -> Caller | None:
    """Return the owner of the request's token; None without a token. Raises invalid-token or account-suspended."""
    record = current()
    suspended = record.operation.suspended
    owner, _ = _authenticate(record, lambda secret: (tokens.authenticate(secret, may_be_suspended=suspended), None))
    return owner


def game_request(game: str) -> GameRequest:
    """Return the caller and a game.

    One round trip reads both if there is a token, which is required if the operation has a scope. After authentication,
    raises NotFound for a malformed id.
    """
    record, game_id = current(), ids.parse("g", game)
    if game_id is None:
        owner, stored = token_owner(), None
    else:
        owner, stored = _authenticate(record, lambda secret: lookup.authenticate_and_load(game_id, secret))
    if owner is not None:
        _require(owner, record.operation)
    elif record.operation.scope:
        raise _missing()
    if game_id is None:
        raise NotFound
    return GameRequest(game_id, owner, stored)


def caller_and_view_version(game: str) -> ViewVersion | None:
    """Return the version of the caller's view of a game.

    Return None if the game must be loaded to know it.
    """
    game_id = ids.parse("g", game)
    if game_id is None:
        return None
    record = current()
    owner, version = _authenticate(record, lambda secret: lookup.authenticate_and_read_view_version(game_id, secret))
    if owner is None:
        return lookup.read_view_version(game_id, None)
    _require(owner, record.operation)
    return version


def _authenticate(record: RequestRecord, read: Callable[[str], tuple[Caller, T]]) -> tuple[Caller | None, T | None]:
    """Return the owner of the token and the result of `read`, if it was called.

    A request without a token has no owner. A second call in a request does not call `read`, since the owner is in the
    request's record: `once` authenticates before the route does, and `get_game` reads a version before the game.
    """
    if record.caller is not None:
        return record.caller, None
    secret = _secret(record.environ.get("HTTP_AUTHORIZATION"))
    if secret is None:
        return None, None
    try:
        caller, found = read(secret)
        if caller.resources is not None and not _is_within(record, caller.resources):
            raise InvalidToken
        record.caller = caller
    except AccountSuspended:
        raise
    except InvalidToken:
        if record.by_cookie:
            return None, None  # a sign-in that has ended is none; the person did not choose to send it
        raise
    if not record.caller.used_today:
        tokens.touch(record.caller)
    if record.on_caller is not None:
        record.on_caller(record.caller)
    return record.caller, found


def _is_within(record: RequestRecord, parts: tuple[str, ...]) -> bool:
    """Return True if a request is to one of the parts of the service for which its token is valid."""
    path = record.environ.get(WITHIN) or record.environ["PATH_INFO"]
    return any(path == part or path.startswith(f"{part}/") for part in parts)


def _secret(authorization: str | None) -> str | None:
    """Return the bearer token in the header `Authorization`; None without the header. Raises NoBearer."""
    if authorization is None:
        return None
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise NoBearer
    return secret.strip()


def _known(owner: Caller | None) -> Caller:
    if owner is None:
        raise _missing()
    return owner


def _missing() -> Problem:
    return Problem("missing-token", headers=_CHALLENGE)


def _with_scope(caller: Caller) -> Caller:
    """Return a caller whose token has the scope of the operation."""
    _require(caller, current().operation)
    return caller


def _require(caller: Caller, operation: Operation) -> None:
    """Require the scope of an operation.

    A token of a seat is refused where the operation does not allow it.
    """
    if operation.scope is None:
        require_scope(caller, "profile:read")
    elif caller.game_id is None or operation.seat_token:
        require_scope(caller, operation.scope)
    else:
        raise _insufficient(operation.scope, words="seat")


def _insufficient(scope: str, words: str | None = None) -> Problem:
    challenge = f'Bearer realm="hanabi", error="insufficient_scope", scope="{scope}"'
    return Problem("insufficient-scope", headers={"WWW-Authenticate": challenge}, words=words, scope=scope)


def game_id_of(text: str) -> UUID:
    """Return the game id in a path. Raises NotFound for a malformed id."""
    return id_of("g", text)


def game_and_query(game: str, caller: Caller | None, query: Callable[[], T]) -> tuple[UUID, T]:
    """Return the game id in a path, and the parsed query.

    Raises NotFound or WrongGame, not invalid-request, for a caller who may not see the game.
    """
    game_id = game_id_of(game)
    try:
        return game_id, query()
    except Problem:
        lookup.load_visible(GameRequest(game_id, caller))
        raise


def player_in(game: str) -> PlayerSeat:
    """Return the caller's seat in a game. Authentication fails before an unknown game."""
    return lookup.player_seat(game_request(game))
