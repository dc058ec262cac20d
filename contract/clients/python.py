"""Write the types and the operations of the Python client."""

import json
import keyword
import re
import textwrap
from collections.abc import Iterator
from functools import partial
from typing import Final

from contract.clients.operations import Operation, Parameter, Schema, members_of, operations, snake, wrapped

_NAMES: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_wrapped: Final = partial(wrapped, step="    ")
_HEADING: Final = '"""{title}\n\nWritten by `make contract` from the contract. Do not edit.\n"""\n\n'
_LINK: Final = re.compile(r"\[([^]]*)\]\(/[^)]*\)")
"""A link to a page of the service, which a docstring shows as its text."""


def types(contract: Schema) -> str:
    """Return the module `hanabi_client.types`."""
    schemas = contract["components"]["schemas"]
    names = "".join(f'    "{name}",\n' for name in ["VERSION", *schemas])
    parts = [
        _HEADING.format(title="The types of requests and responses, by their names in the contract."),
        "from __future__ import annotations\n\n",
        "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n",
        f"__all__ = [\n{names}]\n\n",
        f'VERSION = {json.dumps(contract["info"]["version"])}\n"""The version of the contract."""\n',
        *(text for name, schema in schemas.items() for text in _definition(name, schema)),
    ]
    return "".join(parts)


def _definition(name: str, schema: Schema) -> Iterator[str]:
    """Yield the definitions of a schema: first those of objects in it that have no name."""
    if "properties" not in schema:
        inner: list[str] = []
        alias = _type(schema, name, inner)
        yield from inner
        yield f"\n{name}: TypeAlias = {json.dumps(alias) if _refers(alias) else alias}\n{_described(schema, '')}"
        return
    inner = []
    required = schema.get("required", ())
    members = {
        key: _member(_type(value, name + key.title().replace("_", ""), inner), key in required)
        for key, value in members_of(schema).items()
    }
    yield from inner
    if any(keyword.iskeyword(key) for key in members):
        listed = "".join(f"    {json.dumps(key)}: {json.dumps(kind)},\n" for key, kind in members.items())
        yield f'\n\n{name} = TypedDict("{name}", {{\n{listed}}})\n{_described(schema, "")}'
        return
    lines = "".join(
        f"    {key}: {kind}\n{_described(schema['properties'][key], '    ')}" for key, kind in members.items()
    )
    yield f"\n\nclass {name}(TypedDict):\n{_described(schema, '    ')}{lines}"


def _member(kind: str, is_required: bool) -> str:
    return kind if is_required else f"NotRequired[{kind}]"


def _refers(kind: str) -> bool:
    return bool(re.search(r"\b(?!Any\b|Literal\b|None\b)[A-Z]", re.sub(r'"[^"]*"', "", kind)))


def _described(schema: Schema, indent: str) -> str:
    """Return the description of a schema as a docstring, or nothing."""
    text = _LINK.sub(r"\1", schema.get("description", "")).strip().replace("\\", "\\\\")
    if not text:
        return ""
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\n+|\n(?=- )", text)]
    lines = [line for part in paragraphs for line in textwrap.wrap(part, 116 - len(indent))]
    closing = f'\n{indent}"""' if len(lines) > 1 or text.endswith('"') else '"""'
    return f'{indent}"""' + f"\n{indent}".join(lines) + closing + "\n"


