"""JSON texts of clients, parsed so that rounding makes no number whole.

Floats are the nearest ones to the numbers in the text. But `1e-400` would become 0, and `4.0000000000000000001` would
become 4: a card that nobody named. So a number that is not whole stays so.
"""

import json
import math
import re
from typing import Any, Final

import orjson

Json = dict[str, Any]
"""A JSON object."""

JSON_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_MARK: Final = b"\xef\xbb\xbf"
"""The byte order mark, with which some editors begin a file."""
_FRACTION: Final = re.compile(rb"[0-9][.eE]")
_PARTS: Final = re.compile(r"-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_MAX_INT_DIGITS: Final = 19


def loads(raw: bytes) -> Any:
    """Return the parsed JSON, without regard to a byte order mark.

    Raises orjson.JSONDecodeError, and RecursionError for a document that is nested too deeply.
    """
    raw = raw.removeprefix(_MARK)
    parsed = orjson.loads(raw)
    if _FRACTION.search(raw) and _FRACTION.search(JSON_STRING.sub(b"", raw)):
        return json.loads(raw, parse_float=_nearest, parse_int=_integer)
    return parsed


def _nearest(text: str) -> float:
    """Return the float nearest to a number; a fraction for one that is not whole, up to 2**52."""
    value = float(text)
    return math.nextafter(value, math.inf) if value.is_integer() and not _is_whole(text) else value


def _is_whole(text: str) -> bool:
    found = _PARTS.fullmatch(text)
    assert found is not None  # the text is a number of JSON
    whole, fraction, exponent = found.groups(default="")
    digits = whole + fraction
    significant = digits.rstrip("0")
    # As a float, because an exponent of thousands of digits is not an int.
    return not significant or float(exponent or 0) - len(fraction) + len(digits) - len(significant) >= 0


def _integer(text: str) -> int | float:
    """Return an integer as orjson reads it: as a float if it is long."""
    return int(text) if len(text) <= _MAX_INT_DIGITS else float(text)
