"""The paths of the contract, from what routes declare (`service.platform.wire.operation`)."""

import inspect
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from marshmallow import Schema, missing

from contract.components import Components, reference
from contract.problems import problem_responses
from service.app import create_app
from service.core.common_parameters import IDEMPOTENCY_KEY
from service.platform.settings import Settings
from service.platform.wire.field_types import Described
from service.platform.wire.operation import Answer, Content, Header, Link, Operation, Parameter, path_of

T = TypeVar("T")

_EXAMPLES: Final = Path(__file__).resolve().parent / "examples"


class NotDescribed(Exception):
    """Something that the contract needs is missing; the message says what to write."""


class _Route(NamedTuple):
    method: str
    path: str
    operation: Operation
    text: str
    """The docstring."""


def described_paths(
    components: Components, tags: Mapping[str, Sequence[str]], shared: dict[str, Any]
) -> dict[str, Any]:
    """Return the paths, in the order of their tags. The responses that they refer to are added to `shared`.

    `tags` maps each tag to the beginnings of its paths.
    """
    found: dict[str, dict[str, Any]] = {}
    order = list(tags)
    in_paths = {one.name: one for one in _named(Parameter).values() if one.place == "path"}
    tagged = [(_tag_of(route.path, tags), route) for route in _routes()]
    for tag, route in sorted(tagged, key=lambda one: order.index(one[0])):
        in_path = []
        for name in _in_path(route.path):
            if name not in in_paths:
                raise NotDescribed(f'{route.path} needs a public constant Parameter("{name}", "path", …)')
            in_path.append(_name_of(in_paths[name]))
        given = {"parameters": [reference("parameters", name) for name in in_path]} if in_path else {}
        found.setdefault(route.path, given)[route.method] = _operation(components, route, tag, shared)
    return found


def _tag_of(path: str, tags: Mapping[str, Sequence[str]]) -> str:
    """Return the tag of which a beginning fits a path best."""
    fits = [(begins, tag) for tag, paths in tags.items() for begins in paths if f"{path}/".startswith(f"{begins}/")]
    if not fits:
        raise NotDescribed(f"{path} needs a tag: add how it begins to `x-paths` in contract/document.yaml")
    return max(fits, key=lambda one: len(one[0]))[1]


def described_parameters(components: Components) -> dict[str, Any]:
    """Return the parameters that have names."""
    return {name: _parameter(components, one) for name, one in _named(Parameter).items()}


def described_headers() -> dict[str, Any]:
    """Return the headers that have names."""
    return {name: _header(one) for name, one in _named(Header).items()}


@cache
def _routes() -> list[_Route]:
    """Return the route of each operation."""
    found = []
    app = create_app(Settings(database_url="postgresql://127.0.0.1"))  # connects on a request only
    operations: Mapping[str, Operation] = app.extensions["exchange"].operations
    for rule in app.url_map.iter_rules():
        operation = operations[rule.endpoint]
        if operation.id is not None:
            path = path_of(rule.rule)
            text = inspect.getdoc(app.view_functions[rule.endpoint]) or ""
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                found.append(_Route(method.lower(), path, operation, text))
    return found


def _operation(components: Components, route: _Route, tag: str, shared: dict[str, Any]) -> dict[str, Any]:
    operation = route.operation
    summary, _, description = route.text.partition("\n\n")
    given = [*operation.parameters, *([IDEMPOTENCY_KEY] if operation.repeatable else [])]
    responses = problem_responses(operation, route.method, route.path, shared)
    for status, answer in operation.answers.items():
        responses[str(status)] = _answer(components, answer, route.path)
    return {
        "operationId": operation.id,
        "tags": [tag],
        **({"x-part": "play"} if operation.plays else {}),
        "summary": summary.removesuffix("."),
        "description": description,
        "security": _security(operation),
        **({"parameters": [_reference_or(components, one) for one in given]} if given else {}),
        **({"requestBody": _body(components, operation)} if operation.body else {}),
        "responses": dict(sorted(responses.items())),
    }


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    if operation.scope:
        return [{"bearer": []}]
    return [{}, {"bearer": []}] if operation.token or operation.operator_token else []


