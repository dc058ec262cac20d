"""Bearer tokens: who is calling, and what that token may do."""

import hashlib
import secrets
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Final, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import func, select, update

from service import ids
from service.database.pool import connection, session, transaction
from service.database.schema import Seat, Token

__all__ = [
    "SCOPES",
    "WHO",
    "Caller",
    "Holder",
    "InvalidToken",
    "NotSeated",
    "Scope",
    "TokenInfo",
    "authenticate",
    "caller_of",
    "digest",
    "digest_of",
    "issue",
    "listed",
    "new_secret",
    "revoke",
]

Scope = Literal["account", "play", "read"]
SCOPES: Final[tuple[Scope, ...]] = ("account", "play", "read")
"""account: tokens and the account itself; play: make games, take seats, move and talk; read: everything else."""

_KINDS: Final = ("p", "s")
"""p: a personal token; s: one that is bound to a seat."""

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PREFIX: Final = "hnb_"
_RANDOM_LENGTH: Final = 43  # 256 bits in base 62
_CHECKSUM_LENGTH: Final = 6
_LENGTH: Final = len("hnb_p_") + _RANDOM_LENGTH + _CHECKSUM_LENGTH


class Caller(NamedTuple):
    """The account behind a valid token, and how far that token goes."""

    account_id: UUID
    name: str
    token_id: UUID
    scopes: frozenset[str]
    game_id: UUID | None
    """The one game that a seat-bound token is good for."""

    def is_bound_elsewhere(self, game_id: UUID) -> bool:
        """Say whether the token is bound to a seat of another game than this."""
        return self.game_id not in (None, game_id)


class Holder(NamedTuple):
    """A row of `WHO`: whose token it is, and how far it goes."""

    account_id: UUID
    name: str
    token_id: UUID
    scopes: list[str]
    game_id: UUID | None


class TokenInfo(NamedTuple):
    """A token without its secret, which is not kept."""

    token_id: UUID
    name: str
    scopes: tuple[str, ...]
    game_id: UUID | None
    created_at: datetime
    expires_at: datetime | None


class InvalidToken(Exception):
    """A token that this service has not given out, or no longer honours."""


class NotSeated(Exception):
    """A seat-bound token was asked for by someone without a seat in that game."""


WHO: Final = """
    select t.account_id, a.name, t.token_id, t.scopes, t.game_id
      from token t join account a on a.account_id = t.account_id
     where t.digest = %(digest)s and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
"""
"""Who holds the token with a digest: a row for `Holder`, none where it is honoured no longer."""


def authenticate(secret: str) -> Caller:
    """Return who holds this token; InvalidToken if nobody does. One round trip, none for what is no token at all."""
    values = {"digest": digest_of(secret)}
    with connection() as db:
        row = db.execute(WHO, values).fetchone()
    return caller_of(None if row is None else Holder(*row))


def digest_of(secret: str) -> bytes:
    """Return the digest by which a token is found; InvalidToken for what is no token at all."""
    if not _well_formed(secret):
        raise InvalidToken
    return digest(secret)


def caller_of(holder: Holder | None, *, known_ended: Mapping[UUID, bool] = MappingProxyType({})) -> Caller:
    """Return the caller that the holder of a token is; InvalidToken for nobody.

    A seat-bound token ends with its game. Whether that has ended is asked of the database where it is not known.
    """
    if holder is None:
        raise InvalidToken
    account_id, name, token_id, scopes, game_id = holder
    if game_id is not None and (known_ended[game_id] if game_id in known_ended else _has_ended(game_id)):
        raise InvalidToken
    return Caller(account_id, name, token_id, frozenset(scopes), game_id)


def _has_ended(game_id: UUID) -> bool:
    with connection() as db:
        row = db.execute("select status = 'ended' from game where game_id = %s", (game_id,)).fetchone()
    return row is None or bool(row[0])


def issue(
    caller: Caller, name: str, scopes: tuple[Scope, ...], lifetime_s: int | None, game_id: UUID | None
) -> tuple[TokenInfo, str]:
    """Make a token for the caller, bound to its seat in a game if one is named; NotSeated if it has none there."""
    kind: Literal["p", "s"] = "p"
    if game_id is not None:
        kind = "s"
        mine = select(Seat.seat).where(Seat.game_id == game_id, Seat.account_id == caller.account_id)
        if session().scalar(mine) is None:
            raise NotSeated
    secret = new_secret(kind)
    expires_at = None if lifetime_s is None else datetime.now(UTC) + timedelta(seconds=lifetime_s)
    token = Token(
        ids.new(), caller.account_id, digest(secret), name, sorted(scopes), game_id=game_id, expires_at=expires_at
    )
    with transaction() as changes:
        changes.add(token)
        changes.flush()
        return _info(token), secret


def listed(caller: Caller) -> list[TokenInfo]:
    """Return the caller's tokens that are still honoured, oldest first."""
    found = session().scalars(
        select(Token)
        .where(
            Token.account_id == caller.account_id,
            Token.revoked_at.is_(None),
            Token.expires_at.is_(None) | (Token.expires_at > func.now()),
        )
        .order_by(Token.token_id)
    )
    return [_info(token) for token in found]


def revoke(caller: Caller, token_id: UUID) -> bool:
    """Honour a token of the caller's no longer, from the next request on; False if the caller has no such token."""
    with transaction() as changes:
        revoked = changes.scalar(
            update(Token)
            .where(Token.token_id == token_id, Token.account_id == caller.account_id, Token.revoked_at.is_(None))
            .values(revoked_at=func.now())
            .returning(Token.token_id)
        )
        return revoked is not None


def new_secret(kind: Literal["p", "s"]) -> str:
    """Return a token that nobody has: its kind, 256 bits from the system's randomness, and a checksum."""
    random = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_LENGTH))
    return f"{_PREFIX}{kind}_{random}{_checksum(random)}"


def digest(secret: str) -> bytes:
    """Return what is kept of a token: its SHA-256. The token's own randomness makes a salt needless."""
    return hashlib.sha256(secret.encode()).digest()


def _info(token: Token) -> TokenInfo:
    return TokenInfo(token.token_id, token.name, tuple(token.scopes), token.game_id, token.created_at, token.expires_at)


def _well_formed(secret: str) -> bool:
    """Say whether the checksum fits: typing errors and cut-off tokens are told without asking the database."""
    if len(secret) != _LENGTH or not secret.isascii() or not secret.startswith(tuple(f"{_PREFIX}{k}_" for k in _KINDS)):
        return False
    random = secret[-_RANDOM_LENGTH - _CHECKSUM_LENGTH : -_CHECKSUM_LENGTH]
    return _checksum(random) == secret[-_CHECKSUM_LENGTH:]


def _checksum(random: str) -> str:
    number, digits = zlib.crc32(random.encode()), ""
    for _ in range(_CHECKSUM_LENGTH):
        number, digit = divmod(number, len(_ALPHABET))
        digits = _ALPHABET[digit] + digits
    return digits
