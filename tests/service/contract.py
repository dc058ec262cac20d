"""The contract (`openapi.yaml`) and a check of requests and responses against it.

The pages and files of the website are not part of the contract. `website.yaml` describes them in the same form, so that
the tests of all operations include them.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

import orjson
import yaml
from jsonschema import Draft202012Validator
from jsonschema_rs import Draft202012Validator as QuickValidator

from service.platform.website import openapi
from service.platform.wire.problem_kinds import STATUS_OF
from tests.service.sse import COMMENT, Frame, frames

METHODS = ("get", "put", "post", "delete", "patch")

_HEADERS_OF_PROBLEMS: Final = (
    ("WWW-Authenticate", (401,), (403,)),
    ("Retry-After", (429, 503), (202, 200, 409)),
    ("Accept-Post", (415,), ()),
)
"""A header with the statuses that always have it, and those that may."""

# Headers that every HTTP response may carry, although the contract does not list them.
_UNSPOKEN = {"content-type", "content-length", "date", "server", "connection"}


_UNPARSED = ("application/x-ndjson", "application/x-www-form-urlencoded")

_EQUAL = re.compile(rb'"(?:(a_[0-9a-f]{32})|(g_[0-9a-f]{32})|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)|([0-9a-f]{32}))"')
_SAMPLES = {
    1: b'"a_00000000000000000000000000000000"',
    2: b'"g_00000000000000000000000000000000"',
    3: b'"2000-01-01T00:00:00.000Z"',
    4: b'"00000000000000000000000000000000"',
}


class Breach(AssertionError):
    """A request or response that violates the contract."""


class Exchange(NamedTuple):
    """A request and its response, as sent over HTTP."""

    method: str
    path: str
    query: str
    request_headers: Mapping[str, str]
    request_body: bytes
    status: int
    headers: Mapping[str, str]
    body: bytes


class Operation(NamedTuple):
    """A method of a path."""

    method: str
    template: str
    pointer: str
    node: dict[str, Any]


class Contract:
    """The contract, read strictly: a response may have no member that the contract does not name."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._strict = _closed(document)
        for schema in _objects(self._strict["components"]["schemas"]):
            schema.setdefault("additionalProperties", False)
        self._faults = lru_cache(maxsize=2000)(self._found_faults)
        self._quick_validator = cache(self._build_quick_validator)
        self._headers = cache(self._documented_headers)
        self._addresses = cache(self._of_method)
        self._response = cache(self._described_response)
        self._parameters = cache(self._documented_parameters)

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """All operations, in the order of the contract."""
        return tuple(
            Operation(method.upper(), template, _pointer("paths", template, method), node)
            for template, methods in self._strict["paths"].items()
            for method, node in methods.items()
            if method in METHODS
        )

    def operation(self, method: str, path: str) -> Operation | None:
        """Return the operation of a method and a path, or None. HEAD counts as GET, and an encoded slash as a slash."""
        path = path.replace("%2F", "/")  # as in the server's PATH_INFO
        method = "GET" if method == "HEAD" else method
        found = [one for address, one in self._addresses(method) if address.fullmatch(path)]
        return min(found, key=lambda one: one.template.count("{"), default=None)

    def _of_method(self, method: str) -> list[tuple[re.Pattern[str], Operation]]:
        return [(_template(one.template), one) for one in self.operations if one.method == method]

    def resolve(self, node: Any) -> Any:
        """Follow a `$ref` within the contract. A description beside it is that of the result."""
        while isinstance(node, dict) and "$ref" in node:
            own = {"description": node["description"]} if "description" in node else {}
            *_, found = self._walk(node["$ref"].removeprefix("#/"))
            node = {**found, **own} if own else found
        return node

    def faults(self, pointer: str, value: bytes) -> tuple[str, ...]:
        """Return the faults of a JSON value under the schema at a pointer, such as `/components/schemas/View`."""
        # Replace valid ids and times by fixed ones, so that equal responses are checked only once.
        return self._faults(pointer, _EQUAL.sub(lambda found: _SAMPLES[found.lastindex or 0], value))

    def check(self, exchange: Exchange) -> None:
        """Raise Breach if the response violates the contract, or a request that was accepted."""
        operation = self.operation(exchange.method, exchange.path)
        what = f"{exchange.method} {exchange.path} -> {exchange.status}"
        if exchange.method == "OPTIONS":
            return
        if operation is None:
            _require(exchange.status in (404, 405), what, "is no operation of the contract")
            self._check_problem(exchange, what)
            return
        responses = operation.node["responses"]
        status = str(exchange.status)
        if status >= "400" and status not in responses:
            status = "default"
        _require(status in responses, what, f"the statuses of the contract are {list(responses)}")
        pointer, response = self._response(f"{operation.pointer}/responses/{status}")
        self._check_headers(exchange, pointer, what)
        self._check_headers_of_problems(exchange, what)
        self._check_body(exchange, pointer, response, what)
        if exchange.status == 302:
            pass  # it mends a wrong request
        elif exchange.status < 400:
            self._check_request(exchange, operation, what)
        else:
            is_problem = exchange.body and exchange.headers["Content-Type"] == "application/problem+json"
            code = json.loads(exchange.body)["code"] if is_problem else None
            declared = code is None or code in self.codes(operation, str(exchange.status))
            _require(declared, what, f"{code} is not declared by the operation")
            if code == "limit-reached":
                limit = json.loads(exchange.body)["limit"]
                said = operation.node["responses"][status]["description"]
                _require(f"`{limit}`" in said, what, f"the operation does not name {limit}")

    def _check_headers(self, exchange: Exchange, pointer: str, what: str) -> None:
        documented = self._headers(pointer)
        sent = {name.lower(): value for name, value in exchange.headers.items()}
        for name in sent.keys() - documented.keys() - _UNSPOKEN:
            raise Breach(f"{what}: the header {name} is not in the contract")
        for name, (required, validator) in documented.items():
            _require(name in sent or not required, what, f"the header {name} is missing")
            fits = name not in sent or validator.is_valid(sent[name])
            _require(fits, what, f"the header {name} is {sent.get(name)!r}")

    def _check_headers_of_problems(self, exchange: Exchange, what: str) -> None:
        """Require that a problem has the headers of its status, and no other response has them."""
        for name, always, sometimes in _HEADERS_OF_PROBLEMS:
            has_it = name in exchange.headers
            _require(has_it or exchange.status not in always, what, f"the header {name} is missing")
            _require(not has_it or exchange.status in (*always, *sometimes), what, f"has the header {name}")

    def _documented_headers(self, pointer: str) -> dict[str, tuple[bool, QuickValidator]]:
        """Return by lower-case name whether a response's header is required, and its schema."""
        *_, response = self._walk(pointer.removeprefix("/"))
        common = dict(self.document["x-common-headers"])
        if pointer.rpartition("/")[2].startswith(("304", "NotModified")):
            del common["Content-Language"]  # it has no body
        described = {**common, **response.get("headers", {})}
        headers = {name.lower(): self.resolve(header) for name, header in described.items()}
        return {
            name: (header.get("required", False), QuickValidator(self._whole(header["schema"])))
            for name, header in headers.items()
        }

    def _check_body(self, exchange: Exchange, pointer: str, response: Any, what: str) -> None:
        media_type = exchange.headers.get("Content-Type", "").partition(";")[0]
        content = response.get("content", {})
        if not content:
            _require(not media_type and not exchange.body, what, "has a body")
            return
        if exchange.headers.get("Preference-Applied") == "return=minimal":
            _require(not media_type and not exchange.body, what, "has a body, which the caller did not want")
            return
        _require(media_type in content, what, f"{media_type!r} where the contract has {list(content)}")
        if exchange.method == "HEAD":
            _require(not exchange.body, what, "an answer to HEAD has a body")
            return
        faults = self.body_faults(f"{pointer}/content/{_escaped(media_type)}", exchange.body)
        _require(not faults, what, "\n".join(faults))

    def body_faults(self, pointer: str, body: bytes) -> list[str]:
        """Return the faults of a body under the media type at a pointer: JSON, NDJSON or a stream."""
        *_, node = self._walk(pointer.removeprefix("/"))
        if not pointer.endswith("json") and "x-events" not in node:
            return []  # a page, a file or the metrics
        if "x-each-line" in node:
            faults = [fault for line in body.splitlines() for fault in self.faults(f"{pointer}/x-each-line", line)]
            return faults if not body or body.endswith(b"\n") else [*faults, "the last line has no end"]
        if "x-events" in node:
            sent = [frame for frame in frames([body]) if frame != COMMENT]
            return [fault for frame in sent for fault in self._frame_faults(pointer, node, frame)]
        return list(self.faults(f"{pointer}/schema", body))

    def _frame_faults(self, pointer: str, node: Any, frame: Frame) -> tuple[str, ...]:
        """Return the faults of an event of a stream, whose data is JSON in a string."""
        item = f"{pointer}/schema/contentSchema/items"
        fields = {"event": frame.event, "data": frame.data.decode(), **({} if frame.id is None else {"id": frame.id})}
        if faults := self.faults(item, orjson.dumps(fields)):
            return faults
        names = list(node["x-events"])
        return self.faults(f"{item}/oneOf/{names.index(frame.event)}/properties/data/contentSchema", frame.data)

    def _check_problem(self, exchange: Exchange, what: str) -> None:
        _require(exchange.headers.get("Content-Type") == "application/problem+json", what, "is no problem document")
        for header in ("Request-Id", "Content-Language", "Cache-Control", "Vary", "X-Content-Type-Options"):
            _require(header in exchange.headers, what, f"the header {header} is missing")
        _require(exchange.status != 405 or "Allow" in exchange.headers, what, "the header Allow is missing")
        if exchange.method != "HEAD":
            faults = self.faults("/components/schemas/Problem", exchange.body)
            _require(not faults, what, "\n".join(faults))

    def _check_request(self, exchange: Exchange, operation: Operation, what: str) -> None:
        """Require that an accepted request is one that the contract allows."""
        match = _template(operation.template).fullmatch(exchange.path)
        assert match is not None
        sent = {"path": match.groupdict(), "query": dict(parse_qsl(exchange.query, keep_blank_values=True))}
        for place, name, is_integer, validator in self._parameters(operation.pointer):
            value = sent.get(place, {}).get(name)
            if value is not None:
                _require(validator.is_valid(int(value) if is_integer else value), what, f"took {name}={value}")
        body = operation.node.get("requestBody")
        if body is None:
            _require(not exchange.request_body, what, "took a body")
        elif exchange.request_body or body.get("required"):
            sent_as = exchange.request_headers.get("Content-Type", "").partition(";")[0].strip().lower()
            if sent_as.startswith("text/") or sent_as in _UNPARSED:  # a line may be refused
                return
            content = sent_as if sent_as in self.resolve(body)["content"] else "application/json"
            schema = f"{operation.pointer}/requestBody/content/{_escaped(content)}/schema"
            faults = self.faults(schema, exchange.request_body)
            if faults and b"null" in exchange.request_body:  # counts as absent
                faults = self.faults(schema, orjson.dumps(_without_nulls(orjson.loads(exchange.request_body))))
            _require(not faults, what, "took a body that the contract forbids:\n" + "\n".join(faults))

    def _documented_parameters(self, pointer: str) -> list[tuple[str, str, bool, QuickValidator]]:
        """Return the place and name of an operation's parameters, whether they are integers, and their schemas."""
        *_, path, operation = self._walk(pointer.removeprefix("/"))
        found = []
        for node in map(self.resolve, (*path.get("parameters", []), *operation.get("parameters", []))):
            schema = self.resolve(node["schema"])
            validator = QuickValidator(self._whole(schema))
            found.append((node["in"], node["name"], schema.get("type") == "integer", validator))
        return found

    def codes(self, operation: Operation, status: str) -> set[str]:
        """Return the codes of problems that an operation has under a status: those of its response, or of `default`."""
        responses = operation.node["responses"]
        if status in responses:
            return {*re.findall("`([a-z-]+)`", self.resolve(responses[status]).get("description", ""))}
        usual = self.resolve(responses.get("default", {})).get("x-codes", ())
        return {code for code in usual if str(int(STATUS_OF[code])) == status}

    def _described_response(self, pointer: str) -> tuple[str, Any]:
        """Return a response and the pointer to it, which may be to a component."""
        *_, node = self._walk(pointer.removeprefix("/"))
        response = self.resolve({"$ref": node["$ref"]} if "$ref" in node else node)
        for name, shared in self._strict["components"]["responses"].items():
            if shared is response:
                return _pointer("components", "responses", name), response
        return pointer, response

    def _walk(self, pointer: str) -> Iterator[Any]:
        node: Any = self._strict
        for step in pointer.split("/"):
            node = node[int(step) if isinstance(node, list) else step.replace("~1", "/").replace("~0", "~")]
            yield node

    def _found_faults(self, pointer: str, value: bytes) -> tuple[str, ...]:
        found = orjson.loads(value.removeprefix(b"\xef\xbb\xbf"))
        if self._quick_validator(pointer).is_valid(found):
            return ()
        errors = Draft202012Validator(self._schema(pointer)).iter_errors(found)  # slow, but it describes the faults
        return tuple(f"{error.json_path}: {error.message[:300]}" for error in errors) or (f"{pointer}: does not fit",)

    def _build_quick_validator(self, pointer: str) -> QuickValidator:
        return QuickValidator(self._schema(pointer))

    def _schema(self, pointer: str) -> Any:
        *_, schema = self._walk(pointer.removeprefix("/"))
        return self._whole(schema)

    def _whole(self, node: Any) -> Any:
        """Return a schema with all references replaced, since resolving them is the slowest part."""
        if isinstance(node, list):
            return [self._whole(inner) for inner in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return self._whole(self.resolve(node))
        return {name: self._whole(inner) for name, inner in node.items()}


def _closed(node: Any) -> Any:
    """Return a contract in which values are those of today, and objects are bound by their conditions."""
    if isinstance(node, list):
        return [_closed(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    closed = {name: _closed(inner) for name, inner in node.items()}
    if isinstance(values := closed.get("x-extensible-enum"), list):
        closed["enum"] = [*values, None] if "null" in closed["type"] else values
    if conditions := closed.pop("x-conditions", None):
        for condition in conditions.get("dependentSchemas", {}).values():
            for kind in condition.get("oneOf", ()):
                names = [*closed["required"], *kind["required"], *kind.pop("x-optional")]
                kind["propertyNames"] = {"enum": names}
        closed["allOf"] = [conditions]
    return closed


def _objects(node: Any) -> Iterator[dict[str, Any]]:
    """Yield the schemas that list the members of an object."""
    if isinstance(node, dict):
        if node.get("type") == "object" and "properties" in node:
            yield node
        for inner in node.values():
            yield from _objects(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _objects(inner)


def _without_nulls(node: Any) -> Any:
    if isinstance(node, dict):
        return {name: _without_nulls(inner) for name, inner in node.items() if inner is not None}
    return [_without_nulls(inner) for inner in node] if isinstance(node, list) else node


@cache
def _template(template: str) -> re.Pattern[str]:
    parameters = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template))
    if template.startswith(("/web/", "/log/tile/")):  # the last parameter is a path
        parameters = parameters.removesuffix("[^/]+)") + ".+)"
    return re.compile(parameters)


def _pointer(*steps: str) -> str:
    return "".join(f"/{_escaped(step)}" for step in steps)


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")


def _require(condition: object, what: str, why: str) -> None:
    if not condition:
        raise Breach(f"{what}: {why}")


def read_yaml(text: str | bytes) -> Any:
    """Return what YAML says, by libyaml if it is installed."""
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _with_website(published: dict[str, Any]) -> dict[str, Any]:
    """Return the contract with the pages and files of the website."""
    website = read_yaml((Path(__file__).parent / "website.yaml").read_bytes())
    components = {
        kind: {**named, **website["components"].get(kind, {})} for kind, named in published["components"].items()
    }
    components["parameters"] |= published["x-common-parameters"]
    return {**published, "paths": {**published["paths"], **website["paths"]}, "components": components}


PUBLISHED: dict[str, Any] = orjson.loads(orjson.dumps(openapi.document()))
"""The contract as clients get it."""

CONTRACT = Contract(_with_website(PUBLISHED))
