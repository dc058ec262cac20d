"""Marshmallow fields and validators for JSON bodies and query parameters."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from marshmallow import ValidationError, fields, validate

from engine.proof.deal import MAX_ENTROPY_LENGTH, is_entropy
from engine.wording import N_
from service.platform import ids, timestamps
from service.platform.plain_text import NotPlain, plain_text
from service.platform.wire.field_types import Described, Text, Whole
from service.platform.wire.problems import invalid

_HASH: Final = re.compile("[0-9a-f]{64}")

MAX_INT: Final = 2**31 - 1
"""The largest value of an integer column."""

MAX_LIFETIME_S: Final = 366 * 24 * 3600
"""The maximum lifetime of a token or an invitation."""

_EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
_LATEST: Final = datetime(2100, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
"""The range of the times in requests."""

_IDS: Final[Mapping[ids.Kind, str]] = {"a": N_("must be the id of an account"), "g": N_("must be the id of a game")}


class DecimalDigits(Whole):
    """An integer in a query, with an optional minus and at most nine digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise ValidationError(N_("must be a whole number"))
        return int(value)


class Members(Described, fields.Dict):
    """An object of at most `most` members. A larger one is refused without a look at its members."""

    def __init__(self, about: str | None = None, *, most: int, **options: Any) -> None:
        super().__init__(about, keys=fields.String(), **options)
        self._length = validate.Length(max=most, error=N_("must have at most {most} members", most=most))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, dict):
            self._length(value)
        return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]


class PlainText(Described):
    """A line of text (`service.platform.plain_text`)."""

    paragraphs = False

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError(N_("must be a string"))
        try:
            return plain_text(value, paragraphs=self.paragraphs)
        except NotPlain as error:
            raise ValidationError(error.args[0]) from None


class Paragraphs(PlainText):
    """Plain text of one or more lines, separated by line feeds."""

    paragraphs = True


class Timestamp(Described):
    """A date and time with an offset (RFC 3339), from 2000 to 2100. It is read in UTC."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> datetime:
        try:
            at = timestamps.parse(value)
        except (AttributeError, ValueError):
            raise ValidationError(N_("must be a date and time as 2026-11-21T12:00:00Z")) from None
        if not _EARLIEST <= at <= _LATEST:
            raise ValidationError(N_("must be from {low} to {high}", low=_EARLIEST.year, high=_LATEST.year))
        return at


class Entropy(Text):
    """Entropy that a player contributes to the shuffle: printable ASCII."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if not is_entropy(text):
            raise ValidationError(
                N_(
                    "must have 1 to {longest} characters of printable ASCII",
                    longest=MAX_ENTROPY_LENGTH,
                )
            )
        return text


class Hash(Described):
    """32 bytes, as 64 lower-case hexadecimal digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bytes:
        if not isinstance(value, str) or not _HASH.fullmatch(value):
            raise ValidationError(N_("must have 64 lower-case hexadecimal digits"))
        return bytes.fromhex(value)


def between(low: int, high: int) -> validate.Range:
    """Return a validator of numbers from `low` to `high`."""
    return validate.Range(low, high, error=N_("must be from {low} to {high}", low=low, high=high))


def length(longest: int) -> validate.Length:
    """Return a validator of texts with 1 to `longest` characters."""
    return validate.Length(1, longest, error=N_("must have 1 to {longest} characters", longest=longest))


def one_of(values: Iterable[str | int]) -> validate.OneOf:
    """Return a validator that accepts only these values."""
    values = tuple(values)
    return validate.OneOf(values, error=N_("must be one of {values}", values=", ".join(map(str, values))))


def parsed_id(kind: ids.Kind, text: str, where: str) -> UUID:
    """Return the UUID of an account's or a game's public id.

    Raises invalid-request for the place `where`.
    """
    found = ids.parse(kind, text)
    if found is None:
        raise invalid(where, _IDS[kind])
    return found
