"""The components of the contract that follow from schemas (`service.platform.wire.field_types`)."""

import inspect
from collections.abc import Collection, Iterator
from typing import Any, Final, TypeVar, cast

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields

from service.core import feature, problem_codes, problem_documents  # noqa: F401  (the last has schemas that no route imports)
from service.features import FEATURES
from service.platform.wire.field_types import Described, Map, Named, Object, OneOf, ResponseSchema, Values
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import Hash, PlainText, Timestamp
from service.platform.wire.request_parsing import Request

T = TypeVar("T")

_JSON_TYPES: Final = {
    Hash: "string",
    PlainText: "string",
}
"""Of fields that marshmallow does not know."""

_CONDITIONS: Final = ("allOf", "not", "if", "then", "else", "dependentSchemas")
"""Keywords that say which members go together."""


class Components:
    """The schemas of the contract, and descriptions that refer to them."""

    def __init__(self) -> None:
        feature.install(FEATURES)
        problem_codes.add_of_features()
        [*feature.modules("routes")]
        plugin = _Plugin(schema_name_resolver=cast(Any, _name_of))
        spec = APISpec("", "", "3.1.0", plugins=[plugin])
        self._converter = cast(OpenAPIConverter, plugin.converter)
        for named in _subclasses(Named):
            spec.components.schema(named.__name__, {**self.field(named.of), "description": _description(named)})
        for field_type, json_type in _JSON_TYPES.items():
            plugin.map_to_openapi_type(field_type, json_type, None)  # type: ignore[no-untyped-call]
        plugin.map_to_openapi_type(Timestamp, "string", "date-time")  # type: ignore[no-untyped-call]
        for schema in (*_subclasses(ResponseSchema), *_subclasses(Request)):
            if schema is not Rendered and _name_of(schema) and schema.__name__ not in spec.components.schemas:
                spec.components.schema(schema.__name__, schema=schema)
        self.schemas: Final[dict[str, Any]] = spec.components.schemas

    def field(self, described: fields.Field[Any]) -> dict[str, Any]:
        """Return the JSON Schema of a field."""
        return self._converter.field2property(described)


def _subclasses(of: type[T]) -> Iterator[type[T]]:
    for one in of.__subclasses__():
        if one.__module__.startswith("service.") and not one.__name__.startswith("_"):
            yield one
        yield from _subclasses(one)


def _name_of(schema: type[Schema] | Schema | str) -> str | None:
    found = _schema_class(schema)
    return None if vars(found).get("is_inline") else found.__name__


def _schema_class(schema: Any) -> type[Schema]:
    return cast(type[Schema], resolve_schema_cls(schema))


def _description(described: type) -> str:
    """Return a docstring as the lines of one text."""
    return (inspect.getdoc(described) or "").replace("\n\n", "\n")


def reference(kind: str, name: str) -> dict[str, str]:
    """Return a reference to a component."""
    return {"$ref": f"#/components/{kind}/{name}"}


class _Converter(OpenAPIConverter):
    """apispec's, with what the fields and schemas of the service declare beyond marshmallow's."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        kind = _schema_class(schema)
        found: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        found |= getattr(kind, "facts", {})
        for name, field in getattr(kind, "grows", dict)().items():
            found["properties"][name] = self.field2property(field)
            if not getattr(field, "is_optional", False):
                found["required"] = [*found.get("required", ()), name]
        if _name_of(kind):
            found["description"] = _description(kind)
        properties, required = found["properties"], found.get("required", ())
        if issubclass(kind, Request):
            for name, inner in properties.items():
                if name not in required:
                    properties[name] = _or_null(inner)  # it counts as absent (`Strict`)
            found["properties"] = dict(sorted(properties.items(), key=lambda one: one[0] not in required))
        if required:
            found["required"] = [name for name in properties if name in required]
        # Few tools for OpenAPI know conditions, and linters take those that name a member for its definition.
        found["x-conditions"] = {name: found.pop(name) for name in _CONDITIONS if name in found}
        if "dependentSchemas" in found["x-conditions"]:
            found["x-conditions"] = _without_common(found["x-conditions"], found.get("required", ()))
        order = ("type", "description", "additionalProperties", "required", "properties")
        return {name: found[name] for name in (*order, *found) if found.get(name) not in (None, {})}

    def field2property(self, field: fields.Field[Any]) -> dict[str, Any]:
        if isinstance(field, Described) and field.named is not None:
            return {**self._nullable(field, reference("schemas", field.named)), **field.metadata}
        if isinstance(field, Named):
            found = self._nullable(field, reference("schemas", type(field).__name__))
        elif isinstance(field, OneOf):
            found = self._nullable(field, {"oneOf": [self.field2property(choice) for choice in field.choices]})
        elif isinstance(field, Object):
            found = self._nullable(field, self.resolve_nested_schema(field.schema))  # type: ignore[no-untyped-call]
        else:
            found = super().field2property(field)
            found.pop("default", None)  # descriptions name it
        if isinstance(field, Described):
            if field.allow_none and not field.null:  # null counts as absent
                found["type"] = found["type"][0]
            found |= {**field.metadata, **field.facts}
        for limit in ("minimum", "maximum"):
            if limit in found and float(found[limit]).is_integer():
                found[limit] = int(found[limit])
        if isinstance(field, Map):
            found |= self._members(field, found)
        for validator in field.validators:
            if isinstance(validator, Values):
                found["x-enum-descriptions"] = [*validator.meanings.values()]
        return found

    def _nullable(self, field: Described, found: dict[str, Any]) -> dict[str, Any]:
        """Return a schema that has null too, if the field may be null."""
        if not field.null:
            return found
        return {"oneOf": [*(found["oneOf"] if isinstance(field, OneOf) else [found]), {"type": "null"}]}

    def _members(self, field: Map, found: dict[str, Any]) -> dict[str, Any]:
        """Return what limits the members of an object without named members."""
        limits = {
            name.replace("Length", "Properties"): found.pop(name)
            for name in ("minLength", "maxLength")
            if name in found
        }
        if field.key_field is not None:
            limits["propertyNames"] = self.field2property(field.key_field)
        return limits


def _without_common(conditions: dict[str, Any], required: Collection[str]) -> dict[str, Any]:
    """Return conditions in which the kinds of an object do not require again what all of them have."""
    kinds = {
        member: {
            "oneOf": [
                {**kind, "required": [name for name in kind["required"] if name not in required]}
                for kind in one["oneOf"]
            ]
        }
        if "oneOf" in one
        else one
        for member, one in conditions["dependentSchemas"].items()
    }
    return {**conditions, "dependentSchemas": kinds}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that has null too."""
    if {"type": "null"} in schema.get("oneOf", ()) or "null" in schema.get("type", ()):
        return schema
    if "type" in schema and not {"enum", "pattern"} & schema.keys():
        return {**schema, "type": [schema["type"], "null"]}
    of_value = {name: value for name, value in schema.items() if name != "description"}
    about = {name: value for name, value in schema.items() if name == "description"}
    return {"oneOf": [of_value, {"type": "null"}], **about}


class _Plugin(MarshmallowPlugin):
    Converter = _Converter
