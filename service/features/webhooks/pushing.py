"""Push messages to browsers: encrypted for the browser, and signed with the key of the service (RFC 8030, RFC 8292)."""

import time
from base64 import urlsafe_b64encode
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec

from service.features.webhooks.deliveries import Due
from service.features.webhooks.push_encryption import encrypted, point_of
from service.platform.database.pool import execute, fetch_one

_TTL_S: Final = 24 * 3600
"""How long a push service keeps a message for a browser that is off."""
_SIGNED_FOR_S: Final = 12 * 3600
_ADD: Final = "insert into push_key (number, private_key) values (1, %s) on conflict do nothing"


def public_key() -> str:
    """Return the public key of the service in base64url, as browsers expect it. The first call makes the key."""
    return _text(point_of(_key()))


def message(delivery: Due, public_url: str | None) -> tuple[dict[str, str], bytes]:
    """Return the headers and the encrypted body of a request to the push service of a browser.

    `public_url` tells the push service who sends.
    """
    assert delivery.browser_key is not None and delivery.browser_secret is not None
    parts, key = urlsplit(delivery.url), _key()
    claims: dict[str, str | int] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _SIGNED_FOR_S,
        "sub": f"https://{urlsplit(public_url or '').hostname or 'localhost'}",
    }
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": f"{_TTL_S}",
        "Urgency": "high",
        "Authorization": f"vapid t={_signed(claims, key)},k={_text(point_of(key))}",
    }
    return headers, encrypted(delivery.body.encode(), delivery.browser_key, delivery.browser_secret)


def _signed(claims: dict[str, str | int], key: ec.EllipticCurvePrivateKey) -> str:
    from joserfc import jwt  # only the process that sends needs it
    from joserfc.jwk import ECKey

    return jwt.encode({"alg": "ES256", "typ": "JWT"}, claims, ECKey(key, key))


def _key() -> ec.EllipticCurvePrivateKey:
    found = fetch_one("select private_key from push_key")
    if found is None:
        made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32)
        execute(_ADD, (made,))
        found = fetch_one("select private_key from push_key")
    assert found is not None
    return ec.derive_private_key(int.from_bytes(found[0]), ec.SECP256R1())


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")
