"""The files of the pages under a common revision."""

import hashlib
from functools import cache
from typing import Final

import orjson

from service import i18n, resources
from service.http.routes.site import html_pages

__all__ = ["FILES", "WORDS", "file", "revision"]

_FOLDER: Final = resources.WEB / "review"
FILES: Final = tuple(
    sorted(file.name for file in _FOLDER.iterdir() if file.suffix in (".css", ".js", ".json", ".png", ".svg"))
)
WORDS: Final = {f"words.{code}.json": code for code in i18n.LANGUAGES}
"""By name of a file of texts: its language."""


@cache
def file(name: str) -> tuple[bytes, str]:
    """Return the content of a file and its entity tag."""
    if name in WORDS:
        content = orjson.dumps(i18n.review_words(WORDS[name]))
        return content, hashlib.sha256(content).hexdigest()[:32]
    return html_pages.read(_FOLDER / name)


@cache
def revision() -> str:
    """Return the revision: a hash of all files."""
    digest = hashlib.sha256()
    for name in (*FILES, *WORDS):
        digest.update(file(name)[1].encode())
    return digest.hexdigest()[:16]
