"""Route of the public signing keys."""

from flask import Blueprint, Response

from service import timestamps
from service.http.wire.operation import Operation
from service.http.wire.responses import as_json, cacheable
from service.signing import keys

__all__ = ["routes"]

routes = Blueprint("keys", __name__)


@routes.get("/.well-known/hanabi-keys")
@Operation("listKeys", token=False)
def list_keys() -> Response:
    """List the signing keys.

    Returns the public keys of the service, newest first. One of them is in use; the others are retired. With the
    list, anybody can check the signatures of the service: see `/docs/verification`. Save the list, because a
    signature proves nothing to a reader who has the key from the same place.
    """
    items = [
        {
            "key": key.key,
            "algorithm": "Ed25519",
            "from": timestamps.rfc3339(key.since),
            "until": timestamps.rfc3339(key.until),
        }
        for key in keys.public_keys()
    ]
    return cacheable(as_json({"items": items}))
