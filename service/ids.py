"""The ids that callers see: a letter for the kind, then the 32 hex digits of a UUID."""

import re
from typing import Final, Literal
from uuid import UUID

import uuid_utils

__all__ = ["NOBODY", "Kind", "new", "parse", "render"]

Kind = Literal["a", "b", "c", "g", "t"]
"""a: an account, b: a branch, c: a comment, g: a game and its replay, t: a token."""

NOBODY: Final = UUID(int=0)
"""An id that no account has, for statements about whoever asks: a null would have the planner of a distributed database
drop a join, and with it the column that says where the rows are."""

_DIGITS: Final = re.compile(r"[0-9a-f]{32}")


def new() -> UUID:
    """Return an id that nobody has used; later ones sort behind earlier ones, which keeps indexes compact."""
    return UUID(bytes=uuid_utils.uuid7().bytes)


def render(kind: Kind, uuid: UUID) -> str:
    """Return an id as callers see it."""
    return f"{kind}_{uuid.hex}"


def parse(kind: Kind, text: str) -> UUID | None:
    """Return the UUID of an id that a caller sent; None for anything that is no such id."""
    prefix, _, digits = text.partition("_")
    return UUID(digits) if prefix == kind and _DIGITS.fullmatch(digits) else None
