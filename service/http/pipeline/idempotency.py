"""`Idempotency-Key`: a POST sent twice with the same key has its effect once and the same answer twice."""

from collections.abc import Callable
from functools import wraps
from typing import Final

import orjson
from flask import Response, request

from service.http.pipeline import auth, stored_answers
from service.http.pipeline.stored_answers import Kept
from service.http.wire.problems import Problem
from service.http.wire.request_parsing import is_key
from service.identity.tokens import SCOPES, Caller

__all__ = ["once"]

_CARRIED: Final = ("Content-Type", "Location", "Content-Language", "ETag")


def once(route: Callable[..., Response]) -> Callable[..., Response]:
    """Make a route that has an effect honour `Idempotency-Key`; without one it does what it always did."""

    @wraps(route)
    def answered(**arguments: str) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None or not is_key(key):
            return route(**arguments)  # what is no key is refused with the form of the request, by `intake`
        caller = auth.known_if_any()
        where = f"{request.method} {request.path}"
        try:
            kept = stored_answers.once(
                _principal(caller),
                where,
                key,
                request.get_data(),
                lambda: _kept(route(**arguments)),
            )
        except stored_answers.InProgress:
            raise Problem("request-in-progress", headers={"Retry-After": "1"}) from None
        except stored_answers.KeyReused:
            raise Problem("idempotency-key-reused") from None
        return _response(kept)

    return answered


def _principal(caller: Caller | None) -> bytes:
    """Whose key it is: an account's, for all its tokens that may do as much; nobody has what another could ask for."""
    if caller is None:
        return b""
    if caller.game_id is None and caller.scopes == set(SCOPES):
        return caller.account_id.bytes
    reach = ",".join(sorted(caller.scopes)).encode()
    return caller.account_id.bytes + (caller.game_id.bytes if caller.game_id else b"") + reach


def _kept(response: Response) -> Kept:
    headers = {name: response.headers[name] for name in _CARRIED if name in response.headers}
    return Kept(response.status_code, orjson.dumps(headers) + b"\n" + response.get_data())


def _response(kept: Kept) -> Response:
    headers, _, body = kept.content.partition(b"\n")
    response = Response(body, kept.status, orjson.loads(headers))
    if kept.again:
        response.headers["Idempotency-Replayed"] = "true"
    return response
