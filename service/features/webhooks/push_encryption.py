"""Encryption of push messages for one browser (RFC 8291, RFC 8188)."""

import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_RECORD_BYTES: Final = 4096
_LAST: Final = b"\2"
"""Ends the text of the last record. A message has one record."""


def encrypted(
    text: bytes,
    browser_key: bytes,
    secret: bytes,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a text that only one browser can read, in the coding `aes128gcm`.

    `browser_key` and `secret` are those of its subscription (`p256dh`, `auth`). Only tests give `own` and `salt`, which
    are random otherwise.
    """
    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    point = point_of(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser_key))
    both = _derived(shared, secret, b"WebPush: info\0" + browser_key + point, 32)
    key = _derived(both, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(both, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + _LAST, None)
    return salt + max(_RECORD_BYTES, len(sealed)).to_bytes(4) + len(point).to_bytes() + point + sealed


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key, uncompressed."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(material: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(material)
