"""Push messages to browsers (RFC 8030): encrypted for the browser, and signed with the key of the service."""

from __future__ import annotations  # the libraries are imported when a message is first sent

import time
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec

from service.features.webhooks.deliveries import Due
from service.platform.database.pool import connection

if TYPE_CHECKING:
    from py_vapid import Vapid02

__all__ = ["message", "public_key"]

_TTL_S: Final = 24 * 3600
"""How long a push service keeps a message for a browser that is off."""
_SIGNED_FOR_S: Final = 12 * 3600
_ADD: Final = "insert into push_key (number, private_key) values (1, %s) on conflict do nothing"


def public_key() -> str:
    """Return the public key of the service in base64url, as browsers expect it. The first call makes the key."""
    point = _key().public_key.public_numbers()
    return _text(b"\x04" + point.x.to_bytes(32) + point.y.to_bytes(32))


def message(delivery: Due, public_url: str | None) -> tuple[dict[str, str], bytes]:
    """Return the headers and the encrypted body of a request to the push service of a browser.

    `public_url` tells the push service who sends.
    """
    from pywebpush import WebPusher  # with aiohttp, a tenth of a second, which only the process that sends needs

    assert delivery.browser_key is not None and delivery.browser_secret is not None
    keys = {"p256dh": _text(delivery.browser_key), "auth": _text(delivery.browser_secret)}
    pusher = WebPusher({"endpoint": delivery.url, "keys": keys})
    encrypted = pusher.encode(delivery.body.encode(), content_encoding="aes128gcm")
    parts = urlsplit(delivery.url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _SIGNED_FOR_S,
        "sub": f"https://{urlsplit(public_url or '').hostname or 'localhost'}",
    }
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": f"{_TTL_S}",
        "Urgency": "high",
        **_key().sign(claims),
    }
    return headers, bytes(encrypted["body"])


def _key() -> Vapid02:
    from py_vapid import Vapid02

    with connection() as db:
        found = db.execute("select private_key from push_key").fetchone()
        if found is None:
            made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32)
            db.execute(_ADD, (made,))
            found = db.execute("select private_key from push_key").fetchone()
    assert found is not None
    return Vapid02.from_raw(_text(found[0]).encode())


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")
