"""Values of answers that may grow: `enum` in what is sent is `x-extensible-enum` in what is received.

A generated client refuses a value that an `enum` does not list, so one of today could not read the answer of tomorrow.
In a request, an unknown value is a mistake, and `enum` finds it. A value that both have is two components: `BotId` of
answers is open, and `ChosenBotId` of requests is closed.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

CHOSEN: Final = "Chosen"
"""The prefix of the names of closed components."""

_SCHEMAS: Final = "#/components/schemas/"

_OPEN: Final = "x-extensible-enum"

_SENT: Final = ("parameters", "requestBody")

_SENT_BACK: Final = frozenset({"TurnType", "ClueColor"})
"""Values of `legal_actions`, one of which is the next request. They stay of one type, and closed."""


def open_answers(document: dict[str, Any]) -> None:
    """Open the values that only answers have, and divide those that requests have, too.

    Objects that both have are files, such as records: their values are those of a version of the format, and closed.
    """
    schemas = document["components"]["schemas"]
    items = document["paths"].values()
    operations = [one for item in items for method, one in item.items() if method != "parameters"]
    sent = [document["components"]["parameters"], *(one.get(key) for one in operations for key in _SENT)]
    received = [*(one["responses"] for one in operations), document["x-webhooks"], document["x-common-headers"]]
    received += [document["components"][kind] for kind in ("responses", "headers")]
    in_requests, in_answers = _reached(sent, schemas), _reached(received, schemas)
    only_in_answers = [*received, *(schemas[name] for name in in_answers - in_requests)]
    both = {name for node in only_in_answers for name in _referred(node)} & in_requests
    divided = {name for name in both - _SENT_BACK if "enum" in schemas[name] and _grows(schemas[name])}
    for name in divided:
        schema = schemas[name]
        schemas[CHOSEN + name] = {**schema, "description": f"A known value of `{name}`."}
    for node in (*sent, *(schemas[name] for name in in_requests - divided)):
        for inner in _inside(node):
            name = inner.get("$ref", "").removeprefix(_SCHEMAS)
            if name in divided:
                inner["$ref"] = f"{_SCHEMAS}{CHOSEN}{name}"
    for node in (*only_in_answers, *(schemas[name] for name in divided)):
        for inner in _inside(node):
            if isinstance(inner.get("enum"), list) and _grows(inner):
                inner[_OPEN] = [value for value in inner.pop("enum") if value is not None]
    document["components"]["schemas"] = dict(sorted(schemas.items()))


def _grows(schema: Mapping[str, Any]) -> bool:
    """Return True for several values of one type. A single one tells the choices of a union apart."""
    return len(schema["enum"]) > 1 and "type" in schema


def _reached(nodes: list[Any], schemas: Mapping[str, Any]) -> set[str]:
    """Return the names of all schemas that nodes refer to, directly or by others."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        new = _referred(waiting.pop()) - found
        found |= new
        waiting += [schemas[name] for name in new]
    return found


def _referred(node: Any) -> set[str]:
    """Return the names of the schemas that a node refers to."""
    references = (inner.get("$ref", "") for inner in _inside(node))
    return {one.removeprefix(_SCHEMAS) for one in references if one.startswith(_SCHEMAS)}


def _inside(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a value, but not those in conditions and examples."""
    if isinstance(node, dict):
        yield node
        for key, inner in node.items():
            if key not in ("x-conditions", "examples", "example"):
                yield from _inside(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _inside(inner)
