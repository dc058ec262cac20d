"""`Idempotency-Key`: a repeated POST has one effect and one response.

The response is stored in the same transaction as its effect. It may contain a credential, so it is repeated to the same
token only.
"""

import hashlib
import zlib
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Final, NamedTuple

import orjson
from flask import Response, request

from service.platform.database.pool import connection, transaction, wait_for_replication
from service.platform.sealing import open_sealed, seal
from service.platform.wire.problems import Problem
from service.platform.wire.request_parsing import is_idempotency_key

if TYPE_CHECKING:
    from service.core.people.tokens import Caller


_LOCK: Final = "select pg_try_advisory_xact_lock(%s)"
_FIND: Final = "select request_digest, status, content from answer where key_digest = %s and kept_until > now()"
_STORE: Final = """
    insert into answer (key_digest, request_digest, status, content, kept_until)
    values (%s, %s, %s, %s, now() + interval '24 hours')
        on conflict (key_digest) do update
       set request_digest = excluded.request_digest, status = excluded.status,
           content = excluded.content, kept_until = excluded.kept_until
"""

_DEFLATED: Final = "deflated "
"""Begins the secret of a compressed response. A server of 0.2.0 does not take it for one of its own."""

_STORED_HEADERS: Final = (
    "Content-Type",
    "Location",
    "Content-Location",
    "Content-Language",
    "ETag",
    "Preference-Applied",
)


class StoredResponse(NamedTuple):
    """The status and the serialized headers and body of a response."""

    status: int
    content: bytes
    again: bool = False
    """True if it was stored by an earlier request."""

    def __repr__(self) -> str:
        """Omit the content, which may contain a new token."""
        return f"StoredResponse(status={self.status}, again={self.again})"


def once(route: Callable[..., Response], token_owner: "Callable[[], Caller | None]") -> Callable[..., Response]:
    """Make a route honor `Idempotency-Key`. Raises request-in-progress or idempotency-key-reused."""

    @wraps(route)
    def idempotent(**arguments: str) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None or not is_idempotency_key(key):
            return route(**arguments)  # `request_parsing` refuses a malformed key together with the body
        caller = token_owner()
        if caller is None:
            return route(**arguments)  # no response is stored for callers that cannot be told apart
        stored = _once(
            caller.token_id.bytes,
            f"{request.method} {request.path}",
            key,
            request.get_data(),
            lambda: _stored(route(**arguments)),
        )
        return _response(stored)

    return idempotent


def _stored(response: Response) -> StoredResponse:
    headers = {name: response.headers[name] for name in _STORED_HEADERS if name in response.headers}
    return StoredResponse(response.status_code, orjson.dumps(headers) + b"\n" + response.get_data())


def _response(stored: StoredResponse) -> Response:
    headers, _, body = stored.content.partition(b"\n")
    response = Response(body, stored.status)
    del response.headers["Content-Type"]  # a response without a body stores none
    response.headers.update(orjson.loads(headers))
    if stored.again:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def _once(principal: bytes, route: str, key: str, body: bytes, effect: Callable[[], StoredResponse]) -> StoredResponse:
    """Run an effect once per principal, route and key.

    Returns its response. A repetition with the same body gets the stored response. If the effect raises, nothing is
    stored, and the request can be repeated.

    Raises request-in-progress, idempotency-key-reused, and the errors of the effect.
    """
    key_digest = _digest(b"key", principal, route.encode(), key.encode())
    request_digest = _digest(b"request", body)
    with transaction(), connection() as db:
        if db.execute(_LOCK, (int.from_bytes(key_digest[:8], signed=True),)).fetchone() != (True,):
            raise Problem("request-in-progress", headers={"Retry-After": "1"})
        stored = db.execute(_FIND, (key_digest,)).fetchone()
        if stored is not None:
            first_digest, status, sealed = stored
            content = _opened(sealed, key) if first_digest == request_digest else None
            if content is None:
                raise Problem("idempotency-key-reused")
            wait_for_replication()
            return StoredResponse(status, content, again=True)
        response = effect()
        db.execute(_STORE, (key_digest, request_digest, response.status, _sealed(response.content, key)))
        return response


def _sealed(content: bytes, key: str) -> bytes:
    """Return the content compressed, which makes a view a quarter as large, and encrypted."""
    return seal(zlib.compress(content), _DEFLATED + key)


def _opened(stored: bytes, key: str) -> bytes | None:
    """Return the content of a stored response; None if it was stored by a version with another cipher."""
    content = open_sealed(stored, _DEFLATED + key)
    return open_sealed(stored, key) if content is None else zlib.decompress(content)  # 0.2.0 stored it as it was


def _digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(len(part).to_bytes(4) + part for part in parts)).digest()
