"""Texts in each language: English in the code, the others in the PO files of `locale/`."""

import io
from collections.abc import Callable, Mapping, Sequence
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final, TypeVar

from engine.wording import Wording
from service.platform import data_files
from service.platform.languages.choice import DEFAULT_LANGUAGE, LANGUAGES

_Texts = TypeVar("_Texts")

Counted = Callable[[int], str]
"""A text whose plural form depends on a count."""

LOCALE: Final = Path(__file__).resolve().parent / "locale"


def in_each_language(texts: Callable[[NullTranslations], _Texts]) -> Mapping[str, _Texts]:
    """Return texts by language. `texts` returns them in the language of a catalog."""
    return {language: texts(catalog) for language, catalog in _CATALOGS.items()}


def worded(language: str, text: str) -> str:
    """Return a text in a language, if it can be translated."""
    if not isinstance(text, Wording):
        return text
    words = {name: worded(language, word) if isinstance(word, str) else word for name, word in text.words.items()}
    message = _CATALOGS[language].gettext(text.message)
    return message.format(**words) if words else message


def _catalog(language: str) -> NullTranslations:
    if language == DEFAULT_LANGUAGE:
        return NullTranslations()
    source = LOCALE / language / "LC_MESSAGES" / "messages.po"
    return GNUTranslations(io.BytesIO(data_files.derived(source.with_suffix(".mo"), source, _compiled)))


def _compiled(content: bytes) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(content)))
    return compiled.getvalue()


_CATALOGS: Final = {language: _catalog(language) for language in LANGUAGES}

_AND: Final = in_each_language(lambda catalog: catalog.pgettext("red, yellow and blue", "and"))


def listed(language: str, items: Sequence[str]) -> str:
    """Return items as a list in words: "red, yellow and blue". Empty for no items."""
    *others, last = items or [""]
    return f"{', '.join(others)} {_AND[language]} {last}" if others else last
