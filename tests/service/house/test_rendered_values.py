"""Every schema that renders fits the type of its values."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Final, Literal, Union, cast, get_args, get_origin, get_type_hints
from uuid import UUID

import pytest
from sqlalchemy.orm import Mapped

from service.core import feature
from service.platform import timestamps
from service.platform.wire.field_types import Id, Items, Named, Object
from service.platform.wire.rendering import Rendered, itself

_CONVERTED: Final = {timestamps.rfc3339: datetime, timestamps.day: date, bytes.hex: bytes}
"""The types that functions convert."""


def _schemas(of: type[Rendered[Any]] = Rendered) -> Iterator[type[Rendered[Any]]]:
    """Yield the schemas that name the type of their values. One that is based on them may have a secret besides."""
    for one in of.__subclasses__():
        if one.__module__.startswith("service.") and _named_sources(one):
            yield one
        yield from _schemas(one)


def _named_sources(schema: type) -> list[Any]:
    bases = schema.__dict__.get("__orig_bases__", ())
    return [get_args(base)[0] for base in bases if get_origin(base) is Rendered]


def _sources(schema: type) -> tuple[Any, ...]:
    """Return the types of the values that a schema renders."""
    return _choices(next(source for one in schema.__mro__ for source in _named_sources(one)))


def _choices(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _hint(source: Any, path: str) -> Any:
    """Return the type of an attribute, or of an attribute of an attribute."""
    for name in path.split("."):
        source = next(one for one in _choices(source) if one is not NoneType)
        if issubclass(source, SimpleNamespace):
            return Any
        found = getattr(source, name, None)
        hints = get_type_hints(source)
        source = get_type_hints(found.fget)["return"] if isinstance(found, property) else hints[name]
        if get_origin(source) is Mapped:
            (source,) = get_args(source)
    return source


def _faults(field: Any, hint: Any) -> Iterator[str]:
    """Yield what of a type a field does not render."""
    of = field.of if isinstance(field, Named) else field
    to_json = field.to_json or of.to_json
    for one in _choices(hint):
        kind = get_origin(one) or one
        if one is Any:
            continue
        if one is NoneType:
            if not (field.null or of.null or field.is_optional):
                yield "null"
        elif of.worded or field.worded:
            continue  # by a function with a type of its own
        elif to_json is not None:
            if to_json in _CONVERTED and kind is not _CONVERTED[to_json]:
                yield f"{one} as {to_json}"
        elif isinstance(of, Id):
            if kind is not UUID:
                yield f"{one} as an id"
        elif isinstance(of, Object) and isinstance(of.schema, Rendered):
            if one not in _sources(type(of.schema)) and Any not in _sources(type(of.schema)):
                yield f"{one} by {type(of.schema).__name__}"
        elif isinstance(of, Items) and issubclass(kind, Iterable):
            for item in get_args(one):
                if item is not Ellipsis:
                    yield from _faults(of.inner, item)
        elif kind is not Literal and (not isinstance(kind, type) or issubclass(kind, UUID | date | bytes)):
            yield f"{one} as it is"


@pytest.fixture(scope="module")
def schemas() -> list[type[Rendered[Any]]]:
    """All schemas that render."""
    [*feature.modules("routes")]
    return [*_schemas()]


def test_each_schema_fits_the_type_of_its_values(schemas: list[type[Rendered[Any]]]) -> None:
    """The values have each attribute, and its type is the one that the field renders. Rows of a statement have none."""
    faults = []
    checked = 0
    for schema in schemas:
        for source in _sources(schema):
            for name, field in cast(dict[str, Any], schema().fields).items():
                if source is Any or field.rendered_if is False or field.facts.get("const") is not None:
                    continue
                if field.computed is itself:
                    found = [*_faults(field, source)]
                elif field.computed is None:
                    found = [*_faults(field, _hint(source, field.attribute or name))]
                else:
                    continue
                checked += 1
                faults += [f"{schema.__name__}.{name}: {fault}" for fault in found]
    assert not faults
    assert checked > 200
