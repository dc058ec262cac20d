"""Write the contract, and what clients need of it (`make contract`)."""

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import yaml

from contract.clients import files
from contract.components import Components, reference
from contract.open_values import open_answers
from contract.operations import NotDescribed, described_headers, described_parameters, described_paths

_PARTS: Final = Path(__file__).resolve().parent

_COMMON: Final = ("AcceptLanguage", "RequestId")
"""The parameters of every operation."""

_REFERENCE: Final = re.compile(
    r"`(?P<page>/(?:docs|problems)[\w/#-]*)`|(?P<code>`[^`]*`|\[[^]]*\]\([^)]*\))|\b(?P<rule>R(?:[1-9]|[12][0-9]|3[01]))\b"
)
"""A page, the number of a ruling, or `code` and links, which stay as they are."""


class _Dumper(yaml.SafeDumper):
    """Writes every value in full, and texts of several lines as such."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text)


def _version() -> str:
    """Return the version of the package, which is that of the contract and the clients."""
    project: dict[str, str] = tomllib.loads((_PARTS.parent / "pyproject.toml").read_text())["project"]
    return project["version"]


def bundled() -> dict[str, Any]:
    """Return the contract."""
    document: dict[str, Any] = _read(_PARTS / "document.yaml")
    info = document["info"]
    version = _version()
    packages = {
        "python": f"/clients/hanabi_client-{version}-py3-none-any.whl",
        "typescript": f"/clients/hanabi-client-{version}.tgz",
    }
    document["info"] = {"title": info.pop("title"), "version": version, **info, "x-clients": packages}
    components = Components()
    schemas = dict(sorted(components.schemas.items()))
    security = document.pop("components")
    responses: dict[str, Any] = {}
    tags = {tag["name"]: tag.pop("x-paths") for tag in document["tags"]}
    document["paths"] = described_paths(components, tags, responses)
    parameters = described_parameters(components)
    document["x-common-parameters"] = {name: parameters.pop(name) for name in _COMMON}
    document["x-webhooks"] = _read(_PARTS / "webhooks.yaml")
    document["components"] = {
        **security,
        "parameters": parameters,
        "headers": described_headers(),
        "responses": _share_responses(document["paths"], responses),
        "links": _share_links(document["paths"]),
        "schemas": schemas,
    }
    _describe_streams(document["paths"])
    described = {id(node): node for node in _inside(document)}.values()  # a node with an anchor is there several times
    _explain_enums(described)
    open_answers(document)
    _name_constants(document["components"]["schemas"])
    for node in described:
        if isinstance(text := node.get("description"), str):
            node["description"] = _linked(text)
    document["components"]["examples"] = {
        file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted((_PARTS / "examples").glob("*.json"))
    }
    return document


def _share_responses(paths: Mapping[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """Replace responses that several operations have by references, and return all that are shared by name."""
    places = [
        (operation["responses"], status, response)
        for item in paths.values()
        for method, operation in item.items()
        if method != "parameters"
        for status, response in operation["responses"].items()
        if status != "default"
    ]
    count = Counter(json.dumps(response) for _, _, response in places)
    names: dict[str, str] = {}
    for responses, status, response in places:
        text = json.dumps(response)
        if text not in names:
            whole = _without_reference(response, shared)
            if count[text] * (len(text) - 60) < len(json.dumps(whole)):
                continue
            words = re.findall("`([a-z-]+)`:", response["description"]) or [HTTPStatus(int(status)).phrase]
            name = "Or".join(re.sub(r"\W", "", word.title()) for word in words)
            same = sum(re.fullmatch(rf"{name}\d*", other) is not None for other in shared)
            names[text] = f"{name}{same + 1 if same else ''}"
            shared[names[text]] = whole
        responses[status] = reference("responses", names[text])
    return dict(sorted(shared.items()))


def _without_reference(response: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Return a response as its own, if it is another one with a description of its own."""
    if "$ref" not in response:
        return dict(response)
    other = shared[response["$ref"].rpartition("/")[2]]
    return {**other, "description": response["description"], "content": _without_examples(other["content"])}


def _without_examples(content: Mapping[str, Any]) -> dict[str, Any]:
    return {media_type: {"schema": one["schema"]} for media_type, one in content.items()}


