"""The words of all pages, by key, which the application provides."""

from collections.abc import Callable, Mapping

Words = Callable[[str], Mapping[str, str]]

_provided: list[Words] = []


def provide(of_pages: Words, of_layout: Words) -> None:
    """Set what returns the words of all pages, and those of their layout, in a language."""
    _provided[:] = [of_pages, of_layout]


def page_words(language: str) -> Mapping[str, str]:
    """Return the words of all pages in a language."""
    return _provided[0](language)


def layout_words(language: str) -> Mapping[str, str]:
    """Return the words of the layout of every page in a language."""
    return _provided[1](language)
