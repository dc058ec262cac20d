"""Lists in words."""

from collections.abc import Sequence
from typing import Final

from service.platform.languages.translations import in_each_language

__all__ = ["listed"]

_AND: Final = in_each_language(lambda catalog: catalog.pgettext("red, yellow and blue", "and"))


def listed(language: str, items: Sequence[str]) -> str:
    """Return items as a list in words: "red, yellow and blue". Empty for no items."""
    *others, last = items or [""]
    return f"{', '.join(others)} {_AND[language]} {last}" if others else last