def _share_links(paths: Mapping[str, Any]) -> dict[str, Any]:
    """Replace links by references, and return them by name."""
    shared: dict[str, Any] = {}
    for node in _inside(paths):
        for name, link in node.get("links", {}).items():
            texts = [key for key in shared if re.fullmatch(rf"{name}\d*", key)]
            key = next((one for one in texts if shared[one] == link), f"{name}{len(texts) + 1 if texts else ''}")
            shared[key] = link
            node["links"][name] = reference("links", key)
    return dict(sorted(shared.items()))


def _describe_streams(paths: Any) -> None:
    """Give each stream the schema of its items: `x-events` by the name of the event, or `x-each-line`."""
    for node in _inside(paths):
        for media_type, stream in (node.get("content") or {}).items():
            if item := _item_of(stream):
                decoded = {"type": "array", "items": item}
                stream["schema"] |= {"contentMediaType": media_type, "contentSchema": decoded}


def _item_of(stream: Mapping[str, Any]) -> Any:
    """Return the schema of an item of a stream, None for another media type.

    An item of server-sent events is an object of the fields of the event, as OpenAPI 3.2 describes it.
    """
    if "x-events" not in stream:
        return stream.get("x-each-line")
    text = {"type": "string", "contentMediaType": "application/json"}
    events = [
        {
            "type": "object",
            "required": ["event", "data"],
            "properties": {"event": {"const": name}, "data": {**text, "contentSchema": data}},
        }
        for name, data in stream["x-events"].items()
    ]
    return {
        "type": "object",
        "properties": {
            "event": {"type": "string", "description": "The name of the event."},
            "data": {"type": "string", "description": "The JSON of the event."},
            "id": {"type": "string", "description": "The value of `Last-Event-ID` that continues after this event."},
            "retry": {"type": "integer", "minimum": 0, "description": "Milliseconds to wait before connecting again."},
        },
        "oneOf": events,
    }


def _explain_enums(described: Collection[dict[str, Any]]) -> None:
    """List the meanings of values in the description of a schema, or of what has the schema."""
    with_schemas = [node for node in described if "schema" in node]
    for node in (*with_schemas, *described):
        if meanings := (node.get("schema") or node).pop("x-enum-descriptions", None):
            values = map(_as_written, (node.get("schema") or node)["enum"])
            explained = [f"- `{value}`: {text}\n" for value, text in zip(values, meanings, strict=True)]
            node["description"] = f"{node.get('description', '').strip()}\n\n{''.join(explained)}".lstrip()


def _as_written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _linked(text: str) -> str:
    """Return a description in which each number of a ruling, and each address of a page, is a link."""
    return _REFERENCE.sub(lambda found: found[0] if found["code"] else f"[{found[0]}]({_address(found)})", text)


def _address(found: re.Match[str]) -> str:
    return f"/docs/rules#{found['rule']}" if found["rule"] else found["page"]


def _name_constants(schemas: Mapping[str, Any]) -> None:
    """Name values of several enums apart, except in the largest of them.

    In Go, a generated constant has the name of its value, and all are in one namespace.
    """
    named = {name: schema for name, schema in schemas.items() if "enum" in schema and schema["type"] == "string"}
    taken: set[str] = set()
    for name, schema in sorted(named.items(), key=lambda one: -len(one[1]["enum"])):
        names = [_upper(value) for value in schema["enum"]]
        if not taken.isdisjoint(names):
            prefix = _upper(re.sub(r"(?<!^)(?=[A-Z])", "_", name))
            names = schema["x-enum-varnames"] = [f"{prefix}_{one}" for one in names]
        taken.update(names)


def _inside(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a value."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _inside(inner)


def _upper(value: str) -> str:
    return re.sub(r"\W", "_", value).upper()


def _read(file: Path) -> Any:
    # The loader of libyaml, if it is installed, is ten times as fast.
    return yaml.load(file.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def as_yaml(document: Mapping[str, Any]) -> str:
    """Return the contract as YAML, as it is in `openapi.yaml`."""
    heading = "# Written by `make contract` from schemas and routes. CONTRIBUTING.md says what to change.\n"
    return heading + yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


if __name__ == "__main__":
    try:
        document = bundled()
    except NotDescribed as error:
        sys.exit(f"The contract is not whole: {error}.")
    (_PARTS.parent / "openapi.yaml").write_text(as_yaml(document), encoding="utf-8")
    files.write()
