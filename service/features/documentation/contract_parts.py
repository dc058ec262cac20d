"""Parts of the contract: the operations that a kind of program needs, and what they refer to."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.platform.website import openapi

NAMES: Final = ("play",)
"""The names of the parts. An operation says in `x-part` that it belongs to one (`service.platform.wire.operation`)."""

_LEFT_OUT: Final = frozenset({"x-webhooks", "examples", "links", "x-conditions"})
"""Members that the whole contract has. Generators ignore conditions."""

_COMPONENT: Final = "#/components/"


def part(contract: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a part of the contract, without examples, links and webhooks."""
    items = ((path, _operations_in(item, name)) for path, item in contract["paths"].items())
    paths = {path: kept for path, kept in items if kept.keys() - {"parameters"}}
    tags = {
        tag for kept in paths.values() for method, one in kept.items() if method != "parameters" for tag in one["tags"]
    }
    chosen = openapi.without({**contract, "paths": paths, "components": {}}, _LEFT_OUT)
    chosen["tags"] = [tag for tag in contract["tags"] if tag["name"] in tags]
    every = openapi.without(contract["components"], _LEFT_OUT)
    used: set[str] = {_COMPONENT + f"securitySchemes/{scheme}" for scheme in every["securitySchemes"]}
    waiting = [*used, *_references(chosen)]
    while waiting:
        reference = waiting.pop()
        used.add(reference)
        kind, component = reference.removeprefix(_COMPONENT).split("/")
        waiting += [one for one in _references(every[kind][component]) if one not in used]
    chosen["components"] = {
        kind: kept
        for kind, found in every.items()
        if (kept := {one: found[one] for one in found if f"{_COMPONENT}{kind}/{one}" in used})
    }
    return chosen


def _operations_in(item: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the parameters of a path and its operations in a part."""
    return {method: one for method, one in item.items() if method == "parameters" or one.get("x-part") == name}


def _references(node: Any) -> Iterator[str]:
    """Yield every reference to a component in a value."""
    if isinstance(node, str):
        if node.startswith(_COMPONENT):
            yield node
    elif isinstance(node, dict | list):
        for inner in node.values() if isinstance(node, dict) else node:
            yield from _references(inner)
