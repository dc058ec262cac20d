"""The languages of the texts, and which of them a request gets."""

from functools import lru_cache
from typing import Final

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "negotiate"]

DEFAULT_LANGUAGE: Final = "en"
LANGUAGES: Final = (DEFAULT_LANGUAGE, "de", "fr", "nl", "da")

# Nobody reads more languages than this; what stands behind them in the header is not looked at.
_MAX_RANGES: Final = 50
_SHORT: Final = 100


def negotiate(accept_language: str | None) -> str:
    """Return the language for an Accept-Language header, whatever it holds (`_best`)."""
    if not accept_language:
        return DEFAULT_LANGUAGE
    return _known(accept_language) if len(accept_language) <= _SHORT else _best(accept_language)


def _best(accept_language: str) -> str:
    """Find the best language for a header.

    The highest quality wins, then what is named first; a language counts with any of its regions (de-AT as de), and
    `*` stands for those not named (RFC 9110, 12.5.4). Without any match it is the default language: nobody is refused
    for want of a language. Written by hand because a matcher that looks for exact tags first gives en for "de-CH, en".
    """
    wanted: dict[str, float] = {}
    for item in accept_language.split(",", _MAX_RANGES)[:_MAX_RANGES]:
        tag, _, parameter = item.partition(";")
        primary = tag.strip().lower().partition("-")[0]
        quality = _quality(parameter)
        if quality is not None and (primary == "*" or primary in LANGUAGES):
            wanted[primary] = max(quality, wanted.get(primary, 0.0))
    others = wanted.pop("*", 0.0)
    for language in LANGUAGES:
        wanted.setdefault(language, others)
    best = max(wanted, key=wanted.__getitem__)  # the first of equals
    return best if wanted[best] else DEFAULT_LANGUAGE


_known: Final = lru_cache(1024)(_best)  # browsers send one of few, and short ones: what is kept is bounded


def _quality(parameter: str) -> float | None:
    """Return the quality that a range's parameter gives it, 0 to 1; None where it is not written as one."""
    if not parameter.strip():
        return 1.0
    name, _, value = parameter.partition("=")
    digits = value.strip()
    if name.strip().lower() != "q" or not (digits.isascii() and digits.replace(".", "", 1).isdigit()):
        return None
    quality = float(digits)
    return quality if quality <= 1 else None
