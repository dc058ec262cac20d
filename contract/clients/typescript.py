"""Write the types and the operations of the TypeScript client."""

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from contract.clients.operations import Operation, Parameter, Schema, members_of, operations, wrapped

_FOLDER: Final = "clients/typescript/src"
_NAMES: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_wrapped: Final = partial(wrapped, step="  ")
_HEADING: Final = "// {title}\n// Written by `make contract` from the contract. Do not edit.\n\n"
_RESULTS: Final = {"text": "string", "bytes": "Uint8Array"}


def _types(contract: Schema) -> str:
    return (
        _HEADING.format(title="The types of requests and responses, by their names in the contract.")
        + "/** The version of the contract. */\n"
        + f"export const VERSION = {json.dumps(contract['info']['version'])};\n"
        + "".join(_definition(name, schema) for name, schema in contract["components"]["schemas"].items())
    )


def _definition(name: str, schema: Schema) -> str:
    if "properties" in schema:
        return f"\n{_described(schema, '')}export interface {name} {_object(schema, '')}\n"
    return f"\n{_described(schema, '')}export type {name} = {_type(schema)};\n"


def _object(schema: Schema, indent: str) -> str:
    required, inner, members = schema.get("required", ()), f"{indent}  ", ""
    for key, value in members_of(schema).items():
        optional = "" if key in required else "?"
        members += f"{_described(value, inner)}{inner}{key}{optional}: {_type(value, inner)};\n"
    return f"{{\n{members}{indent}}}"


def _described(schema: Schema, indent: str) -> str:
    """Return the description of a schema as a comment, or nothing."""
    text = schema.get("description", "").strip().replace("*/", "* /")
    if not text:
        return ""
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\n+|\n(?=- )", text)]
    lines = [line for part in paragraphs for line in textwrap.wrap(part, 114 - len(indent))]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


def _type(schema: Schema, indent: str = "") -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if values := schema.get("x-extensible-enum"):
        any_value = {key: value for key, value in schema.items() if key != "x-extensible-enum"}
        known = " | ".join(json.dumps(value) for value in values)
        return f"{known} | ({_type(any_value, indent)} & {{}})"  # so, editors propose the known ones
    if alternatives := schema.get("oneOf") or schema.get("anyOf"):
        return " | ".join(_type(one, indent) for one in alternatives)
    kind = schema.get("type", [])
    kinds = kind if isinstance(kind, list) else [kind]
    return " | ".join(_kind(kind, schema, indent) for kind in kinds) or "unknown"


def _kind(kind: str, schema: Schema, indent: str) -> str:
    if kind == "array":
        item = _type(schema.get("items", {}), indent)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind != "object":
        return _NAMES[kind]
    if "properties" in schema:
        return _object(schema, indent)
    values = schema.get("additionalProperties")
    return f"Record<string, {_type(values, indent) if isinstance(values, dict) else 'unknown'}>"


def _operations(contract: Schema) -> str:
    methods = "".join(text for each in operations(contract) for text in _methods(each))
    code = re.sub(r"/\*\*.*?\*/", "", methods, flags=re.DOTALL)
    used = sorted({name for name in contract["components"]["schemas"] if re.search(rf"\b{name}\b", code)})
    return (
        _HEADING.format(title="The operations of the service, by their names in the contract.")
        + 'import type { Connection } from "./connection.js";\n'
        + "import type {\n"
        + "".join(f"  {name},\n" for name in used)
        + '} from "./types.js";\n\n'
        + "const part = encodeURIComponent;\n\n"
        + "/** One method for each operation of the contract. They return the bodies of responses. */\n"
        + "export class Operations {\n"
        + "  readonly #connection: Connection;\n\n"
        + "  constructor(connection: Connection) {\n"
        + "    this.#connection = connection;\n"
        + "  }\n"
        + methods
        + "}\n"
    )


