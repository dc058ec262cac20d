"""The requests to compare, by operation of the contract."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.service.contract import CONTRACT, Operation
from tests.service.house.rooms import of_rooms
from tests.service.leaks.requests import Request, Requests, Spot, get, lists, looks

NOTHING_OF_A_GAME: Final = {
    one.node["operationId"]
    for one in CONTRACT.operations
    if one.method == "GET" and one.node.get("security") == [] and "{game}" not in one.template
} - of_rooms("REQUESTS").keys()
"""Pages and files that are the same for everyone, compared once for each kind of viewer."""

COUNTS: Final = {"getMetrics"}
"""Operations that count the requests of both worlds, so that the answers always differ (see `test_metrics.py`)."""

_NONE: Final = "0" * 32
"""The digits of an id of nothing."""
_DIGITS: Final = re.compile("[0-9a-f]{32}")
_LETTER: Final = re.compile(r"\^([a-z])_")
"""The beginning of the pattern of ids."""


def usual(operation: Operation) -> Callable[[Spot], Requests]:
    """Return the requests of an operation of which no room says more.

    A read is sent in all ways. A write has a body that every operation refuses, and that of an item of which the game
    has none is sent without a body too.
    """
    name, is_read = operation.node["operationId"], operation.method == "GET"
    queries = {CONTRACT.resolve(one)["name"] for one in operation.node.get("parameters", ())}

    def requests(spot: Spot) -> Requests:
        path = _path(operation, spot)
        if name in NOTHING_OF_A_GAME:
            yield from (get(path), Request("HEAD", path))
        elif is_read:
            yield from lists(path) if "limit" in queries else looks(path)
        else:
            yield Request(operation.method, path, {"id": spot.game.id})
            if spot.game.id in path or _NONE in path:
                yield Request(operation.method, path, None if operation.method == "DELETE" else {})

    return requests


def _path(operation: Operation, spot: Spot) -> str:
    """Return the path of an operation about a game. Other ids are those of nothing."""
    path = operation.template
    ids = {"game": spot.game.id, "version": str(spot.view["version"]), "anchor": "card-7"}
    for node in map(CONTRACT.resolve, CONTRACT.document["paths"][path].get("parameters", ())):
        if node["in"] == "path":
            schema = CONTRACT.resolve(node["schema"])
            letter = _LETTER.match(schema.get("pattern", ""))
            example = str(node.get("example", schema.get("example", f"{letter[1]}_{_NONE}" if letter else "0")))
            value = ids.get(node["name"], _DIGITS.sub(_NONE, example))
            path = path.replace(f"{{{node['name']}}}", value)
    return path


REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    name: of_rooms("REQUESTS").get(name) or usual(operation)
    for operation in CONTRACT.operations
    if (name := operation.node["operationId"]) not in COUNTS
}
"""By operation of the contract: requests that a viewer may send and that make no move."""

OF_A_GAME: Final = [one.node["operationId"] for one in CONTRACT.operations if "{game}" in one.template]


def described(spot: Spot) -> Requests:
    """Yield each operation with each parameter and media type of the contract.

    Requests that could have an effect have a body that every operation refuses.
    """
    ids = {"game": spot.game.id, "version": str(spot.view["version"]), "anchor": "card-7"}
    for operation in CONTRACT.operations:
        node, path, variants = operation.node, operation.template, list[Mapping[str, Any]]()
        if node["operationId"] in COUNTS:
            continue
        shared = CONTRACT.document["paths"][path].get("parameters", [])
        for parameter in map(CONTRACT.resolve, (*shared, *node.get("parameters", []))):
            schema = CONTRACT.resolve(parameter["schema"])
            values = [parameter.get("example"), schema.get("example"), *schema.get("enum", []), schema.get("minimum")]
            value = str(next((one for one in values if one is not None), "x"))
            match parameter["in"]:
                case "path":
                    path = path.replace(f"{{{parameter['name']}}}", ids.get(parameter["name"], value))
                case "query":
                    variants.append({"query": f"{parameter['name']}={value}"})
                case "header":
                    variants.append({"headers": {parameter["name"]: value}})
        answers = [CONTRACT.resolve(answer) for answer in node["responses"].values()]
        media_types = {one: None for answer in answers for one in answer.get("content", {})}
        variants += [{"headers": {"Accept": one}} for one in media_types]
        for options in variants:
            headers = {"Accept": "*/*", **options.get("headers", {}), "Request-Id": "spoken"}
            raw = {} if operation.method == "GET" else {"raw": b"{"}
            yield Request(operation.method, path, None, {**options, "headers": headers, **raw})
