"""Bearer tokens: authentication, scopes, issue and revocation."""

import hashlib
import secrets
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import func, select, update

from service import ids
from service.database.pool import connection, session, transaction
from service.database.schema import Seat, Token

__all__ = [
    "FOR_GOOD",
    "SCOPES",
    "TOKEN_OWNER",
    "AccountSuspended",
    "Caller",
    "InvalidToken",
    "NotSeated",
    "Scope",
    "TokenInfo",
    "TokenOwner",
    "authenticate",
    "caller_of",
    "digest",
    "digest_of",
    "issue",
    "listed",
    "new_secret",
    "revoke",
]

Scope = Literal["account", "play", "read", "moderate"]
"""The scopes of tokens.

"account": manage tokens and the account. "play": create games, take seats, move and chat. "read": everything else.
"moderate": hide content, suspend and rename accounts, and read reports (`service.moderation`).
"""
SCOPES: Final[tuple[Scope, ...]] = ("account", "play", "read")
"""The scopes that every account can give its tokens.

Only the operator creates tokens with "moderate". They lose it when their account is no longer a moderator.
"""

FOR_GOOD: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a suspension without an end."""

_KINDS: Final = ("p", "s")
"""Kinds of tokens: p is personal, s is bound to a seat."""

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PREFIX: Final = "hnb_"
_RANDOM_LENGTH: Final = 43  # 256 bits in base 62
_CHECKSUM_LENGTH: Final = 6
_LENGTH: Final = len("hnb_p_") + _RANDOM_LENGTH + _CHECKSUM_LENGTH


class Caller(NamedTuple):
    """The owner of a valid token, and what the token allows."""

    account_id: UUID
    name: str
    token_id: UUID
    scopes: frozenset[str]
    game_id: UUID | None
    """The only game that a seat-bound token is valid for; None for a personal token."""

    @property
    def is_moderator(self) -> bool:
        """True if the token has the scope `moderate`."""
        return "moderate" in self.scopes

    def is_bound_elsewhere(self, game_id: UUID) -> bool:
        """Return True if the token is bound to another game's seat."""
        return self.game_id not in (None, game_id)


class TokenOwner(NamedTuple):
    """A row of TOKEN_OWNER."""

    account_id: UUID
    name: str
    token_id: UUID
    scopes: list[str]
    game_id: UUID | None
    suspended_until: datetime | None
    """None if the account is not suspended."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "TokenOwner | None":
        """Return the TokenOwner in a row with more columns. Return None if its columns are null."""
        return None if row["token_id"] is None else cls(**{name: row[name] for name in cls._fields})


class TokenInfo(NamedTuple):
    """A stored token, without its secret."""

    token_id: UUID
    name: str
    scopes: tuple[str, ...]
    game_id: UUID | None
    created_at: datetime
    expires_at: datetime | None


class InvalidToken(Exception):
    """The token is unknown, revoked or expired."""


class AccountSuspended(InvalidToken):
    """The account of the token is suspended until a time (`service.moderation`)."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class NotSeated(Exception):
    """The account has no seat in the game of a seat-bound token."""


TOKEN_OWNER: Final = """
    select t.account_id, a.name, t.token_id,
           case when a.moderator then t.scopes else array_remove(t.scopes, 'moderate') end as scopes,
           t.game_id, case when a.suspended_until > now() then a.suspended_until end as suspended_until
      from token t join account a on a.account_id = t.account_id
     where t.digest = %(digest)s and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
"""
"""SQL query for the owner of the token with a digest; no row if the token is invalid."""


def authenticate(secret: str, *, may_be_suspended: bool = False) -> Caller:
    """Return the owner of a token, in one round trip. Raises InvalidToken or AccountSuspended.

    A malformed token is rejected without a query.
    """
    values = {"digest": digest_of(secret)}
    with connection() as db:
        row = db.execute(TOKEN_OWNER, values).fetchone()
    return caller_of(None if row is None else TokenOwner(*row), may_be_suspended=may_be_suspended)


def digest_of(secret: str) -> bytes:
    """Return the stored digest of a token. Raises InvalidToken if the token is malformed."""
    if not _well_formed(secret):
        raise InvalidToken
    return digest(secret)


def caller_of(
    owner: TokenOwner | None,
    *,
    known_ended: Mapping[UUID, bool] = MappingProxyType({}),
    may_be_suspended: bool = False,
) -> Caller:
    """Return the owner of a token as a Caller.

    Raises InvalidToken if there is no owner, or if the token is bound to a game that has ended, and AccountSuspended.
    `known_ended` has the games that are known to have ended or not; for other games the database is queried.
    """
    if owner is None:
        raise InvalidToken
    if owner.suspended_until is not None and not may_be_suspended:
        raise AccountSuspended(owner.suspended_until)
    game_id = owner.game_id
    if game_id is not None and (known_ended[game_id] if game_id in known_ended else _has_ended(game_id)):
        raise InvalidToken
    return Caller(owner.account_id, owner.name, owner.token_id, frozenset(owner.scopes), game_id)


def _has_ended(game_id: UUID) -> bool:
    with connection() as db:
        row = db.execute("select status = 'ended' from game where game_id = %s", (game_id,)).fetchone()
    return row is None or bool(row[0])


def issue(
    caller: Caller, name: str, scopes: tuple[Scope, ...], lifetime_s: int | None, game_id: UUID | None
) -> tuple[TokenInfo, str]:
    """Issue a token for the caller, and return it and its secret.

    With `game_id`, the token is bound to the caller's seat in that game. `lifetime_s` None means no expiry.

    Raises NotSeated if the caller has no seat in that game.
    """
    kind: Literal["p", "s"] = "p"
    if game_id is not None:
        kind = "s"
        own_seat = select(Seat.seat).where(Seat.game_id == game_id, Seat.account_id == caller.account_id)
        if session().scalar(own_seat) is None:
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
    """Return the caller's valid tokens, oldest first."""
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
    """Revoke one of the caller's tokens, effective immediately. Return False if there is none."""
    with transaction() as changes:
        revoked = changes.scalar(
            update(Token)
            .where(Token.token_id == token_id, Token.account_id == caller.account_id, Token.revoked_at.is_(None))
            .values(revoked_at=func.now())
            .returning(Token.token_id)
        )
        return revoked is not None


def new_secret(kind: Literal["p", "s"]) -> str:
    """Return a new token: its kind, 256 random bits and a checksum."""
    random = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_LENGTH))
    return f"{_PREFIX}{kind}_{random}{_checksum(random)}"


def digest(secret: str) -> bytes:
    """Return the SHA-256 of a token, by which it is stored. A random token needs no salt."""
    return hashlib.sha256(secret.encode()).digest()


def _info(token: Token) -> TokenInfo:
    return TokenInfo(token.token_id, token.name, tuple(token.scopes), token.game_id, token.created_at, token.expires_at)


def _well_formed(secret: str) -> bool:
    """Return True if the format and the checksum are correct."""
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
