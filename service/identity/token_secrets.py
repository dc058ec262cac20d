"""Secrets of tokens: their format and their digest."""

import hashlib
import secrets
import zlib
from typing import Final, Literal

__all__ = ["digest", "is_well_formed", "new_secret"]

_KINDS: Final = ("b", "p", "s")
"""Kinds of secrets: b is a browser's sign-in; of tokens, p is personal, and s is bound to a seat."""

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PREFIX: Final = "hnb_"
_RANDOM_LENGTH: Final = 43  # 256 bits in base 62
_CHECKSUM_LENGTH: Final = 6
_LENGTH: Final = len("hnb_p_") + _RANDOM_LENGTH + _CHECKSUM_LENGTH


def new_secret(kind: Literal["b", "p", "s"]) -> str:
    """Return a new secret: its kind, 256 random bits and a checksum."""
    random = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_LENGTH))
    return f"{_PREFIX}{kind}_{random}{_checksum(random)}"


def digest(secret: str) -> bytes:
    """Return the SHA-256 of a token, by which it is stored. A random token needs no salt."""
    return hashlib.sha256(secret.encode()).digest()


def is_well_formed(secret: str) -> bool:
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
