"""Codes that people read on one device and type on another."""

import secrets
from typing import Final

from service.platform.refusal import Refusal

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: each character stands for five bits."""
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", **dict.fromkeys(" -‐‑–\t\n\r")})


class CodeRefused(Refusal):
    """The code is unknown, was used, or came too late. Which, and whether there is such a name, is not said."""

    code = "code-refused"


def new_code(length: int) -> str:
    """Return a random code in its normal form."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def normal(typed: str) -> str:
    """Return the normal form of what somebody typed: without spaces and hyphens, and with digits for look-alikes."""
    return typed.upper().translate(_READ_AS)


def spaced(code: str) -> str:
    """Return a code in groups of four characters, as it is shown."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
