"""The OpenAPI contract (`openapi.json`): its JSON, its examples, and operations by problem."""

from functools import cache
from typing import Any, Final, NamedTuple

import orjson

from service import resources

__all__ = ["OperationLink", "as_json", "document", "example", "operations_with"]

_METHODS: Final = ("get", "put", "post", "delete", "patch")


class OperationLink(NamedTuple):
    """An operation, and where its description is in the reference."""

    method: str
    path: str
    tag: str
    anchor: str


@cache
def as_json() -> bytes:
    """Return the contract as JSON."""
    return orjson.dumps(document())


def example(name: str) -> dict[str, Any]:
    """Return the example with this name, or an empty dict."""
    found: dict[str, Any] = _examples().get(name, {}).get("value", {})
    return found


def operations_with(code: str) -> list[OperationLink]:
    """Return the operations that can respond with a problem.

    The descriptions of their responses in the contract contain its code.
    """
    return [
        OperationLink(method.upper(), path, operation["tags"][0], operation["operationId"])
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
        if method in _METHODS
        and any(f"`{code}`" in _resolved(response)["description"] for response in operation["responses"].values())
    ]


@cache
def document() -> dict[str, Any]:
    """Return the contract."""
    contract: dict[str, Any] = orjson.loads(resources.CONTRACT.read_bytes())
    return contract


def _examples() -> dict[str, Any]:
    examples: dict[str, Any] = document()["components"]["examples"]
    for response in document()["x-common-responses"].values():
        examples = examples | response["content"]["application/problem+json"]["examples"]
    return examples


def _resolved(response: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in response:
        response = document()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    return response
