"""`Idempotency-Key`: a repeated POST has one effect and one response.

A response may contain a credential, so it is repeated to the same token only.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final

import orjson
from flask import Response, request

from service.pipeline import auth, stored_responses
from service.pipeline.stored_responses import StoredResponse
from service.wire.problems import Problem
from service.wire.request_parsing import is_idempotency_key

__all__ = ["once"]

_STORED_HEADERS: Final = (
    "Content-Type",
    "Location",
    "Content-Location",
    "Content-Language",
    "ETag",
    "Preference-Applied",
)


def once(route: Callable[..., Response]) -> Callable[..., Response]:
    """Make a route honor `Idempotency-Key`. Raises request-in-progress or idempotency-key-reused."""

    @wraps(route)
    def idempotent(**arguments: str) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None or not is_idempotency_key(key):
            return route(**arguments)  # `request_parsing` refuses a malformed key together with the body
        caller = auth.token_owner()
        if caller is None:
            return route(**arguments)  # no response is stored for callers that cannot be told apart
        try:
            stored = stored_responses.once(
                caller.token_id.bytes,
                f"{request.method} {request.path}",
                key,
                request.get_data(),
                lambda: _stored(route(**arguments)),
            )
        except stored_responses.InProgress:
            raise Problem("request-in-progress", headers={"Retry-After": "1"}) from None
        except stored_responses.KeyReused:
            raise Problem("idempotency-key-reused") from None
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
