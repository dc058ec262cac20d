"""The problems that an operation can answer with, as responses of the contract.

Those of its own are under their statuses, with the usual ones of the same status. The others, which many operations
have, are under `default`, whose `x-codes` list them.
"""

from collections.abc import Sequence
from http import HTTPStatus
from itertools import count
from pathlib import Path
from typing import Any, Final

from contract.components import reference
from service.core.problem_codes import CODING_REFUSED, INVALID_BODY_OR_QUERY, NO_TOKEN_NEEDED
from service.platform.wire.operation import Operation
from service.platform.wire.problem_kinds import CODES, STATUS_OF

_PROBLEM: Final = "Problem"

_USUAL: Final = "A usual problem, under the status of its code."

_FORM: Final = "application/problem+json"


def problem_responses(operation: Operation, method: str, path: str, shared: dict[str, Any]) -> dict[str, Any]:
    """Return the responses by status, and `default`. What they refer to is added to `shared`.

    An operation without problems of its own has a status of the usual ones, so that each has one.
    """
    usual, own = _usual(operation, method, path), _declared(operation)
    by_status: dict[HTTPStatus, dict[str, str]] = {}
    for code, when in own.items():
        by_status.setdefault(HTTPStatus(STATUS_OF[code]), {})[code] = when
    if not any(status < 500 for status in by_status):
        by_status[HTTPStatus.NOT_ACCEPTABLE] = {"not-acceptable": usual["not-acceptable"]}
    rest = [code for code in usual if code not in operation.without]
    responses: dict[str, Any] = {}
    for status, codes in by_status.items():
        about = " ".join(f"`{code}`: {when}." for code, when in codes.items())
        also = [f"`{code}`" for code in rest if STATUS_OF[code] == status and code not in codes]
        about += f" Also {', '.join(also)}." if also else ""
        responses[str(int(status))] = {**reference("responses", _PROBLEM), "description": about}
    shared[_PROBLEM] = _any_problem()
    responses["default"] = _default(rest, operation, method, path, shared)
    return responses


def _declared(operation: Operation) -> dict[str, str]:
    pairs = [(one, _when(one)) if isinstance(one, str) else one for one in operation.problems]
    return dict(pairs)


def _when(code: str) -> str:
    when = CODES[code].when
    assert when is not None, f"an operation states itself when it answers with {code}"
    return when


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
    usual = {code: _when(code) for code in (*codes, "not-acceptable", "internal-error")}
    if any(one.name == "Accept-Encoding" for one in operation.parameters):
        usual["not-acceptable"] = CODING_REFUSED
    if operation.token and not operation.scope:
        usual["invalid-token"] = NO_TOKEN_NEEDED
    if operation.limited and not is_repeatable:
        usual["invalid-request"] = INVALID_BODY_OR_QUERY
    return usual


def _default(codes: Sequence[str], operation: Operation, method: str, path: str, shared: dict[str, Any]) -> Any:
    """Return a reference to the response with these codes, which is added to `shared`."""
    described = {**_response(_USUAL), "x-codes": codes}
    kind = "Repeatable" if operation.repeatable else "Read" if method == "get" else "Write"
    where = "Game" if "{game}" in path else "One" if "{" in path else ""
    who = "" if not operation.token else "ByToken" if operation.scope else "ByAnyone"
    for number in count(1):
        name = f"{kind}{where}{who}{number if number > 1 else ''}"
        if shared.setdefault(name, described) == described:
            return reference("responses", name)
    raise AssertionError


def _any_problem() -> dict[str, Any]:
    """Return the response that those under a status refer to."""
    response = _response("A problem.")
    response["content"][_FORM]["examples"] = {
        file.stem: reference("examples", file.stem)
        for file in sorted((Path(__file__).parent / "examples").glob("*.json"))
        if file.stem in STATUS_OF
    }
    return response


def _response(about: str) -> dict[str, Any]:
    return {
        "description": about,
        "content": {_FORM: {"schema": reference("schemas", "Problem")}},
    }
