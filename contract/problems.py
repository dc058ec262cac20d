"""The problems that an operation can answer with, as responses of the contract."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from contract.components import reference
from service.core.problem_codes import CODING_REFUSED, INVALID_BODY_OR_QUERY, NO_TOKEN_NEEDED, WHEN
from service.platform.wire.operation import Operation
from service.platform.wire.problem_kinds import STATUS_OF

__all__ = ["problem_responses"]

_HEADERS: Final[Mapping[str, tuple[str, str]]] = {
    "missing-token": ("WWW-Authenticate", "Challenge"),
    "invalid-token": ("WWW-Authenticate", "Challenge"),
    "insufficient-scope": ("WWW-Authenticate", "ScopeChallenge"),
    "request-in-progress": ("Retry-After", "RetryWhileInProgress"),
    "unsupported-media-type": ("Accept-Post", "AcceptPost"),
    "too-many-requests": ("Retry-After", "RetryAfter"),
    "service-unavailable": ("Retry-After", "RetryAfter"),
}
"""The header of a problem and its component, by code."""


def problem_responses(operation: Operation, method: str, path: str) -> dict[str, dict[str, Any]]:
    """Return the responses by status."""
    told = {**_usual(operation, method, path), **_declared(operation)}
    by_status: dict[HTTPStatus, dict[str, str]] = {}
    for code, when in told.items():
        if code not in operation.without:
            by_status.setdefault(HTTPStatus(STATUS_OF[code]), {})[code] = when
    return {str(int(status)): _response(codes, operation) for status, codes in by_status.items()}


def _declared(operation: Operation) -> dict[str, str]:
    pairs = [(one, WHEN[one]) if isinstance(one, str) else one for one in operation.problems]
    return dict(pairs)


def _usual(operation: Operation, method: str, path: str) -> dict[str, str]:
    """Return the codes that such an operation has in most cases, each with its sentence."""
    in_game, is_repeatable = "{game}" in path, operation.repeatable
    codes = []
    if operation.token:
        codes += ["missing-token", "invalid-token"] if operation.scope else ["invalid-token"]
        codes += ["insufficient-scope", "account-suspended"]
        codes += ["wrong-game"] * in_game + ["not-a-player"] * (in_game and operation.seat_token)
    codes += ["not-found"] * ("{" in path)
    codes += ["request-in-progress"] * is_repeatable
    if method != "get":
        codes += ["malformed-json", "bad-request", "payload-too-large", "unsupported-media-type"]
        codes += ["invalid-idempotency-key"] * is_repeatable
    if operation.limited:
        codes += ["invalid-request"] + ["idempotency-key-reused"] * is_repeatable
        codes += ["too-many-requests", "service-unavailable"]
    usual = {code: WHEN[code] for code in (*codes, "not-acceptable", "internal-error")}
    if any(one.name == "Accept-Encoding" for one in operation.parameters):
        usual["not-acceptable"] = CODING_REFUSED
    if operation.token and not operation.scope:
        usual["invalid-token"] = NO_TOKEN_NEEDED
    if operation.limited and not is_repeatable:
        usual["invalid-request"] = INVALID_BODY_OR_QUERY
    return usual


def _response(codes: Mapping[str, str], operation: Operation) -> dict[str, Any]:
    """Return the response with these problems, each with its sentence."""
    headers = {
        name: reference("headers", header) for name, header in (_HEADERS[code] for code in codes if code in _HEADERS)
    }
    if "Accept-Post" in headers and operation.body and operation.body.others:
        headers["Accept-Post"] = reference("headers", "AcceptGames")
    return {
        "description": " ".join(f"`{code}`: {when}." for code, when in codes.items()),
        **({"headers": headers} if headers else {}),
        "content": {
            "application/problem+json": {
                "schema": reference("schemas", "Problem"),
                "examples": {code: reference("examples", code) for code in codes},
            }
        },
    }
