"""Public ids: a letter for the kind, and a UUID in hexadecimal."""

import re
from typing import Final, Literal
from uuid import UUID

import uuid_utils

Kind = Literal["a", "b", "c", "d", "e", "g", "j", "k", "l", "m", "p", "q", "r", "s", "t", "u", "w", "x"]
"""a: an account, b: a saved line, c: a comment, d: a delivery to a webhook, e: a team in a contest, g: a game and its
replay, j: a merge of two accounts, k: a passkey, l: a link to another device, m: an action of moderation, p: a puzzle,
q: a seek, r: a report, s: a session of a review together, t: a token, u: a study, w: a webhook, x: a contest."""

NOBODY: Final = UUID(int=0)
"""An id that no account has, for callers without a token.

With null instead, Citus would drop a join from the plan, and with it the distribution column."""

_DIGITS: Final = re.compile(r"[0-9a-f]{32}")


def new() -> UUID:
    """Return a new id. New ids sort after older ones, so indexes stay compact."""
    return UUID(bytes=uuid_utils.uuid7().bytes)


def render(kind: Kind, uuid: UUID) -> str:
    """Return the public form of an id."""
    return f"{kind}_{uuid.hex}"


def render_optional(kind: Kind, uuid: UUID | None) -> str | None:
    """Return the public form of an id, or None for None."""
    return None if uuid is None else render(kind, uuid)


def parse(kind: Kind, text: str) -> UUID | None:
    """Return the UUID in a public id, or None for other texts."""
    prefix, _, digits = text.partition("_")
    return UUID(digits) if prefix == kind and _DIGITS.fullmatch(digits) else None
