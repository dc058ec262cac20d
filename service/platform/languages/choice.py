"""The supported languages, and content negotiation by `Accept-Language`."""

import re
from functools import lru_cache
from typing import Final

from babel import negotiate_locale

DEFAULT_LANGUAGE: Final = "en"
LANGUAGE_NAMES: Final = {
    DEFAULT_LANGUAGE: "English",
    "de": "Deutsch",
    "fr": "Français",
    "nl": "Nederlands",
    "da": "Dansk",
}
"""The name of each language in that language."""

LANGUAGES: Final = tuple(LANGUAGE_NAMES)

_MAX_RANGES: Final = 50
"""The maximum number of language ranges in a header; others are ignored. Browsers send fewer than ten."""

MAX_LENGTH: Final = 1000
"""The part of a header that counts, in characters, since the results are cached."""

_RANGE: Final = re.compile(
    r"\s*(?P<tag>[a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(?P<quality>0(?:\.\d*)?|1(?:\.0*)?)\s*)?", re.ASCII
)
"""A language range of the header in lowercase (RFC 9110, 12.5.4)."""


@lru_cache(1024)
def negotiate(accept_language: str) -> str:
    """Return the best language for an `Accept-Language` header.

    Return the default if no language matches. The highest quality wins, then the first in the header. A language
    matches any of its regions: `de-AT` gets `de`.
    """
    items = accept_language.lower().split(",", _MAX_RANGES)[:_MAX_RANGES]
    found = [match for match in map(_RANGE.fullmatch, items) if match]
    ranges = [(match["tag"], float(match["quality"] or 1)) for match in found]
    named = {tag.partition("-")[0] for tag, _ in ranges}
    # A wildcard stands for the languages that are not in the header. At equal quality, those in the header come first.
    ranges += [(language, q) for tag, q in ranges if tag == "*" for language in LANGUAGES if language not in named]
    preferred = [tag for tag, quality in sorted(ranges, key=lambda item: -item[1]) if quality]
    return negotiate_locale(preferred, LANGUAGES, sep="-") or DEFAULT_LANGUAGE
