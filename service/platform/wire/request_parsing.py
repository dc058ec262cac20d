"""Strict parsing of request bodies and queries, with places of faults."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, ClassVar, Final, cast

import marshmallow
import orjson
from flask import request
from marshmallow import Schema, ValidationError

from engine.wording import N_
from service.platform import exact_json, yielding
from service.platform.exact_json import JSON_STRING
from service.platform.plain_text import holds_nul
from service.platform.wire.problems import Problem, fault, invalid, step
from service.platform.wire.request_record import current

_MAX_FAULTS: Final = 100
"""The maximum number of faults in a response, which limits its size."""

_MAX_MEMBERS: Final = 20
"""The maximum number of members of an object in a body, and of parameters in a query. Each schema has fewer."""

_MAX_NAME_LENGTH: Final = 40
"""The length of the longest parameter name that is compared with known ones."""
_RESEMBLES: Final = 0.7
"""The least similarity (`difflib`) of a misspelt parameter to the one that was meant."""

_MAX_VALUES: Final = 20_000
"""The maximum number of values in a JSON body. The largest import, of 1,000 events, has fewer than 15,000."""

_MAX_BLANK_LINES: Final = 1000
"""The maximum number of line breaks in a body of lines."""

_KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")


class Strict(Schema):
    """A schema of a body or a query that refuses unknown members. Null for an optional member counts as absent."""

    class Meta:
        unknown = marshmallow.RAISE

    error_messages = {"unknown": N_("is unknown"), "type": N_("must be an object")}  # noqa: RUF012

    @marshmallow.pre_load
    def refuse_many_members(self, data: Any, **_: Any) -> Any:
        """Refuse an object with too many members, without looking at their values."""
        if isinstance(data, dict) and len(data) > _MAX_MEMBERS:
            unknown = (name for name in data if name not in self.fields)
            raise ValidationError({name: [N_("is unknown")] for name in islice(unknown, _MAX_MEMBERS)})
        return data

    @marshmallow.pre_load
    def leave_out_nulls(self, data: Any, **_: Any) -> Any:
        """Leave out optional members that are null, unless null has a meaning there."""
        if not isinstance(data, dict) or None not in data.values():
            return data
        optional = {name for name, field in self.fields.items() if not field.required and not field.allow_none}
        return {name: value for name, value in data.items() if value is not None or name not in optional}


class Request(Strict):
    """A body, as the contract describes it. Its name is that of its operation."""

    facts: ClassVar[Mapping[str, Any]] = {}
    """More members of its JSON schema (`service.platform.wire.field_types`)."""


def json_body(*, optional: bool = False) -> Any:
    """Return the parsed JSON body of the request.

    An empty body that is optional becomes `{}`. Raises malformed-json, unsupported-media-type, invalid-idempotency-key,
    or invalid-request for an invalid query.
    """
    if request.query_string:
        load_query()
    _check_key()
    raw = request.get_data()
    if optional and not raw:
        return {}
    media_type = request.mimetype
    if (media_type != "application/json" and not media_type.endswith("+json")) or _is_compressed():
        raise Problem("unsupported-media-type", headers={"Accept-Post": "application/json"})
    return _parse_json(raw)


def json_lines(most: int) -> list[tuple[int, bytes, Any]]:
    """Return the lines of the body that are not blank: their number from 1 on, bytes, and parsed JSON or a Problem.

    Raises invalid-request for more than `most` lines or none, and the problems of other bodies.
    """
    _check_key()
    if _is_compressed():
        raise Problem("unsupported-media-type", headers={"Accept-Post": "application/x-ndjson"})
    raw = request.get_data()
    if raw.count(b"\n") <= _MAX_BLANK_LINES:
        lines = [(number, line) for number, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
        if 1 <= len(lines) <= most:
            return [(number, line, _parsed_or_problem(line)) for number, line in yielding.steps(lines)]
    raise invalid("#", N_("must have 1 to {most} lines with a game", most=most))


def _parsed_or_problem(raw: bytes) -> Any:
    try:
        return _parse_json(raw)
    except Problem as problem:
        return problem


def text_body() -> str:
    """Return the request's body as text. Raises invalid-request unless it is UTF-8."""
    _check_key()
    if _is_compressed():
        raise Problem("unsupported-media-type", headers={"Accept-Post": "text/x-hanabi"})
    try:
        return request.get_data().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise invalid("#", N_("must be text in UTF-8")) from None


def empty_body() -> None:
    """Require an empty body or JSON object."""
    load(Strict(), json_body(optional=True))


