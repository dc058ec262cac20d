"""The type of a ruling's text. All languages have the same rulings."""

from typing import NamedTuple

__all__ = ["Ruling", "ruling"]


class Ruling(NamedTuple):
    """A ruling in words. Texts are Markdown, and cite other rulings by number."""

    title: str
    text: tuple[str, ...]
    """Paragraphs."""
    source: str
    """The printed rules that have it."""
    own: str | None
    """What no printed rules have; None if they have all of it."""


def ruling(title: str, *text: str, source: str, own: str | None = None) -> Ruling:
    """Return a ruling from its title and paragraphs."""
    return Ruling(title, text, source, own)
