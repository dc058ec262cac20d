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
    titles: Mapping[str, str]
    """The titles of the editions."""
    editions: Mapping[str, str]
    """What is special about each edition."""
    options: Mapping[str, OptionWords]
    """By name of the option."""
    sources: Mapping[str, str]
    """Which booklets have the values of each option. Abbreviations are those of editions."""
    variants: Mapping[str, str]
    """The names of the booklets' variants, by id (`engine.rules.PRINTED_VARIANTS`)."""
    bots: Mapping[str, str]
    """How each bot plays, by its id."""
