"""Parsed JSON documents with one changed member."""

import json
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Steps = tuple[str | int, ...]


class Removed:
    """Marker for a removed member."""


def member(document: Any, steps: Steps) -> Any:
    """Return a member of a document."""
    for step in steps:
        document = document[step]
    return document


def changed(document: Json, steps: Steps, value: Any) -> Json:
    """Return a document with a changed or removed member."""
    found: Json = json.loads(json.dumps(document))
    node = member(found, steps[:-1])
    if value is Removed:
        del node[steps[-1]]
    else:
        node[steps[-1]] = value
    return found


def members(node: Any, steps: Steps = ()) -> Iterator[tuple[Steps, object]]:
    """Yield the steps to each member of a document, and what is the same for all members of its kind."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, value in inner:
        whole = (*steps, step)
        names = [name for name in whole if isinstance(name, str)]
        yield whole, (*names, *(node if isinstance(node, dict) else ()))
        yield from members(value, whole)


def one_of_each_kind(document: Json) -> list[Steps]:
    """Return the steps to a member of each kind."""
    return [*{kind: steps for steps, kind in members(document)}.values()]
