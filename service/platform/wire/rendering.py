"""Rendering of values by the schemas of responses.

    class Delivery(Rendered[StoredDelivery]):
        \"\"\"An event that is sent, or was sent, to a webhook.\"\"\"

        id = DeliveryId(attribute="delivery_id")
        attempts = Whole("The number of attempts so far.", least=0)
        status = Text("What became of it.", computed=lambda delivery: …)
        error = Text("Why there was no response; missing for none.", required=False)
        created_at = Time()

`Delivery.render(found)` returns the members in this order. The value of a member is the attribute with its name, the
`attribute` of its field, or what `computed` returns for the whole value. The field converts it: an id from a UUID, a
time from a datetime, an object by its schema, if that one renders too. Anything else is JSON already.

A member whose facts have a `const` is that constant. An optional member is missing if its value is None, or if it is a
flag that is False, an empty array or an empty object. `rendered_if` decides otherwise: True for a member that only
other responses of the schema lack, False for one that is added elsewhere, or a function of the whole value.

A schema with words, in itself or in an object of a member, renders in the language that `render` gets.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar, cast

from marshmallow import Schema, fields

from service.platform.exact_json import Json
from service.platform.wire.field_types import Described, Flag, Id, Items, Map, Named, Object, OneOf, ResponseSchema

Value = TypeVar("Value")


class Rendered(ResponseSchema, Generic[Value]):
    """An object in a response that is rendered from a value of one type."""

    @classmethod
    def render(cls, value: Value, language: str | None = None) -> Json:
        """Return the JSON of a value. A schema with words needs the language."""
        return _renderer(cls)(value, language)


@cache
def renderer_of(field: fields.Field[Any]) -> Callable[[Any], Any]:
    """Return a function that returns the JSON of the values of a field without words."""
    code = _Code()
    return cast(Callable[[Any], Any], eval(f"lambda one, language=None: {code.item(field)}", code.names))


def itself(value: Value) -> Value:
    """Return the value: for an object whose members are attributes of the same value."""
    return value


@cache
def _renderer(schema: type[Schema]) -> Callable[[Any, str | None], Json]:
    """Compile the members of a schema into one expression, as fast as a dict that is written by hand."""
    code = _Code()
    declared = [(name, cast(Described, field)) for name, field in schema().fields.items()]
    members = [
        code.member(field.data_key or name, name, field)
        for name, field in declared
        if getattr(field, "rendered_if", None) is not False
    ]
    rendered = eval(f"lambda value, language: {{{', '.join(members)}}}", code.names)
    return cast(Callable[[Any, str | None], Json], rendered)


class _Code:
    """Python expressions, and the objects that they name."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}

    def member(self, name: str, attribute: str, field: Described) -> str:
        """Return a member of a dict, or `**` and a dict that may be empty."""
        if "const" in field.facts and not field.is_optional:
            return f"{name!r}: {field.facts['const']!r}"
        value = f"value.{field.attribute or attribute}"
        if field.computed is not None:
            value = "value" if field.computed is itself else f"{self._named(field.computed)}(value)"
        converted = self._converted(field, "found")
        if field.is_optional and field.rendered_if is None:
            is_missing = "not (found := {})" if _can_be_empty(field) else "(found := {}) is None"
            return f"**({{}} if {is_missing.format(value)} else {{{name!r}: {converted}}})"
        if converted == "found":
            member = f"{name!r}: {value}"
        elif _is_nullable(field):
            member = f"{name!r}: None if (found := {value}) is None else {converted}"
        else:
            member = f"{name!r}: {self._converted(field, value)}"
        if callable(field.rendered_if):
            return f"**({{{member}}} if {self._named(field.rendered_if)}(value) else {{}})"
        return member

    def _converted(self, field: fields.Field[Any], value: str) -> str:
        """Return the JSON of a value that is not None."""
        match field:
            case Described(to_json=to_json) if to_json is not None:
                return f"{self._named(to_json)}({value})"
            case Described(worded=worded) if worded is not None:
                return f"{self._named(worded)}(language, {value})"
            case Id(letter=letter):
                return f"'{letter}_' + {value}.hex"
            case Named(of=of) | OneOf(choices=[of]):
                return self._converted(of, value)
            case Object(schema=Rendered() as schema):
                return f"{self._named(_renderer(type(schema)))}({value}, language)"
            case Items(inner=item) if (one := self.item(item)) != "one":
                return f"[{one} for one in {value}]"
            case Map(value_field=item) if item is not None and (one := self.item(item)) != "one":
                return f"{{name: {one} for name, one in {value}.items()}}"
        return value

    def item(self, field: fields.Field[Any]) -> str:
        """Return the JSON of the variable `one`."""
        converted = self._converted(field, "one")
        return f"None if one is None else {converted}" if converted != "one" and _is_nullable(field) else converted

    def _named(self, found: Any) -> str:
        name = f"f{len(self.names)}"
        self.names[name] = found
        return name


def _is_nullable(field: Any) -> bool:
    return field.null or (isinstance(field, Named) and field.of.null) or _is_null_itself(field)


def _is_null_itself(field: Any) -> bool:
    """Return True for an object whose schema says that it may be null."""
    return isinstance(field, Object) and "null" in getattr(field.schema, "facts", {}).get("type", ())


def _can_be_empty(field: Described) -> bool:
    return isinstance(field.of if isinstance(field, Named) else field, Flag | Items | Map)
