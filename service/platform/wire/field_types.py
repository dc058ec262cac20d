"""Fields of JSON objects, each with the sentence that the contract says about it.

A schema of a response lists its members. A member is required unless it says `required=False`:

    class Delivery(ResponseSchema):
        \"\"\"An event that is sent, or was sent, to a webhook.\"\"\"

        id = DeliveryId()
        attempts = Whole("The number of attempts so far.", least=0)
        status = Text("What became of it.", values={"delivered": "It was accepted.", "failed": "It was not."})
        error = Text("Why there was no response.", null=True)
        created_at = Time("When the service found the event.")

A value that several schemas have, or whose name clients should see, is a component of its own (`Named`). What a field
or an object has no word for, such as a condition, is in its `facts`, as JSON Schema. `contract/components.py` makes the
components of the contract from these classes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

import marshmallow
from marshmallow import Schema, ValidationError, fields, validate

from engine.wording import N_
from service.platform import ids, timestamps

_NO_FACTS: Final[Mapping[str, Any]] = {}


class Values(validate.Validator):
    """A validator that accepts some values, each with a sentence.

    A function returns values that features add to. It is called when they are needed.
    """

    def __init__(self, meanings: Mapping[Any, str] | Callable[[], Mapping[Any, str]]) -> None:
        self._meanings = meanings

    @property
    def meanings(self) -> Mapping[Any, str]:
        """The values, each with its sentence."""
        return self._meanings() if callable(self._meanings) else self._meanings

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values, as apispec reads them."""
        return tuple(self.meanings)

    def __call__(self, value: Any) -> Any:
        """Return a value. Raises ValidationError for another one."""
        if value not in self.choices:
            raise ValidationError(N_("must be one of {values}", values=", ".join(map(str, self.choices))))
        return value


class Described(fields.Field[Any]):
    """A field with its description.

    With `null`, null is a value of it. Other members of its JSON schema are `facts`. `named` is the component that
    the contract refers to, if the field checks more than that component says.

    For rendering (`service.platform.wire.rendering`), `computed` returns the value of the member for the object,
    `to_json` the JSON of a value that is not None, and `worded` the same in a language, which it gets first.
    `rendered_if` says whether an optional member is there, for all objects or for the one that it gets.
    """

    def __init__(
        self,
        about: str | None = None,
        *,
        null: bool = False,
        required: bool | None = None,
        values: Mapping[Any, str] | Callable[[], Mapping[Any, str]] | None = None,
        named: str | None = None,
        facts: Mapping[str, Any] = _NO_FACTS,
        validators: tuple[validate.Validator, ...] = (),
        validate: validate.Validator | None = None,
        computed: Callable[[Any], Any] | None = None,
        to_json: Callable[[Any], Any] | None = None,
        worded: Callable[[str, Any], Any] | None = None,
        rendered_if: Callable[[Any], bool] | bool | None = None,
        **options: Any,
    ) -> None:
        given = () if validate is None else (validate,)
        meanings = () if values is None else (Values(values),)
        super().__init__(
            required=bool(required),
            allow_none=null or None,
            validate=(*validators, *given, *meanings),
            metadata={} if about is None else {"description": about},
            **options,
        )
        self.null: Final = null
        self.named: Final = named
        self.facts: Final = facts
        self.is_optional: Final = required is False
        self.computed: Final = computed
        self.to_json: Final = to_json
        self.worded: Final = worded
        self.rendered_if: Final = rendered_if


class Text(Described, fields.String):
    """A string."""

    def __init__(
        self,
        about: str | None = None,
        *,
        least: int | None = None,
        most: int | None = None,
        pattern: str | None = None,
        **options: Any,
    ) -> None:
        length = () if least is most is None else (_length(least, most),)
        regexp = () if pattern is None else (validate.Regexp(pattern),)
        super().__init__(about, validators=(*length, *regexp), **options)


class Id(Text):
    """A public id, from a UUID."""

    def __init__(self, letter: ids.Kind, about: str | None = None, *, null: bool = False, **options: Any) -> None:
        pattern = None if null else f"^{letter}_[0-9a-f]{{32}}$"  # generators of clients refuse one that may be null
        super().__init__(about, null=null, pattern=pattern, **options)
        self.letter: Final = letter


class DateTime(Text):
    """A time as RFC 3339 in UTC, from a datetime."""

    def __init__(self, about: str | None = None, **options: Any) -> None:
        super().__init__(about, facts={"format": "date-time"}, to_json=timestamps.rfc3339, **options)


