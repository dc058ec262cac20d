"""The OpenAPI contract: its form in OpenAPI 3.2, its examples, and operations by problem."""

import copy
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import orjson
import yaml

from service.platform import data_files

__all__ = ["document", "example", "in_3_2", "operations_with"]


_METHODS: Final = ("get", "put", "post", "delete", "patch")


class OperationLink(NamedTuple):
    """An operation, and where its description is in the reference."""

    method: str
    path: str
    tag: str
    anchor: str


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
    contract: dict[str, Any] = orjson.loads(_read())
    return contract


def _read() -> bytes:
    return data_files.derived(data_files.CONTRACT_JSON, data_files.CONTRACT, _to_json)


def _to_json(contract: bytes) -> bytes:
    # The loader of libyaml, if it is installed, is ten times as fast.
    return orjson.dumps(yaml.load(contract, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def in_3_2(contract: Mapping[str, Any]) -> dict[str, Any]:
    """Return a contract in OpenAPI 3.2, with `webhooks`, and `itemSchema` for the items of streams."""
    newer = {**copy.deepcopy(dict(contract)), "openapi": "3.2.0"}
    if "x-webhooks" in newer:
        newer["webhooks"] = newer.pop("x-webhooks")
    for node in _inside(newer["paths"]):
        for stream in (node.get("content") or {}).values():
            if "contentSchema" in stream.get("schema", ()):
                stream["itemSchema"] = stream.pop("schema")["contentSchema"]["items"]
    return newer


def _inside(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a value."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _inside(inner)


def _examples() -> dict[str, Any]:
    examples: dict[str, Any] = document()["components"]["examples"]
    for response in document()["x-common-responses"].values():
        examples = examples | response["content"]["application/problem+json"]["examples"]
    return examples


def _resolved(response: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in response:
        response = document()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    return response
