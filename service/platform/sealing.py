"""Content that is stored encrypted by a secret, of which the database has only a digest.

An answer may contain a new token, and the database must not contain tokens in plain text. Whoever sends the same secret
again can read it.
"""

import hashlib
import secrets
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE_BYTES: Final = 12


def seal(content: bytes, secret: str) -> bytes:
    """Return the content, encrypted by a secret of at least 128 random bits."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + _cipher(secret).encrypt(nonce, content, None)


def open_sealed(sealed: bytes, secret: str) -> bytes | None:
    """Return the content; None if it was encrypted by another secret, or in another way."""
    try:
        return _cipher(secret).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], None)
    except InvalidTag:
        return None


def _cipher(secret: str) -> AESGCM:
    return AESGCM(hashlib.sha256(b"response\0" + secret.encode()).digest())
