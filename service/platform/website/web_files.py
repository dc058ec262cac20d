"""The files of the pages under a common revision: bundled scripts and styles, and texts."""

import hashlib
from functools import cache
from typing import Final, NamedTuple

import orjson

from service.platform.languages import choice
from service.platform.website import bundles, compressed_files, page_words
from service.platform.website.compressed_files import StaticFile


def words_file(script: str, language: str) -> str:
    """Return the name of the file with the texts of a script."""
    return f"{script.removesuffix('.js')}.{language}.json"


class _Texts(NamedTuple):
    """The texts of a script in a language."""

    script: str
    language: str


WORDS: Final = {
    words_file(script, code): _Texts(script, code)
    for script in bundles.BUNDLES
    if script.endswith(".js")
    for code in choice.LANGUAGES
}
"""By name of a file of texts: those that it has."""

FILES: Final = (*bundles.BUNDLES, *WORDS)
"""The names of all files. A script or style sheet has the name of the source that imports the others."""


@cache
def _content(name: str) -> bytes:
    if name not in WORDS:
        return bundles.bundle(name)
    texts = page_words.page_words(WORDS[name].language)
    return orjson.dumps({key: texts[key] for key in bundles.named(WORDS[name].script, texts)})


@cache
def file(name: str) -> StaticFile:
    """Return a file."""
    return compressed_files.packed(_content(name))


@cache
def revision() -> str:
    """Return the revision: a hash of all from which the files are made."""
    digest = hashlib.sha256()
    for name in bundles.BUNDLES:
        digest.update(_content(name))
    for code in choice.LANGUAGES:
        digest.update(orjson.dumps(page_words.page_words(code)))
    return digest.hexdigest()[:16]
