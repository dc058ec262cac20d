"""What the routes declare about the operations of the contract.

A file of `paths/` only says what a route does not: the tag, parameters, body, successes, and the problems that
are not those of every such operation. A problem that an operation does not have is null there.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from service.app import create_app
from service.http.wire.operation import Operation
from service.settings import Settings

__all__ = ["completed"]

_COMMON: Final = ("AcceptLanguage", "RequestId")
"""The parameters of every operation."""

_ORDER: Final = ("operationId", "tags", "summary", "description", "security", "parameters", "requestBody", "responses")


def completed(paths: Mapping[str, Any]) -> dict[str, Any]:
    """Return the paths with what their routes declare. Raises KeyError for an operation without a route."""
    routes = {(method, path): (operation, text) for method, path, operation, text in _routes()}
    return {
        path: {
            "parameters": [*item.get("parameters", ()), *[_reference("parameters", name) for name in _COMMON]],
            **{
                method: _completed(*routes[method, path], method, path, part)
                for method, part in item.items()
                if method != "parameters"
            },
        }
        for path, item in paths.items()
    }


def _routes() -> Iterator[tuple[str, str, Operation, str]]:
    """Yield the method, the path, the declaration and the docstring of each operation."""
    app = create_app(Settings(database_url="postgresql://127.0.0.1"))  # connects on a request only
    operations: Mapping[str, Operation] = app.extensions["exchange"].operations
    for rule in app.url_map.iter_rules():
        operation = operations[rule.endpoint]
        if operation.id is not None:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            text = inspect.getdoc(app.view_functions[rule.endpoint]) or ""
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield method.lower(), path, operation, text


def _completed(operation: Operation, text: str, method: str, path: str, part: Mapping[str, Any]) -> dict[str, Any]:
    summary, _, description = text.partition("\n\n")
    responses = {**_problems(operation, method, path), **part["responses"]}
    key = [_reference("parameters", "IdempotencyKey")] if operation.repeatable else []
    whole = {
        "operationId": operation.id,
        "summary": summary.removesuffix("."),
        "description": f"{description}\n" if "\n" in description else description,
        "security": _security(operation),
        **part,
        "parameters": [*part.get("parameters", ()), *key],
        "responses": {status: responses[status] for status in sorted(responses) if responses[status] is not None},
    }
    order = (*_ORDER, *[name for name in part if name not in _ORDER])
    return {name: whole[name] for name in order if (name in whole and whole[name] != []) or name == "security"}


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    if not operation.token:
        return []
    return [{"bearer": []}] if operation.scope else [{}, {"bearer": []}]


def _problems(operation: Operation, method: str, path: str) -> dict[str, Any]:
    """Return the problems that such an operation has in most cases, by their status."""
    is_read, has_key = method == "get", operation.repeatable
    in_game, has_parameter = "{game}" in path, "{" in path
    names = {HTTPStatus.INTERNAL_SERVER_ERROR: "InternalError", HTTPStatus.NOT_ACCEPTABLE: "NotAcceptable"}
    if operation.token:
        names[HTTPStatus.UNAUTHORIZED] = "Unauthorized" if operation.scope else "InvalidToken"
        watches = "NotHere" if in_game else "InsufficientScope"
        names[HTTPStatus.FORBIDDEN] = "NotAPlayer" if in_game and operation.seat_token else watches
    if has_parameter:
        names[HTTPStatus.NOT_FOUND] = "NotFound"
    if not is_read:
        names[HTTPStatus.BAD_REQUEST] = "BadRequestOrKey" if has_key else "BadRequest"
        names[HTTPStatus.REQUEST_ENTITY_TOO_LARGE] = "PayloadTooLarge"
        names[HTTPStatus.UNSUPPORTED_MEDIA_TYPE] = "UnsupportedMediaType"
    if operation.limited:
        names[HTTPStatus.UNPROCESSABLE_ENTITY] = "InvalidOrReused" if has_key else "InvalidRequest"
        names[HTTPStatus.TOO_MANY_REQUESTS] = "TooManyRequests"
        names[HTTPStatus.SERVICE_UNAVAILABLE] = "ServiceUnavailable"
    return {str(int(status)): _reference("responses", name) for status, name in names.items()}


def _reference(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}
