"""The files of the pages under a common revision: bundled scripts and styles, and texts."""

import hashlib
from functools import cache
from typing import Final

import orjson

from service import i18n
from service.site import bundles, compressed_files
from service.site.compressed_files import StaticFile

__all__ = ["FILES", "WORDS", "file", "revision"]


WORDS: Final = {f"words.{code}.json": code for code in i18n.LANGUAGES}
"""By name of a file of texts: its language."""

FILES: Final = (*bundles.BUNDLES, *WORDS)
"""The names of all files. A script or style sheet has the name of the source that imports the others."""


@cache
def _content(name: str) -> bytes:
    if name in WORDS:
        return orjson.dumps(i18n.review_words(WORDS[name]))
    return bundles.bundle(name)


@cache
def file(name: str) -> StaticFile:
    """Return a file."""
    return compressed_files.packed(_content(name))


@cache
def revision() -> str:
    """Return the revision: a hash of all files."""
    digest = hashlib.sha256()
    for name in FILES:
        digest.update(_content(name))
    return digest.hexdigest()[:16]