def _methods(operation: Operation) -> Iterator[str]:
    result = " | ".join(_result(one) for one in operation.results) or "void"
    head = _wrapped(f"{operation.name}(", _signature(operation), f"): Promise<{result}> {{", "  ")
    call = _wrapped(f"return this.#connection.send<{result}>(", list(_arguments(operation)), ");", "    ")
    yield f"\n  /** {operation.summary}. */\n{head}{call}  }}\n"
    if operation.item is None:
        return
    name = operation.name.removeprefix("list")
    signature = [
        part.replace("; cursor?: string", "").replace("cursor?: string; ", "") for part in _signature(operation)
    ]
    given = ", ".join([*(one.name for one in operation.in_path), "{ ...options, cursor }"])
    item = _type(operation.item)
    yield (
        f"\n  /** {operation.summary}: each item, from all pages. */\n"
        + _wrapped(f"async *iter{name}(", signature, f"): AsyncGenerator<{item}, void, undefined> {{", "  ")
        + "    let cursor: string | undefined;\n"
        + "    do {\n"
        + f"      const page: {result} = await this.list{name}({given});\n"
        + "      yield* page.items;\n"
        + "      cursor = page.next ?? undefined;\n"
        + "    } while (cursor !== undefined);\n"
        + "  }\n"
    )


def _signature(operation: Operation) -> list[str]:
    parts = [f"{one.name}: {_plain(one)}" for one in operation.in_path]
    if operation.body:
        texts = ["string"] if len(operation.media_types) > len(operation.body) else []
        body = " | ".join([*map(_type, operation.body), *texts])
        parts.append(f"body: {body}{' = {}' if operation.has_optional_body else ''}")
    members = list(_options(operation))
    if not members:
        return parts
    is_optional = all("?: " in member for member in members)
    return [*parts, f"options: {{ {'; '.join(members)} }}{' = {}' if is_optional else ''}"]


def _options(operation: Operation) -> Iterator[str]:
    for one in operation.options:
        yield f"{one.name}{'' if one.is_required else '?'}: {_plain(one)}"
    for one in operation.headers:
        yield f"{_camel(one.name)}{'' if one.is_required else '?'}: string"
    if len(operation.media_types) > 1:
        yield f"mediaType?: {' | '.join(map(json.dumps, operation.media_types))}"
    if operation.takes_key:
        yield "idempotencyKey?: string"
    if operation.is_pending:
        yield "waitS?: number"


def _plain(parameter: Parameter) -> str:
    return "boolean" if parameter.schema.get("enum") == ["true", "false"] else _type(parameter.schema)


def _result(result: object) -> str:
    return _type(result) if isinstance(result, dict) else _RESULTS[str(result)]


def _camel(name: str) -> str:
    return name[0].lower() + name[1:].replace("-", "")


def _arguments(operation: Operation) -> Iterator[str]:
    path = operation.path
    for one in operation.in_path:
        text = one.name if one.schema.get("type") != "integer" else f"String({one.name})"
        text = f"String({one.name})" if "$ref" in one.schema else text
        path = path.replace(f"{{{one.name}}}", f"${{{one.name}}}" if one.has_slashes else f"${{part({text})}}")
    yield json.dumps(operation.method)
    yield f"`{path}`" if operation.in_path else json.dumps(path)
    members = []
    if operation.accepted and operation.accepted != ["application/json"]:
        members.append(f"accept: {json.dumps(', '.join(operation.accepted))}")
    if operation.options:
        members.append(f"params: {{ {', '.join(f'{one.name}: options.{one.name}' for one in operation.options)} }}")
    if operation.headers:
        named = ", ".join(f"{json.dumps(one.name)}: options.{_camel(one.name)}" for one in operation.headers)
        members.append(f"headers: {{ {named} }}")
    if operation.body:
        members.append("body")
    if len(operation.media_types) > 1:
        members.append("mediaType: options.mediaType")
    if operation.takes_key:
        members.append("takesKey: true, key: options.idempotencyKey")
    if operation.is_pending:
        members.append("waitS: options.waitS")
    if members:
        yield f"{{ {', '.join(members)} }}"


FILES: Final[dict[str, Callable[[Schema], str]]] = {
    f"{_FOLDER}/types.ts": _types,
    f"{_FOLDER}/operations.ts": _operations,
}
"""How each file is written."""
