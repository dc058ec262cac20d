"""The contract (`openapi.yaml`) as the service itself reads it."""

from functools import cache
from typing import Any, Final, NamedTuple

import orjson
import yaml

from service import resources

__all__ = ["Operation", "as_json", "example", "operations_with"]

_METHODS: Final = ("get", "put", "post", "delete", "patch")


class Operation(NamedTuple):
    """A method of a path, and where the reference describes it."""

    method: str
    path: str
    anchor: str


@cache
def as_json() -> bytes:
    """Return the contract as JSON."""
    return orjson.dumps(_document())


def example(name: str) -> dict[str, Any]:
    """Return the example of this name; nothing for one that the contract does not have."""
    found: dict[str, Any] = _document()["components"]["examples"].get(name, {}).get("value", {})
    return found


def operations_with(code: str) -> list[Operation]:
    """Return the operations that can answer with a problem: a response's description names it as `code`."""
    return [
        Operation(method.upper(), path, f"/{operation['tags'][0]}/{operation['operationId']}")
        for path, operations in _document()["paths"].items()
        for method, operation in operations.items()
        if method in _METHODS
        and any(f"`{code}`" in _resolved(response)["description"] for response in operation["responses"].values())
    ]


@cache
def _document() -> dict[str, Any]:
    # The loader in C takes a tenth of the time, where it was built.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document: dict[str, Any] = yaml.load(resources.CONTRACT.read_text(encoding="utf-8"), loader)
    return document


def _resolved(response: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in response:
        response = _document()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    return response
