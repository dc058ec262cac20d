"""The OpenAPI contract: its forms, its examples, and operations by problem."""

import copy
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, cast

import orjson
import yaml

from service.platform import data_files

_METHODS: Final = ("get", "put", "post", "delete", "patch")

_CODE: Final = re.compile(r"`([a-z-]+)`:")
"""In the description of a response with problems."""


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
    """Return the operations that can respond with a problem."""
    return [
        OperationLink(method.upper(), path, operation["tags"][0], operation["operationId"])
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
        if method in _METHODS and code in codes(operation)
    ]


def codes(operation: Mapping[str, Any]) -> set[str]:
    """Return the codes of the problems that an operation can respond with.

    The descriptions of its statuses name those of its own, and `default` lists the usual ones.
    """
    found: set[str] = set()
    for status, response in operation["responses"].items():
        shared = document()["components"]["responses"].get(response.get("$ref", "").rpartition("/")[2], {})
        found |= set(shared.get("x-codes", ()))
        if status >= "400" and status != "default":
            found |= set(_CODE.findall(response.get("description") or shared["description"]))
    return found


def without(contract: Mapping[str, Any], left_out: Collection[str]) -> dict[str, Any]:
    """Return a contract without these members, such as `examples`, wherever the form of OpenAPI has them."""
    return cast(dict[str, Any], _without(contract, left_out))


def _without(node: Any, left_out: Collection[str], *, has_names: bool = False) -> Any:
    """Return a copy without some members. With `has_names`, the members of the node may have any name."""
    if isinstance(node, list):
        return [_without(one, left_out) for one in node]
    if not isinstance(node, Mapping):
        return node
    return {
        key: _without(value, left_out, has_names=key == "properties")
        for key, value in node.items()
        if has_names or key not in left_out
    }


@cache
def document() -> dict[str, Any]:
    """Return the contract."""
    contract: dict[str, Any] = orjson.loads(_read())
    return contract


def has_deprecations() -> bool:
    """Return True if something in the contract is deprecated, without loading the contract."""
    return b'"deprecated":true' in _read()


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
