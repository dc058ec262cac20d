"""Validation of the values in a record's JSON form.

Each check returns a valid value, and raises RecordRefused with a JSON pointer for any other value.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.proof.deal import is_entropy
from engine.proof.signatures import Signature
from engine.wording import N_


class RecordRefused(ValueError):
    """A document that is not a valid record.

    It has a JSON pointer to the first faulty member, and the reason.
    """

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(f"{pointer}: {why}")
        self.pointer = pointer
        self.why = why


Check = Callable[[Any, str], Any]
"""A function of a value and its JSON pointer, which returns the converted value or raises RecordRefused."""

_MAX_DEPTH: Final = 64
_MAX_INT: Final = 2**53 - 1


def check_plain(document: object) -> None:
    """Refuse values that have several JSON forms or cannot be stored.

    These are fractions, integers above 53 bits, names that are not ASCII, NUL, and lone surrogates.
    """
    pending: list[tuple[object, str, int]] = [(document, "#", 0)]
    while pending:
        value, where, depth = pending.pop()
        if depth > _MAX_DEPTH:
            raise RecordRefused("#", N_("is nested more than {most} deep", most=_MAX_DEPTH))
        match value:
            case str():
                _storable(value, where)
            case bool() | None:
                pass
            case int():
                if abs(value) > _MAX_INT:
                    raise RecordRefused(where, N_("must be a whole number of at most 53 bits"))
            case list():
                pending += [(inner, f"{where}/{place}", depth + 1) for place, inner in enumerate(value)]
            case dict():
                for name, inner in value.items():
                    if not name.isascii() or "\0" in name:
                        raise RecordRefused(where, N_("has a member whose name is not of ASCII"))
                    pending.append((inner, f"{where}/{name.replace('~', '~0').replace('/', '~1')}", depth + 1))
            case _:
                raise RecordRefused(where, N_("must be a whole number"))


def _storable(text: str, where: str) -> None:
    if "\0" in text:
        raise RecordRefused(where, N_("must not hold a NUL"))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RecordRefused(where, N_("must not hold half of a surrogate pair")) from None


def a_mapping(value: object, where: str) -> dict[str, Any]:
    """Return the value if it is an object."""
    if not isinstance(value, dict):
        raise RecordRefused(where, N_("must be an object"))
    return value


def an_object(value: object, where: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the value if it is an object with exactly these members."""
    members = a_mapping(value, where)
    for name in names:
        if name not in members:
            raise RecordRefused(where, N_("has no {name}", name=name))
    for name in members:
        if name not in names:
            raise RecordRefused(where, N_("has a member {name}, which is not known here", name=repr(name)))
    return members


def a_list(value: object, where: str, each: Check) -> tuple[Any, ...]:
    """Return a list as a tuple, each item checked."""
    if not isinstance(value, list):
        raise RecordRefused(where, N_("must be a list"))
    return tuple([each(inner, f"{where}/{place}") for place, inner in enumerate(value)])


def list_of(each: Check) -> Check:
    """Return a check for a list. Each item must pass a check."""
    return lambda value, where: a_list(value, where, each)


def or_null(check: Check) -> Check:
    """Return a check that also accepts null."""
    return lambda value, where: None if value is None else check(value, where)


def a_flag(value: object, where: str) -> bool:
    """Return the value if it is true or false."""
    if not isinstance(value, bool):
        raise RecordRefused(where, N_("must be true or false"))
    return value


def a_number(low: int, high: int) -> Check:
    """Return a check for a whole number between these bounds, inclusive."""

    def check(value: object, where: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise RecordRefused(where, N_("must be a whole number from {low} to {high}", low=low, high=high))
        return value

    return check


def one_of(words: Sequence[str]) -> Check:
    """Return a check for one of these words."""

    def check(value: object, where: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise RecordRefused(where, N_("must be one of {values}", values=", ".join(words)))
        return value

    return check


def a_text(low: int, high: int, advised: tuple[int, int] | None = None) -> Check:
    """Return a check for a text of this length. Both bounds are inclusive.

    `advised` are the bounds that the fault names if new records must have others.
    """

    least, most = advised or (low, high)

    def check(value: object, where: str) -> str:
        if not isinstance(value, str) or not low <= len(value) <= high:
            raise RecordRefused(where, N_("must be a text of {low} to {high} characters", low=least, high=most))
        return value

    return check


def matching(pattern: str, fault: str) -> Check:
    """Return a check for a text that matches a pattern."""
    compiled = re.compile(pattern, re.ASCII)

    def check(value: object, where: str) -> str:
        if not isinstance(value, str) or compiled.fullmatch(value) is None:
            raise RecordRefused(where, fault)
        return value

    return check


a_hash: Final = matching(r"[0-9a-f]{64}", N_("must be 64 hexadecimal digits"))
_a_signature: Final = matching(r"[0-9a-f]{128}", N_("must be 128 hexadecimal digits"))
a_game_id: Final = matching(r"g_[0-9a-f]{32}", N_("must be the id of a game"))
a_bot_id: Final = matching(r"[a-z0-9_-]{1,50}", N_("must be the id of a bot"))
a_remark_id: Final = matching(r"[a-z0-9_-]{1,50}", N_("must be the id of a remark"))
_time: Final = matching(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z",
    N_("must be a time as 2026-11-21T12:00:00.000Z"),
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def a_time(value: object, where: str) -> str:
    """Return the value if it is an existing time.

    The format is RFC 3339 in UTC with milliseconds.
    """
    text: str = _time(value, where)
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if year == 0 or day > _DAYS[month - 1] + leap:
        raise RecordRefused(where, N_("must be a day of the calendar"))
    return text


def a_signature(value: object, where: str) -> Signature:
    """Return a signature with its key."""
    members = an_object(value, where, Signature._fields)
    return Signature(a_hash(members["key"], f"{where}/key"), _a_signature(members["signature"], f"{where}/signature"))


def an_entropy(value: object, where: str) -> str:
    """Return the value if it is a valid entropy."""
    if not isinstance(value, str) or not is_entropy(value):
        raise RecordRefused(where, N_("must be 1 to 64 printable characters of ASCII"))
    return value


def check_contributions(deal: Mapping[str, Any], where: str) -> None:
    """Refuse a deal in which a seat has parts that exclude each other, or no seat has a commitment."""
    parts = zip(deal["entropy_commitments"], deal["entropies"], deal["reveals"], strict=True)
    for seat, (commitment, entropy, reveal) in enumerate(parts):
        if commitment is not None and entropy is not None:
            raise RecordRefused(f"{where}/entropies/{seat}", N_("must be null beside a commitment"))
        if commitment is None and reveal is not None:
            raise RecordRefused(f"{where}/reveals/{seat}", N_("must be null without a commitment"))
    if not any(deal["entropy_commitments"]):
        raise RecordRefused(f"{where}/entropy_commitments", N_("must hold a commitment"))
