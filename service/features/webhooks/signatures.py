"""Signatures of deliveries, as Standard Webhooks describes (https://www.standardwebhooks.com)."""

import base64
import hashlib
import hmac
import secrets
from typing import Final

_SECRET_BYTES: Final = 32


def new_secret() -> bytes:
    """Return a random secret."""
    return secrets.token_bytes(_SECRET_BYTES)


def written(secret: bytes) -> str:
    """Return a secret as text, `whsec_` and Base64."""
    return "whsec_" + base64.b64encode(secret).decode()


def headers(secret: bytes, delivery: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers that sign a body. `timestamp` is the Unix time of the attempt."""
    signed = b".".join((delivery.encode(), str(timestamp).encode(), body))
    digest = base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()
    return {"webhook-id": delivery, "webhook-timestamp": str(timestamp), "webhook-signature": f"v1,{digest}"}
