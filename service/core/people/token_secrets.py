"""Secrets of tokens: their format and their digest."""

import hashlib
import secrets
import zlib
from typing import Final, Literal

Kind = Literal["a", "b", "p", "r", "s"]
"""Kinds of secrets.

a is an app's access token, b a browser's sign-in, p a personal token, r an app's refresh token, and s a token that is
bound to a seat.
"""

_BEARERS: Final[tuple[Kind, ...]] = ("a", "b", "p", "s")
"""The kinds that authenticate requests. A refresh token does not."""

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PREFIX: Final = "hnb_"
_RANDOM_LENGTH: Final = 43  # 256 bits in base 62
_LASTING_LENGTH: Final = 22  # of the random letters of a refresh token
_CHECKSUM_LENGTH: Final = 6
_LENGTH: Final = len("hnb_p_") + _RANDOM_LENGTH + _CHECKSUM_LENGTH


def new_secret(kind: Kind, lasting: str = "") -> str:
    """Return a new secret: its kind, 256 random bits and a checksum. Its first bits can be those that last."""
    kept = lasting[len("hnb_r_") :]
    random = kept + "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_LENGTH - len(kept)))
    return f"{_PREFIX}{kind}_{random}{_checksum(random)}"


def lasting_part(refresh: str) -> str:
    """Return the part of a refresh token that its successors share, of 131 bits."""
    return refresh[: len("hnb_r_") + _LASTING_LENGTH]


def digest(secret: str) -> bytes:
    """Return the SHA-256 of a token or a code, by which it is stored. A random one needs no salt."""
    return hashlib.sha256(secret.encode()).digest()


def is_well_formed(secret: str, kinds: tuple[Kind, ...] = _BEARERS) -> bool:
    """Return True if the length and the beginning are correct. The checksum is for those who search for secrets."""
    return len(secret) == _LENGTH and secret.isascii() and secret.startswith(tuple([f"{_PREFIX}{k}_" for k in kinds]))


def _checksum(random: str) -> str:
    number, digits = zlib.crc32(random.encode()), ""
    for _ in range(_CHECKSUM_LENGTH):
        number, digit = divmod(number, len(_ALPHABET))
        digits = _ALPHABET[digit] + digits
    return digits
