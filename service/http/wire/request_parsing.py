"""The door inwards: strict JSON, strict fields, and every fault with its place in the request."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, Final, cast

import marshmallow
import orjson
from flask import request
from marshmallow import Schema, ValidationError, fields, validate

from service.http.wire.problems import Problem, fault, step

__all__ = [
    "MAX_INT",
    "DecimalDigits",
    "Flag",
    "Moment",
    "Paragraphs",
    "PlainText",
    "Strict",
    "WholeNumber",
    "between",
    "holds_nul",
    "is_key",
    "json_body",
    "load",
    "load_query",
    "no_query",
    "one_of",
    "parsed",
    "text_body",
]

MAX_INT: Final = 2**31 - 1

MAX_FAULTS: Final = 100
"""How many faults of a body are told: an answer is not to be many times what was sent."""

_KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")

# Control and format characters can turn a line around or hide in it; joiners are part of some scripts and of emoji.
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINERS: Final = "\u200c\u200d"
_BLANKS: Final = "".join(chr(code) for code in range(0x3001) if chr(code).isspace()) + _JOINERS


class WholeNumber(fields.Field[int]):
    """A JSON integer: `3` and, as JSON Schema has it, `3.0`; neither `"3"` nor `true`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise ValidationError("must be a whole number")
        return value


class DecimalDigits(fields.Field[int]):
    """A whole number as it stands in a query: an optional minus and at most nine digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise ValidationError("must be a whole number")
        return int(value)


class Flag(fields.Field[bool]):
    """`true` or `false` and nothing that resembles them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("must be true or false")
        return value


class PlainText(fields.Field[str]):
    """Text that every terminal and database can hold: no control characters, no blanks at its ends, in NFC."""

    seen = _JOINERS

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError("must be a text")
        if any(unicodedata.category(letter) in _UNSEEN and letter not in self.seen for letter in value):
            raise ValidationError("must not hold control characters")
        return unicodedata.normalize("NFC", value).strip(_BLANKS)


class Paragraphs(PlainText):
    """Plain text of one or more lines, ended by line feeds."""

    seen = _JOINERS + "\n"


class Moment(fields.Field[datetime]):
    """A moment by RFC 3339, its offset included."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> datetime:
        try:
            moment = datetime.fromisoformat(value)
        except (TypeError, ValueError):
            raise ValidationError("must be a date and time as 2026-11-21T12:00:00Z") from None
        if moment.tzinfo is None:
            raise ValidationError("must have an offset, as 2026-11-21T12:00:00Z has")
        return moment


class Strict(Schema):
    """A body or a query in which nothing unknown may stand."""

    class Meta:
        unknown = marshmallow.RAISE

    error_messages = {"unknown": "is not known here", "type": "must be an object"}  # noqa: RUF012


def between(low: int, high: int) -> validate.Range:
    """Allow the numbers from low to high."""
    return validate.Range(low, high, error=f"must be from {low} to {high}")


def one_of(values: Iterable[str]) -> validate.OneOf:
    """Allow these values."""
    values = tuple(values)
    return validate.OneOf(values, error=f"must be one of {', '.join(map(str, values))}")


def json_body(*, optional: bool = False) -> Any:
    """Return the parsed body: strict JSON in UTF-8, without NUL, no name twice in an object."""
    no_query()  # what has a body has no query
    _require_key()
    raw = request.get_data()
    if optional and not raw:
        return {}
    media_type = request.mimetype
    if (media_type != "application/json" and not media_type.endswith("+json")) or _is_packed():
        raise Problem("unsupported-media-type", headers={"Accept-Post": "application/json"})
    return parsed(raw)


def parsed(raw: bytes) -> Any:
    """Return the JSON of a body; malformed-json for what is none, is ambiguous, or holds what cannot be stored."""
    try:
        body = orjson.loads(raw)
    except (orjson.JSONDecodeError, RecursionError):
        raise Problem("malformed-json") from None
    if rb"\u0000" in raw and holds_nul(body):  # Postgres cannot store it
        raise Problem("malformed-json")
    if repeats_a_name(raw, body):  # each reader of it would choose another of the two
        raise Problem("malformed-json")
    return body


def _is_packed() -> bool:
    """Say whether the body is not as it is: nothing is unpacked here."""
    return request.environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("identity", "")


def no_query() -> None:
    """Refuse any query parameter."""
    if request.query_string:
        load_query(Strict())


def is_key(text: str) -> bool:
    """Say whether a text can be an `Idempotency-Key`."""
    return _KEY.fullmatch(text) is not None


def _require_key() -> None:
    """Refuse an `Idempotency-Key` that is none, once it is known that the caller may send the request."""
    key = request.headers.get("Idempotency-Key")
    if request.method == "POST" and key is not None and not is_key(key):
        raise Problem("invalid-idempotency-key")


def text_body() -> str:
    """Return the body as text in UTF-8."""
    load_query(Strict())  # as above
    _require_key()
    if _is_packed():
        raise Problem("unsupported-media-type", headers={"Accept-Post": "text/x-hanabi"})
    try:
        return request.get_data().decode()
    except UnicodeDecodeError:
        raise Problem("invalid-request", errors=[fault("#", "must be text in UTF-8")]) from None


def load(schema: Schema, body: object, where: str = "#", *, partial: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a checked body, or the part of one that is at `where`; invalid-request names the first hundred faults.

    A schema may be kept and used again. What `partial` names may be missing.
    """
    try:
        return cast(dict[str, Any], schema.load(cast(Any, body), partial=partial))
    except ValidationError as error:
        raise Problem("invalid-request", errors=list(islice(_faults(where, error.messages), MAX_FAULTS))) from None


