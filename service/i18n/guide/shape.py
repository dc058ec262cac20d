"""Types of the texts about a whole game. All languages have the same keys."""

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["Guide", "OptionWords"]


class OptionWords(NamedTuple):
    """The name of an option and of its values. Values that are numbers have no names."""

    title: str
    values: Mapping[str | bool, str]


class Guide(NamedTuple):
    """How a game goes, and what the editions have. Texts are Markdown, and cite rulings by number."""

    how: tuple[str, ...]
    """Paragraphs."""
    editions: Mapping[str, str]
    """By edition."""
    options: Mapping[str, OptionWords]
    """By name of the option."""
    variants: Mapping[str, str]
    """The names of the booklets' variants, by id (`engine.rules.PRINTED_VARIANTS`)."""
