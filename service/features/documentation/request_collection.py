"""Route of the collection of requests for Postman, Bruno and Insomnia, which follows from the contract."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import orjson
from flask import Blueprint, Response, request

from service.platform.website import compressed_files, openapi
from service.platform.wire.operation import web_file

routes = Blueprint("collection", __name__)

_SCHEMA: Final = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

_KEPT: Final = {"createAccount": ("token", "token"), "createGame": ("game", "id")}
"""By operation: the variable that its response sets, and the member with the value."""


@routes.get("/collection.json")
@web_file(price=20)
def get_collection() -> Response:
    """Return the requests of all operations as a collection (Postman 2.1)."""
    content = orjson.dumps(collection(openapi.document(), request.root_url.rstrip("/")))
    return compressed_files.file_response("collection.json", compressed_files.packed(content))


def collection(contract: Mapping[str, Any], base: str) -> dict[str, Any]:
    """Return a collection with a folder for each tag and a request for each operation, sent to `base`."""
    folders: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in contract["tags"]}
    for path, item in contract["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                parameters = [
                    _resolved(contract, one) for one in (*item.get("parameters", ()), *operation.get("parameters", ()))
                ]
                folders[operation["tags"][0]].append(_item(contract, method, path, operation, parameters))
    return {
        "info": {
            "name": contract["info"]["title"],
            "description": contract["info"]["summary"],
            "version": contract["info"]["version"],
            "schema": _SCHEMA,
        },
        "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{token}}", "type": "string"}]},
        "variable": [{"key": "base", "value": base}, {"key": "token", "value": ""}, {"key": "game", "value": ""}],
        "item": [{"name": name, "item": items} for name, items in folders.items()],
    }


def _item(
    contract: Mapping[str, Any], method: str, path: str, operation: Mapping[str, Any], parameters: list[dict[str, Any]]
) -> dict[str, Any]:
    sent = _body(contract, operation)
    headers = [{"key": "Content-Type", "value": sent["media_type"]}] if sent else []
    values = {one["name"]: _value(one) for one in parameters if one["in"] == "path"} | {"game": "{{game}}"}
    # A variable is a whole step; as a part of one, as in `2.svg`, its value stands there.
    steps = [
        f":{step[1:-1]}" if re.fullmatch(r"{\w+}", step) else re.sub(r"{(\w+)}", lambda n: values[n[1]], step)
        for step in path.lstrip("/").split("/")
    ]
    in_path = [{"key": step[1:], "value": values[step[1:]]} for step in steps if step.startswith(":")]
    return {
        "name": operation["operationId"],
        **_script(operation["operationId"]),
        "request": {
            "method": method.upper(),
            "description": operation["summary"],
            **({} if operation["security"] else {"auth": {"type": "noauth"}}),
            "header": [*headers, *_optional(parameters, "header")],
            "url": {
                "raw": "{{base}}/" + "/".join(steps),
                "host": ["{{base}}"],
                "path": steps,
                "query": list(_optional(parameters, "query")),
                "variable": in_path,
            },
            **({"body": {"mode": "raw", "raw": sent["text"]}} if sent else {}),
        },
    }


def _optional(parameters: list[dict[str, Any]], place: str) -> Iterator[dict[str, Any]]:
    """Yield the parameters of a place. Those that a request may lack are turned off."""
    for one in parameters:
        if one["in"] == place:
            yield {
                "key": one["name"],
                "value": _value(one),
                "description": one["description"],
                "disabled": not one.get("required", False),
            }


def _value(parameter: Mapping[str, Any]) -> str:
    """Return an example of a parameter, or a value that its schema names; else an empty text."""
    schema = parameter["schema"]
    return str(parameter.get("example", schema.get("default", schema.get("enum", ("",))[0])))


def _body(contract: Mapping[str, Any], operation: Mapping[str, Any]) -> dict[str, str]:
    """Return the first example of a body with its media type; empty without a body."""
    for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
        value = _resolved(contract, next(iter(content["examples"].values())))["value"]
        text = value if isinstance(value, str) else orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
        return {"media_type": media_type, "text": text}
    return {}


def _script(operation_id: str) -> dict[str, Any]:
    """Return the script that keeps a value of the response for later requests."""
    if operation_id not in _KEPT:
        return {}
    variable, member = _KEPT[operation_id]
    line = f'pm.collectionVariables.set("{variable}", pm.response.json().{member});'
    return {"event": [{"listen": "test", "script": {"type": "text/javascript", "exec": [line]}}]}


def _resolved(contract: Mapping[str, Any], node: Mapping[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        _, _, kind, name = node["$ref"].split("/")
        node = contract["components"][kind][name]
    return dict(node)
