"""A browser that decrypts push messages (RFC 8291)."""

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from service.features.webhooks.push_encryption import point_of


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """Return the text of a message to the browser with this key and secret."""
    salt, point, sealed = body[:16], body[21:86], body[86:]
    assert int.from_bytes(body[16:20]) >= len(sealed) and body[20] == len(point)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
    both = HKDF(SHA256(), 32, secret, b"WebPush: info\0" + point_of(key) + point).derive(shared)
    content, nonce = (
        HKDF(SHA256(), length, salt, b"Content-Encoding: " + purpose).derive(both)
        for purpose, length in ((b"aes128gcm\0", 16), (b"nonce\0", 12))
    )
    text = AESGCM(content).decrypt(nonce, sealed, None)
    assert text.endswith(b"\2")
    return text[:-1]
