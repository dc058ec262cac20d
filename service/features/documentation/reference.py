"""The reference: the contract as pages, one for each tag, one for the schemas, and an overview."""

import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import orjson
from flask import render_template
from markupsafe import Markup

from service.features.documentation import guides
from service.features.documentation.document_layout import Entry
from service.platform import yielding
from service.platform.website import markdown, openapi
from service.platform.wire.problem_kinds import STATUS_OF

Node = Mapping[str, Any]
"""A part of the contract."""

_SCHEMAS: Final = "schemas"

_CODE: Final = re.compile(r"(?<!\">)<code>([\w-]+)</code>")

_LONG: Final = 600
"""The characters of a body that is in a file of its own in the curl line."""


class Operation(NamedTuple):
    """An operation, or what the service sends to a webhook: then `path` is empty."""

    id: str
    method: str
    path: str
    node: Node
    parameters: list[Node]


def _tags() -> dict[str, Node]:
    return {tag["name"]: tag for tag in openapi.document()["tags"]}


@cache
def pages() -> tuple[str, ...]:
    """Return the names of the pages: the overview, those of the tags, and the schemas."""
    return ("", *_tags(), _SCHEMAS)


def title(page: str) -> str:
    """Return the title of a page."""
    return {"": "API reference", _SCHEMAS: "Schemas"}.get(page) or page.capitalize()


@cache
def contents(page: str) -> list[Entry]:
    """Return the list of all pages, with the operations of this one."""
    return [
        Entry(
            title(name),
            f"/docs/reference/{name}" if name else "/docs",
            [Entry(one.node["summary"], f"#{one.id}") for one in _operations(name)] if name == page else [],
            current=name == page,
        )
        for name in pages()
    ]


@cache
def content(page: str) -> Markup:
    """Return the content of a page. It is the same for all readers."""
    template = {"": "reference.html", _SCHEMAS: "schemas.html"}.get(page, "operations.html")
    tags = _tags()
    return Markup(
        render_template(
            template,
            title=title(page),
            contract=openapi.document(),
            tag=tags.get(page),
            tags=tags,
            everywhere=list(openapi.document()["x-common-parameters"].values()),
            operations={tag: list(_operations(tag)) for tag in ([page] if page in tags else tags)},
            text=_text,
            kind=_kind,
            described=_described,
            resolved=_resolved,
            conditions=_conditions,
            examples=_examples,
            shown=_shown,
            curl=_curl,
        )
    )


def _operations(tag: str) -> Iterator[Operation]:
    """Yield the operations with a tag, and those of webhooks."""
    document = openapi.document()
    for path, item in (*document["paths"].items(), *(("", item) for item in document["x-webhooks"].values())):
        for method, node in item.items():
            if method != "parameters" and tag in node["tags"]:
                all_of = (*item.get("parameters", ()), *node.get("parameters", ()))
                parameters = [_resolved(one) for one in all_of]
                yield Operation(node["operationId"], method.upper(), path, node, parameters)


def _resolved(node: Node) -> Node:
    """Return what a reference refers to, with the description that it has itself."""
    while "$ref" in node:
        _, _, kind, name = node["$ref"].split("/")
        own = {"description": node["description"]} if "description" in node else {}
        node = {**openapi.document()["components"][kind][name], **own}
    return node


def _text(source: str) -> Markup:
    """Return a description as HTML, in which codes of problems are links."""
    yielding.give_way()
    return Markup(_CODE.sub(_problem_link, markdown.html(source, rules=None)))


def _problem_link(code: re.Match[str]) -> str:
    return f'<a href="/problems/{code[1]}">{code[0]}</a>' if code[1] in STATUS_OF else code[0]


def _described(schema: Node) -> str:
    """Return the description of a schema, or else the first paragraph of the one that it refers to."""
    description: str = schema.get("description") or _resolved(schema).get("description", "").partition("\n\n")[0]
    return description


def _kind(schema: Node) -> Markup:
    """Return the type of a schema with its bounds; other schemas are links."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="/docs/reference/schemas#{0}">{0}</a>').format(name)
    if options := schema.get("oneOf") or schema.get("anyOf"):
        return Markup(" or ").join(map(_kind, options))
    values = schema.get("enum") or ("const" in schema and [schema["const"]])
    if values and "\n- `" not in schema.get("description", ""):  # the description lists the others
        return Markup(" | ").join(Markup("<code>{}</code>").format(_json(value)) for value in values)
    types = schema.get("type", "any")
    words = Markup(types if isinstance(types, str) else " or ".join(types))
    if "items" in schema:
        words += Markup(" of ") + _kind(schema["items"])
    if isinstance(schema.get("additionalProperties"), dict):
        words += Markup(" of ") + _kind(schema["additionalProperties"])
    return Markup(", ").join([words, *_bounds(schema)])


def _bounds(schema: Node) -> Iterator[Markup]:
    for least, most, unit in (
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " items"),
    ):
        if least in schema or most in schema:
            yield Markup("{} to {}{}").format(schema.get(least, 0), schema.get(most, "any number"), unit)
    if "format" in schema:
        yield Markup("{}").format(schema["format"])
    if "pattern" in schema:
        yield Markup("<code>{}</code>").format(schema["pattern"])
    if "default" in schema:
        yield Markup("by default <code>{}</code>").format(_json(schema["default"]))


def _conditions(schema: Node) -> str:
    """Return the conditions of a schema that have no words here, as JSON Schema."""
    found = {**schema.get("x-conditions", {})}
    if "dependentRequired" in schema:
        found["dependentRequired"] = schema["dependentRequired"]
    return _shown(found) if found else ""


def _examples(content: Node) -> list[Node]:
    """Return the examples of a body."""
    if "example" in content:
        return [{"summary": "Example", "value": content["example"]}]
    return [_resolved(example) for example in content.get("examples", {}).values()]


def _shown(value: object) -> str:
    """Return an example as text."""
    return value if isinstance(value, str) else orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def _compact(value: object) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


def _curl(operation: Operation) -> str:
    """Return a command that sends the request. Its variables are the token and the parameters of the path."""
    address = re.sub(r"\{(\w+)\}", lambda name: f"${name[1].upper()}", operation.path)
    required = [one for one in operation.parameters if one["in"] == "query" and one.get("required")]
    query = "&".join(f"{one['name']}={one['example']}" for one in required)
    parts = [f'curl "{guides.OWN_ADDRESS}{address}{"?" if query else ""}{query}"']
    if operation.method != "GET":
        parts[0] = parts[0].replace("curl", f"curl -X {operation.method}", 1)
    if operation.node["security"]:
        parts.append('-H "Authorization: Bearer $TOKEN"')
    for media_type, body in list(operation.node.get("requestBody", {}).get("content", {}).items())[:1]:
        sent = _compact(_examples(body)[0]["value"])
        parts.append(f"-H 'Content-Type: {media_type}'")
        parts.append(f"-d {shlex.quote(sent)}" if len(sent) < _LONG else "-d @body.json")
    return " \\\n  ".join(parts)
