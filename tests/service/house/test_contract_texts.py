"""Tests of the texts in the contract, and of the keys of its schemas."""

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.rows import in_one_test
from tests.service.client import Api
from tests.service.contract import PUBLISHED

KEYWORDS = {
    *("$ref", "type", "description", "enum", "const", "default", "examples", "example", "format", "pattern"),
    *("minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"),
    *("items", "prefixItems", "properties", "required", "additionalProperties", "propertyNames", "minProperties"),
    "maxProperties",
    *("oneOf", "anyOf", "dependentRequired"),
    *("discriminator", "contentMediaType", "contentSchema", "x-enum-varnames", "x-extensible-enum", "x-conditions"),
}


LINK = re.compile(r"\]\(([^)]*)\)")


def objects(node: Any, pointer: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object with its pointer, but not the values of examples."""
    if isinstance(node, dict):
        yield pointer, node
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, inner in inside:
        if step not in ("example", "examples", "value") or "/properties" in pointer[-11:]:
            yield from objects(inner, f"{pointer}/{step}")


def schemas(schema: Any, pointer: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a schema and those inside with their pointers, but not its conditions."""
    if not isinstance(schema, dict):
        return
    yield pointer, schema
    for keyword, inner in schema.items():
        if keyword in ("items", "additionalProperties", "propertyNames", "contentSchema"):
            yield from schemas(inner, f"{pointer}/{keyword}")
        elif keyword in ("oneOf", "anyOf", "prefixItems"):
            for number, one in enumerate(inner):
                yield from schemas(one, f"{pointer}/{keyword}/{number}")
        elif keyword == "properties":
            for name, one in inner.items():
                yield from schemas(one, f"{pointer}/{keyword}/{name}")


ROOTS = [
    *((f"/components/schemas/{name}", schema) for name, schema in PUBLISHED["components"]["schemas"].items()),
    *(
        (f"{pointer}/schema", node["schema"])
        for part in ("paths", "x-webhooks", "x-common-headers", "x-common-responses")
        for pointer, node in objects(PUBLISHED[part], f"/{part}")
        if "schema" in node
    ),
    *(
        (f"{pointer}/schema", node["schema"])
        for part in ("parameters", "headers", "responses")
        for pointer, node in objects(PUBLISHED["components"][part], f"/components/{part}")
        if "schema" in node
    ),
]
SCHEMAS = [found for pointer, schema in ROOTS for found in schemas(schema, pointer)]


def test_schemas_have_known_keywords_only() -> None:
    """No schema has a key that is no keyword, such as a misspelt one or a part of a text."""
    assert len(SCHEMAS) > 2000
    unknown = {pointer: schema.keys() - KEYWORDS for pointer, schema in SCHEMAS}
    assert {pointer: keys for pointer, keys in unknown.items() if keys} == {}


def refers(schema: dict[str, Any]) -> bool:
    """Return True if a schema is that of a component, or null."""
    return "$ref" in schema or any("$ref" in one for one in schema.get("oneOf", ()))


def test_every_schema_and_property_has_a_sentence() -> None:
    """Each named schema and each property says what it is, itself or by the schema that it refers to."""
    named = {f"/components/schemas/{name}" for name in PUBLISHED["components"]["schemas"]}
    texts = {
        pointer: schema.get("description", "described where it is defined" if refers(schema) else "")
        for pointer, schema in SCHEMAS
        if (pointer in named or re.search(r"/properties/[^/]+$", pointer))
    }
    in_frames = re.compile(r"/contentSchema/items/oneOf/\d+/properties/(event|data)$")
    missing = [pointer for pointer, text in texts.items() if len(text) < 8 and not in_frames.search(pointer)]
    assert missing == []


def test_every_value_of_an_enum_has_a_sentence() -> None:
    """A description lists each of several values with its meaning: that of the schema, or of what has it."""
    described = {pointer: node["description"] for pointer, node in objects(PUBLISHED) if "description" in node}
    for pointer, schema in SCHEMAS:
        values = schema.get("enum") or schema.get("x-extensible-enum", ())
        name = pointer.removeprefix("/components/schemas/")
        if len(values) > 1 and not name.startswith("Chosen") and name != "ProblemCode":
            text = described.get(pointer) or described.get(pointer.removesuffix("/schema"), "")
            for value in values:
                listed = value if isinstance(value, str) else json.dumps(value)
                assert re.search(rf"^- `{re.escape(listed)}`: .*[.?]$", text, re.MULTILINE), (pointer, value)


def test_known_values_are_those_of_the_answers() -> None:
    """A closed component of requests has the values of the open one, whose description it needs not repeat."""
    named = PUBLISHED["components"]["schemas"]
    closed = {name: schema for name, schema in named.items() if name.startswith("Chosen") and "enum" in schema}
    assert len(closed) > 20
    for name, schema in closed.items():
        assert schema["enum"] == named[name.removeprefix("Chosen")]["x-extensible-enum"], name


def references() -> dict[str, str]:
    """Return the addresses of this service in descriptions, with a place where each is used."""
    texts = {
        f"{pointer}/description": node["description"]
        for pointer, node in objects(PUBLISHED)
        if isinstance(node.get("description"), str)
    }
    for pointer, text in texts.items():
        rest = re.sub(r"\[[^]]*\]\([^)]*\)|`[^`]*`", "", text)
        assert not re.search(r"\bR\d+\b", rest), f"a ruling without a link at {pointer}"
        assert not re.search(r"docs/[\w-]+\.md|`/docs|`/problems[`/]", re.sub(r"\[[^]]*\]\([^)]*\)", "", text)), pointer
    found = ((address, pointer) for pointer, text in texts.items() for address in LINK.findall(text))
    return {address: pointer for address, pointer in found if address.startswith("/")}


@in_one_test("page", sorted({address.partition("#")[0] for address in references()}))
def test_every_reference_is_served(page: str, api: Api) -> None:
    """Each page that a description names is served, with each place on it."""
    answer = api.get(page, headers={"Accept": "text/html"})
    assert answer.status == 200
    text = answer.raw.decode()
    for address in references():
        if address.startswith(f"{page}#"):
            assert f'id="{address.partition("#")[2]}"' in text, address