def _parse_json(raw: bytes) -> Any:
    """Return the parsed JSON.

    Raises malformed-json for invalid JSON, for a NUL character, and for an object with two members of the same name,
    and invalid-request for too many values.
    """
    if _values(raw) > _MAX_VALUES and _values(JSON_STRING.sub(b"", raw)) > _MAX_VALUES:
        raise invalid("#", N_("must have at most {most:,} values", most=_MAX_VALUES))
    try:
        body = exact_json.loads(raw)
    except orjson.JSONDecodeError as error:
        why = N_(
            "line {line}, column {column}: {reason}",
            line=error.lineno,
            column=error.colno,
            reason=error.msg.partition(":")[0],
        )
        raise Problem("malformed-json", errors=[fault("#", why)]) from None
    except RecursionError:
        raise Problem("malformed-json", errors=[fault("#", N_("is nested too deeply"))]) from None
    if rb"\u0000" in raw and holds_nul(body):  # Postgres cannot store it
        raise Problem("malformed-json", errors=[fault("#", N_("contains the character U+0000"))])
    if _repeats_a_name(raw, body):  # JSON parsers disagree on which of the two members is valid
        raise Problem("malformed-json", errors=[fault("#", N_("has an object with two members of the same name"))])
    return body


def load(schema: Schema, body: object, where: str = "#") -> dict[str, Any]:
    """Return the validated members of a body.

    `where` is the JSON pointer of a part of the body. Raises invalid-request with the first hundred faults.
    """
    try:
        return cast(dict[str, Any], schema.load(cast(Any, body)))
    except ValidationError as error:
        raise Problem("invalid-request", errors=list(islice(_faults(where, error.messages), _MAX_FAULTS))) from None


def load_query() -> dict[str, Any]:
    """Return the query parameters that the operation declares; None for one that is absent and has no default.

    Others are ignored, unless they resemble one of these. Raises invalid-request with the first hundred faults.
    """
    schema = current().operation.query
    known = [name for name in request.args if name in schema.fields]
    faults: dict[str, list[str]] = {
        name: [N_("is given more than once")] for name in known if len(request.args.getlist(name)) > 1
    }
    faults |= _misspelt(schema)
    loaded: dict[str, Any] = dict.fromkeys(schema.fields)
    try:
        loaded |= schema.load({name: request.args[name] for name in known})
    except ValidationError as error:
        faults = {**cast(dict[str, list[str]], error.messages), **faults}
    if faults:
        listed = [fault(f"?{name}", _WORDING.get(text, text)) for name, found in faults.items() for text in found]
        raise Problem("invalid-request", errors=listed[:_MAX_FAULTS])
    return loaded


def _misspelt(schema: Schema) -> dict[str, list[str]]:
    """Return a fault for each unknown parameter whose name resembles a known one."""
    unknown = (name for name in request.args if name not in schema.fields and len(name) <= _MAX_NAME_LENGTH)
    found: dict[str, list[str]] = {}
    for name in islice(unknown, _MAX_MEMBERS):
        for meant in get_close_matches(name.lower(), schema.fields, 1, _RESEMBLES):
            found[name] = [N_("is unknown, but resembles {name}", name=meant)]
    return found


def is_idempotency_key(text: str) -> bool:
    """Return True if the text is a valid `Idempotency-Key`."""
    return _KEY.fullmatch(text) is not None


def _check_key() -> None:
    """Raise invalid-idempotency-key for an invalid `Idempotency-Key`, if the operation heeds it."""
    key = request.headers.get("Idempotency-Key")
    if current().operation.repeatable and key is not None and not is_idempotency_key(key):
        raise Problem("invalid-idempotency-key")


def _is_compressed() -> bool:
    """Return True if the body has a content coding. The service supports none."""
    return request.environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("identity", "")


def _values(raw: bytes) -> int:
    """Return an upper limit of the number of values in a JSON text."""
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{") + 1


def _repeats_a_name(raw: bytes, body: object) -> bool:
    """Return True if a JSON object has two members of one name.

    The parser drops the first, so the parsed body has fewer members than the text has colons.
    """
    colons = raw.count(b":")
    if type(body) is dict and len(body) == colons:  # the usual case: no nested objects
        return False
    members, pending = 0, [body]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            members += len(node)
            pending += node.values()
        elif isinstance(node, list):
            pending += node
    return members != colons and members != JSON_STRING.sub(b"", raw).count(b":")


def _faults(pointer: str, messages: Any) -> Iterator[dict[str, str]]:
    """Yield one fault for each of marshmallow's nested messages."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from _faults(pointer if name == "_schema" else pointer + step(str(name)), inner)
    else:
        for text in messages if isinstance(messages, list) else [messages]:
            yield fault(pointer, _WORDING.get(text, text))


_WORDING: Final[Mapping[str, str]] = {
    "Missing data for required field.": N_("is missing"),
    "Unknown field.": N_("is unknown"),
    "Field may not be null.": N_("must not be null"),
    "Invalid input type.": N_("must be an object"),
    "Not a valid string.": N_("must be a string"),
    "Not a valid list.": N_("must be a list"),
    "Not a valid mapping type.": N_("must be an object"),
}
"""The service's wording of marshmallow's default messages."""