class Whole(Described, fields.Integer):
    """An integer. It may be `3` or, as in JSON Schema, `3.0`, but not `"3"` or `true`."""

    def __init__(self, about: str | None = None, *, least: int | None = None, most: int | None = None, **options: Any):
        super().__init__(about, validators=_between(least, most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise ValidationError(N_("must be a whole number"))
        return value


class Real(Described, fields.Float):
    """A number."""

    def __init__(
        self, about: str | None = None, *, least: float | None = None, most: float | None = None, **options: Any
    ) -> None:
        super().__init__(about, validators=_between(least, most), **options)


def _between(least: float | None, most: float | None) -> tuple[validate.Validator, ...]:
    if least is None or most is None:
        return () if least is most is None else (validate.Range(least, most),)
    return (validate.Range(least, most, error=N_("must be from {low} to {high}", low=least, high=most)),)


def _length(least: int | None, most: int | None) -> validate.Length:
    error = N_("must have 1 to {longest} characters", longest=most) if least == 1 and most else None
    return validate.Length(least, most, error=error)


class Flag(Described, fields.Boolean):
    """A boolean. Texts and numbers are refused."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError(N_("must be true or false"))
        return value


class Raw(Described, fields.Raw):
    """Any JSON that its facts allow."""


class Items(Described, fields.List[Any]):
    """An array of `least` to `most` items. One of another length is refused without a look at its items."""

    def __init__(
        self,
        item: fields.Field[Any],
        about: str | None = None,
        *,
        least: int | None = None,
        most: int | None = None,
        error: str | None = None,
        **options: Any,
    ) -> None:
        length = () if least is most is None else (validate.Length(least, most, error=error),)
        super().__init__(about, cls_or_instance=item, validators=length, **options)
        self._length = length

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list):
            for check in self._length:
                check(value)
        return super()._deserialize(value, attr, data, **kwargs)


class Map(Described, fields.Dict):
    """An object whose members have names that the contract does not list."""

    def __init__(
        self,
        value: fields.Field[Any],
        about: str | None = None,
        *,
        names: fields.Field[Any] | None = None,
        least: int | None = None,
        most: int | None = None,
        **options: Any,
    ) -> None:
        length = () if least is most is None else (validate.Length(least, most),)
        super().__init__(about, validators=length, **options)
        self.key_field, self.value_field = names, value


class Object(Described, fields.Nested):
    """An object with a schema."""

    def __init__(self, schema: type[Schema] | str, about: str | None = None, **options: Any) -> None:
        super().__init__(about, nested=schema, **options)


class OneOf(Described):
    """A value that fits exactly one of several fields."""

    def __init__(self, *choices: fields.Field[Any], about: str | None = None, **options: Any) -> None:
        super().__init__(about, **options)
        self.choices: Final = choices


class Named(Described):
    """A component of the contract that is not an object with members.

    The docstring of its class is its description, and `of` its schema. A field of this class may have a description of
    its own.
    """

    of: ClassVar[Described]

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return self.of.deserialize(value, attr, data, **kwargs)


class ResponseSchema(Schema):
    """An object in a response."""

    class Meta:
        unknown = marshmallow.EXCLUDE

    facts: ClassVar[Mapping[str, Any]] = _NO_FACTS
    """More members of its JSON schema."""
    is_inline: ClassVar[bool] = False
    """Whether it has no name of its own in the contract. A schema that is based on it has one."""

    @staticmethod
    def grows() -> Mapping[str, fields.Field[Any]]:
        """Return the members that features add. They come last."""
        return {}

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Require every member that is not declared as optional."""
        field_obj.required = not (isinstance(field_obj, Described) and field_obj.is_optional)


class Kind(NamedTuple):
    """The members that an object of a kind always has and may have, and more of its JSON schema."""

    required: Sequence[str]
    optional: Sequence[str] = ()
    others: Mapping[str, Any] = _NO_FACTS


def kinds(member: str, of_values: Mapping[Any, Kind]) -> dict[str, Any]:
    """Return the condition that the value of a member decides which others there are.

    The members that an object may have are in `x-optional`, since it may get more.

    Generators make one class of such an object. The generators of some languages cannot read a union of objects.
    """
    choices = []
    for value, (required, optional, others) in of_values.items():
        members = [member, *required]
        properties = {**others.get("properties", {}), member: {"const": value}}
        choices.append({**others, "properties": properties, "required": members, "x-optional": [*optional]})
    return {"dependentSchemas": {member: {"oneOf": choices}}}
