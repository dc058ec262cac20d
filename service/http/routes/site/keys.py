"""Route of the public signing keys."""

from typing import Any

from flask import Blueprint, Response

from service import timestamps
from service.http.wire.operation import Operation
from service.http.wire.responses import as_json, cacheable
from service.signing import keys
from service.signing.keys import PublicKey

__all__ = ["routes"]

routes = Blueprint("keys", __name__)


@routes.get("/.well-known/hanabi-keys")
@Operation("listKeys", token=False)
def list_keys() -> Response:
    """List the signing keys.

    Returns the public keys of the service, newest first. One of them is in use; the others are retired. A key is signed
    by its predecessor, so that whoever trusts one key can trust the next. Nothing that a revoked key has signed is to
    be trusted. With the list, anybody can check the signatures of the service: see `/docs/verification`. Save the list,
    because a signature proves nothing to a reader who has the key from the same place.
    """
    return cacheable(as_json({"items": [_item(key) for key in keys.public_keys()]}))


def _item(key: PublicKey) -> dict[str, Any]:
    revocation = key.revocation
    return {
        "key": key.key,
        "algorithm": "Ed25519",
        "from": timestamps.rfc3339(key.since),
        "until": timestamps.rfc3339(key.until),
        "predecessor": None if key.predecessor is None else key.predecessor._asdict(),
        "revocation": None if revocation is None else {"at": revocation.at, **revocation.by._asdict()},
    }
