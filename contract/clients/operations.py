"""The operations of the contract, as the writers of clients need them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

Schema = Mapping[str, Any]

_HANDLED: Final = {"Accept-Language", "Request-Id", "Idempotency-Key", "Accept-Encoding", "Last-Event-ID"}
"""Headers that the client sends by itself."""
_OTHER_MEDIA: Final = ("text/event-stream", "text/html")
"""Media types of successful responses that no operation of a client asks for: there are streams, and pages."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of the path, of the query or of the headers."""

    name: str
    """As in the request, such as `If-Match`."""
    schema: Schema
    is_required: bool

    @property
    def has_slashes(self) -> bool:
        """True for a part of the path that contains slashes."""
        return "/" in self.schema.get("pattern", "")


@dataclass(frozen=True)
class Operation:
    """An operation with everything that a client has to know about it."""

    name: str
    """The operation id, such as `createMove`."""
    summary: str
    method: str
    path: str
    in_path: list[Parameter]
    """In the order of the path."""
    options: list[Parameter]
    """Parameters of the query, those that are required first."""
    headers: list[Parameter]
    body: list[Schema]
    """The schemas of the body; empty if the operation has none."""
    media_types: list[str]
    """The media types of the body."""
    has_optional_body: bool
    """True if the body may be an empty object."""
    accepted: list[str]
    """The media types of a successful response; empty if it has no content."""
    results: list[Schema | Literal["text", "bytes"]]
    """Schemas of successful responses."""
    takes_key: bool
    """True if the operation supports an `Idempotency-Key`."""
    is_pending: bool
    """True if the operation responds with 202 until its result is there."""
    item: Schema | None
    """The schema of an item, for lists with pages."""


def operations(contract: Schema) -> Iterator[Operation]:
    """Yield the operations in the order of the contract."""
    for path, item in contract["paths"].items():
        for method in ("get", "post", "put", "patch", "delete"):
            if method in item:
                yield _operation(contract, method, path, item)


def snake(name: str) -> str:
    """Return a name in snake case: `create_move` for `createMove`, `if_match` for `If-Match`."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()


def members_of(schema: Schema) -> dict[str, Schema]:
    """Return the schemas of the members of an object.

    That of the kind of an event is a plain text for other generators: those for Rust and PHP fail for an enum or a
    pattern there. What it has to be is in `x-conditions`.
    """
    only = schema.get("x-conditions", {}).get("dependentSchemas", {}).get("type", {}).get("properties", {})
    return {name: {**member, **only.get(name, {})} for name, member in schema["properties"].items()}


def _operation(contract: Schema, method: str, path: str, item: Schema) -> Operation:
    described = item[method]
    parameters = [_resolved(contract, each) for each in [*item.get("parameters", ()), *described.get("parameters", ())]]
    sent = described.get("requestBody", {}).get("content", {})
    answers = {code: _resolved(contract, answer) for code, answer in described["responses"].items() if code[0] == "2"}
    media = {
        name: content
        for answer in answers.values()
        for name, content in answer.get("content", {}).items()
        if name not in _OTHER_MEDIA
    }
    if "application/json" in media and "application/x-ndjson" in media and method == "get":
        del media["application/x-ndjson"]
    pages = any(parameter["name"] == "cursor" for parameter in parameters)
    listed = _resolved(contract, media["application/json"]["schema"])["properties"] if pages else {}
    in_path = {one.name: one for one in _in(parameters, "path")}
    return Operation(
        name=described["operationId"],
        summary=described["summary"],
        method=method.upper(),
        path=path,
        in_path=[in_path[name] for name in re.findall(r"\{(\w+)\}", path)],
        options=sorted(_in(parameters, "query"), key=lambda one: not one.is_required),
        headers=[one for one in _in(parameters, "header") if one.name in _used_headers(described)],
        body=_bodies(sent),
        media_types=list(sent),
        has_optional_body=_is_optional(contract, sent),
        accepted=sorted(media, key=lambda name: not _is_json(name)),
        results=list({str(result): result for result in map(_result, media.items())}.values()),
        takes_key=any(parameter["name"] == "Idempotency-Key" for parameter in parameters),
        is_pending={"200", "202"} <= answers.keys(),
        item=listed["items"]["items"] if {"items", "next"} <= listed.keys() else None,
    )


def _in(parameters: list[Schema], place: str) -> list[Parameter]:
    return [
        Parameter(one["name"], one["schema"], one.get("required", False))
        for one in parameters
        if one["in"] == place and one["name"] not in _HANDLED
    ]


def _used_headers(described: Schema) -> set[str]:
    # The methods return bodies alone, so neither a 304 nor a response without a body would be of use. A wait is useful
    # with the body of a list.
    used = {"If-Match", "Prefer"} if described["operationId"] not in ("getGame", "createMove") else set()
    return used | ({"If-None-Match"} if "201" in described["responses"] else set())


def _bodies(sent: Schema) -> list[Schema]:
    """Return the schemas of a body in JSON, each once."""
    schemas = [content["schema"] for name, content in sent.items() if _is_json(name)]
    alternatives = [one for schema in schemas for one in schema.get("anyOf", [schema])]
    return list({str(one): one for one in alternatives}.values())


def _is_json(media_type: str) -> bool:
    return media_type.endswith(("/json", "+json"))


def _is_optional(contract: Schema, sent: Schema) -> bool:
    if list(sent) != ["application/json"]:
        return False
    schema = _resolved(contract, sent["application/json"]["schema"])
    return (
        schema.get("type") == "object"
        and not schema.get("required")
        and not {"if", "anyOf"} & {*schema, *schema.get("x-conditions", ())}
    )


def _result(media: tuple[str, Schema]) -> Schema | Literal["text", "bytes"]:
    name, content = media
    if _is_json(name):
        schema: Schema = content["schema"]
        return schema
    return "text" if name.startswith("text/") or name.endswith(("xml", "ndjson")) else "bytes"


def _resolved(contract: Schema, node: Schema) -> Schema:
    while "$ref" in node:
        target: Any = contract
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        node = target
    return node


def wrapped(opening: str, parts: list[str], closing: str, indent: str, *, step: str) -> str:
    """Return a line, or several if it is longer than 120 characters. `step` indents the parts further."""
    line = f"{indent}{opening}{', '.join(parts)}{closing}\n"
    if len(line) <= 121:
        return line
    listed = "".join(f"{indent}{step}{part},\n" for part in parts)
    return f"{indent}{opening}\n{listed}{indent}{closing}\n"