def _body(components: Components, operation: Operation) -> dict[str, Any]:
    body = operation.body
    assert body is not None
    examples = json.loads(_example(f"bodies/{operation.id}").read_text(encoding="utf-8"))
    content = _content(components, body.schema, body.others)
    for media_type, described in content.items():
        described["examples"] = examples[media_type]
    return {"required": body.required, "content": content}


def _answer(components: Components, answer: Answer, path: str) -> dict[str, Any]:
    content = _content(components, answer.schema, answer.others)
    if answer.examples:
        content["application/json"]["examples"] = _examples(answer.examples)
    described = {
        "description": answer.about,
        "headers": {one.name: reference("headers", _name_of(one)) for one in answer.headers},
        "content": content,
        "links": {one.name: _link(one, path) for one in answer.links},
    }
    return {name: value for name, value in described.items() if value}


def _content(
    components: Components, schema: type[Schema | Described] | None, others: Iterable[Content]
) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if schema is not None:
        content["application/json"] = {"schema": _schema(schema)}
    for other in others:
        described = content[other.media_type] = {"schema": components.field(other.field)}
        if other.examples:
            described["examples"] = _examples(other.examples)
        if other.each_line is not None:
            described["x-each-line"] = components.field(other.each_line)
        if other.events is not None:
            events = other.events() if callable(other.events) else other.events
            described["x-events"] = {name: _schema(event) for name, event in events.items()}
    return content


def _schema(schema: type[Schema | Described]) -> dict[str, str]:
    return reference("schemas", schema.__name__)


def _examples(names: Iterable[str]) -> dict[str, Any]:
    return {name: reference("examples", _example(name).stem) for name in names}


def _example(name: str) -> Path:
    """Return the file of an example. Raises NotDescribed."""
    file = _EXAMPLES / f"{name}.json"
    if not file.is_file():
        raise NotDescribed(f"an example is missing: write contract/examples/{name}.json as the others there")
    return file


def _link(link: Link, path: str) -> dict[str, Any]:
    """Return a link of a response of the operation with a path."""
    (of_link,) = {route.path for route in _routes() if route.operation.id == link.operation}
    parameters = {name: f"$request.path.{name}" for name in _in_path(of_link) if name in _in_path(path)}
    parameters |= {name: f"$response.body#/{place}" for name, place in link.parameters.items()}
    described = {"operationId": link.operation, "parameters": parameters, "description": link.about}
    return {name: value for name, value in described.items() if value}


def _in_path(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)


def _reference_or(components: Components, parameter: Parameter) -> dict[str, Any]:
    """Return a parameter, or a reference to it if it has a name."""
    name = _names().get(id(parameter))
    return reference("parameters", name) if name else _parameter(components, parameter)


def _parameter(components: Components, parameter: Parameter) -> dict[str, Any]:
    schema = components.field(parameter.field)
    if parameter.field.load_default not in (missing, None):
        schema["default"] = parameter.field.load_default
    described = {
        "name": parameter.name,
        "in": parameter.place,
        "description": schema.pop("description"),
        "required": parameter.place == "path" or parameter.field.required,
        "schema": schema,
        "example": parameter.example,
    }
    return _without_defaults(described)


def _header(header: Header) -> dict[str, Any]:
    schema = {"type": "string", "pattern": header.pattern, "const": header.const}
    described = {
        "description": header.about,
        "required": header.required,
        "schema": _without_defaults(schema),
        "example": header.example,
    }
    return _without_defaults(described)


def _without_defaults(described: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in described.items() if value is not None and value is not False}


def _name_of(one: Parameter | Header) -> str:
    return _names()[id(one)]


@cache
def _names() -> dict[int, str]:
    """Return the names of parameters and headers: those of their constants, as in `IfNoneMatch`."""
    found = {**_named(Parameter), **_named(Header)}
    return {id(one): name for name, one in found.items()}


@cache
def _named(kind: type[T]) -> dict[str, T]:
    """Return the public constants of a kind in all modules of the service, by their names in the contract."""
    modules = [sys.modules[name] for name in sorted(sys.modules) if name.startswith("service.")]
    found = {name: value for module in modules for name, value in vars(module).items() if isinstance(value, kind)}
    return {
        "".join(word.capitalize() for word in name.split("_")): found[name] for name in sorted(found) if name[0] != "_"
    }
