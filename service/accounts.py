"""Accounts and their bearer tokens: who is calling."""

import hashlib
import secrets
import zlib
from typing import Final, NamedTuple
from uuid import UUID

from service import ids
from service.db import connection, transaction
from service.tables import Account, Token

__all__ = ["MAX_NAME_LENGTH", "Caller", "InvalidToken", "authenticate", "create"]

MAX_NAME_LENGTH: Final = 40

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PREFIX: Final = "hnb_p_"
_RANDOM_LENGTH: Final = 43  # 256 bits in base 62
_CHECKSUM_LENGTH: Final = 6


class Caller(NamedTuple):
    """The account behind a valid token."""

    account_id: UUID
    name: str


class InvalidToken(Exception):
    """A token that this service has not given out, or no longer honours."""


def create(name: str) -> tuple[UUID, str]:
    """Make an account; return its id and its first token, which nobody can read again."""
    token = _new_token()
    account_id = ids.new()
    with transaction() as session:
        session.add(Account(account_id, name))
        session.flush()
        session.add(Token(ids.new(), account_id, _digest(token)))
    return account_id, token


def authenticate(token: str) -> Caller:
    """Return who holds this token; InvalidToken if nobody does. One round trip, none for what is no token at all."""
    if not _well_formed(token):
        raise InvalidToken
    with connection() as connected:
        row = connected.execute(
            "select account_id, a.name from token join account a using (account_id) where digest = %s",
            (_digest(token),),
        ).fetchone()
    if row is None:
        raise InvalidToken
    return Caller(*row)


def _new_token() -> str:
    random = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_LENGTH))
    return f"{_PREFIX}{random}{_checksum(random)}"


def _well_formed(token: str) -> bool:
    """Say whether the checksum fits: typing errors and cut-off tokens are told without asking the database."""
    if not token.startswith(_PREFIX) or not token.isascii():
        return False
    random, checksum = token[len(_PREFIX) : -_CHECKSUM_LENGTH], token[-_CHECKSUM_LENGTH:]
    return len(random) == _RANDOM_LENGTH and _checksum(random) == checksum


def _checksum(random: str) -> str:
    number, digits = zlib.crc32(random.encode()), ""
    for _ in range(_CHECKSUM_LENGTH):
        number, digit = divmod(number, len(_ALPHABET))
        digits = _ALPHABET[digit] + digits
    return digits


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