def load_query(schema: Schema) -> dict[str, Any]:
    """Return the checked query parameters; invalid-request names every fault."""
    repeated = [str(name) for name, values in request.args.lists() if len(values) > 1]
    try:
        if repeated:
            raise ValidationError({name: ["stands more than once"] for name in repeated})
        return cast(dict[str, Any], schema.load(request.args.to_dict()))
    except ValidationError as error:
        messages = cast(dict[str, list[str]], error.messages)
        faults = [fault(f"?{name}", text) for name, found in messages.items() for text in found]
        raise Problem("invalid-request", errors=faults) from None


def _faults(pointer: str, messages: Any) -> Iterator[dict[str, str]]:
    """Turn marshmallow's nested messages into one entry a fault."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from _faults(pointer if name == "_schema" else pointer + step(str(name)), inner)
    else:
        for text in messages if isinstance(messages, list) else [messages]:
            yield fault(pointer, _WORDING.get(text, str(text)))


# marshmallow's own sentences, where no field of ours words the fault.
_WORDING: Final = {
    "Missing data for required field.": "is missing",
    "Unknown field.": "is not known here",
    "Field may not be null.": "must not be null",
    "Invalid input type.": "must be an object",
    "Not a valid string.": "must be a text",
    "Not a valid list.": "must be a list",
    "Not a valid mapping type.": "must be an object",
}


_TEXT: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')


def repeats_a_name(raw: bytes, body: object) -> bool:
    """Say whether JSON that was parsed, in which of two members with one name the last is left, had such members."""
    colons = raw.count(b":")
    if type(body) is dict and len(body) == colons:  # the usual case: an object of no objects
        return False
    members, waiting = 0, [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            members += len(node)
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return members != colons and members != _TEXT.sub(b"", raw).count(b":")


def holds_nul(body: object) -> bool:
    """Say whether parsed JSON has a NUL in some text, which Postgres cannot store."""
    waiting = [body]  # no recursion: a body may be nested more deeply than Python likes to call
    while waiting:
        match waiting.pop():
            case str(text):
                if "\0" in text:
                    return True
            case list(items):
                waiting += items
            case dict(members):
                waiting += [*members.keys(), *members.values()]
    return False
