"""Validation of values in a hanab.live export.

Each check returns a valid value, and raises ImportRefused with a JSON pointer for any other value.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.wording import N_


class ImportRefused(ValueError):
    """An unsupported export.

    It has a JSON pointer to the faulty member, the reason, and the ruling that the game breaks, if any.
    """

    def __init__(self, pointer: str, why: str, rule: str | None = None) -> None:
        super().__init__(f"{pointer}: {why}")
        self.pointer = pointer
        self.why = why
        self.rule = rule


class Remark(NamedTuple):
    """What was understood, changed or left out in an export."""

    code: str
    detail: str
    """A sentence for people."""
    pointer: str
    """The JSON pointer to what it is about."""


def an_object(value: object, pointer: str, members: Sequence[str] | None) -> dict[str, Any]:
    """Return the value if it is an object with only these members, or with any for None."""
    if not isinstance(value, dict):
        raise ImportRefused(pointer, N_("must be an object"))
    for name in value:
        if members is not None and name not in members:
            option, member = N_("the option {name} is not supported"), N_("the member {name} is not supported")
            why = (option if pointer == "#/options" else member).format(name=name)
            raise ImportRefused(f"{pointer}/{_escaped(name)}", why)
    return value


def a_list(value: object, pointer: str) -> list[Any]:
    """Return the value if it is a list."""
    if not isinstance(value, list):
        raise ImportRefused(pointer, N_("must be a list"))
    return value


def a_number(value: object, pointer: str) -> int:
    """Return the value if it is a whole number. `3.0` is valid."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or abs(value) >= 2**53:
        raise ImportRefused(pointer, N_("must be a whole number"))
    return value


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