def _type(schema: Schema, name: str, inner: list[str]) -> str:
    """Return the annotation of a schema. The definitions of objects without a name are added to `inner`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f"Literal[{_literal(schema['const'])}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(_literal, schema['enum']))}]"
    if values := schema.get("x-extensible-enum"):
        any_value = {key: value for key, value in schema.items() if key != "x-extensible-enum"}
        return f"Literal[{', '.join(map(_literal, values))}] | {_type(any_value, name, inner)}"
    if alternatives := schema.get("oneOf") or schema.get("anyOf"):
        return " | ".join(_type(one, name, inner) for one in alternatives)
    kind = schema.get("type", [])
    kinds = kind if isinstance(kind, list) else [kind]
    return " | ".join(_kind(kind, schema, name, inner) for kind in kinds) or "Any"


def _literal(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else str(value)


def _kind(kind: str, schema: Schema, name: str, inner: list[str]) -> str:
    if kind == "array":
        return f"list[{_type(schema.get('items', {}), name + 'Item', inner)}]"
    if kind != "object":
        return _NAMES[kind]
    if "properties" in schema:
        inner.extend(_definition(name, {**schema, "type": "object"}))
        return name
    values = schema.get("additionalProperties")
    return f"dict[str, {_type(values, name + 'Value', inner) if isinstance(values, dict) else 'Any'}]"


def async_operations(contract: Schema) -> str:
    """Return the module with the operations of the asynchronous client."""
    methods = "".join(text for each in operations(contract) for text in _methods(each))
    used = sorted({name for name in contract["components"]["schemas"] if re.search(rf"\b{name}\b", methods)})
    listed = "".join(f"    {name},\n" for name in used)
    return (
        _HEADING.format(title="The operations of the service, by their names in the contract.")
        + "from __future__ import annotations\n\n"
        + "from collections.abc import AsyncIterator\n"
        + "from typing import Any, Literal\n"
        + "from urllib.parse import quote\n\n"
        + "from hanabi_client._async.connection import AsyncConnection\n"
        + f"from hanabi_client.types import (\n{listed})\n\n"
        + '__all__ = ["AsyncOperations"]\n\n\n'
        + "class AsyncOperations:\n"
        + '    """One method for each operation of the contract. They return the bodies of responses."""\n\n'
        + "    def __init__(self, connection: AsyncConnection) -> None:\n"
        + "        self._connection = connection\n"
        + methods
    )


def _methods(operation: Operation) -> Iterator[str]:
    result = " | ".join(_result(one) for one in operation.results) or "None"
    head = _wrapped(f"async def {snake(operation.name)}(", _signature(operation), f") -> {result}:", "    ")
    answer = "" if result == "None" else f"answer: {result} = "
    call = _wrapped(f"{answer}await self._connection.send(", list(_arguments(operation)), ")", "        ")
    yield f'\n{head}        """{operation.summary}."""\n{call}' + ("        return answer\n" if answer else "")
    if operation.item is None:
        return
    options = [snake(one.name) for one in operation.options if one.name != "cursor"]
    given = [*(snake(one.name) for one in operation.in_path), *(f"{name}={name}" for name in [*options, "cursor"])]
    signature = [part for part in _signature(operation) if not part.startswith("cursor:")]
    signature = signature[:-1] if signature[-1] == "*" else signature
    name, item = snake(operation.name).removeprefix("list_"), _type(operation.item, "", [])
    yield (
        "\n"
        + _wrapped(f"async def iter_{name}(", signature, f") -> AsyncIterator[{item}]:", "    ")
        + f'        """{operation.summary}: each item, from all pages."""\n'
        + "        cursor = None\n"
        + "        while True:\n"
        + _wrapped(f"page = await self.list_{name}(", given, ")", "            ")
        + '            for item in page["items"]:\n'
        + "                yield item\n"
        + '            cursor = page["next"]\n'
        + "            if cursor is None:\n"
        + "                return\n"
    )


def _signature(operation: Operation) -> list[str]:
    parts = ["self", *(f"{snake(one.name)}: {_plain(one)}" for one in operation.in_path)]
    if operation.body:
        texts = ["str"] if len(operation.media_types) > len(operation.body) else []
        body = " | ".join([*(_type(one, "", []) for one in operation.body), *texts])
        parts.append(f"body: {body} | None = None" if operation.has_optional_body else f"body: {body}")
    named = [
        f"{snake(one.name)}: {_plain(one)}{'' if one.is_required else ' | None = None'}"
        for one in [*operation.options, *operation.headers]
    ]
    if len(operation.media_types) > 1:
        kinds = ", ".join(json.dumps(name) for name in operation.media_types)
        named.append(f'media_type: Literal[{kinds}] = "application/json"')
    if operation.takes_key:
        named.append("idempotency_key: str | None = None")
    if operation.is_pending:
        named.append("wait_s: float = 0")
    return [*parts, "*", *named] if named else parts


def _plain(parameter: Parameter) -> str:
    if parameter.schema.get("enum") == ["true", "false"]:
        return "bool"
    return _type(parameter.schema, "", [])


def _result(result: object) -> str:
    if isinstance(result, dict):
        return _type(result, "", [])
    return {"text": "str", "bytes": "bytes"}[str(result)]


def _arguments(operation: Operation) -> Iterator[str]:
    path = operation.path
    for one in operation.in_path:
        safe = "/" if one.has_slashes else ""
        path = path.replace(f"{{{one.name}}}", f"{{quote(str({snake(one.name)}), safe='{safe}')}}")
    yield json.dumps(operation.method)
    yield f'f"{path}"' if operation.in_path else json.dumps(path)
    if operation.accepted and operation.accepted != ["application/json"]:
        yield f"accept={json.dumps(', '.join(operation.accepted))}"
    if operation.options:
        yield f"params={{{', '.join(f'{json.dumps(one.name)}: {snake(one.name)}' for one in operation.options)}}}"
    if operation.headers:
        yield f"headers={{{', '.join(f'{json.dumps(one.name)}: {snake(one.name)}' for one in operation.headers)}}}"
    if operation.body:
        yield "body=body or {}" if operation.has_optional_body else "body=body"
    if len(operation.media_types) > 1:
        yield "media_type=media_type"
    if operation.takes_key:
        yield "takes_key=True"
        yield "key=idempotency_key"
    if operation.is_pending:
        yield "wait_s=wait_s"
