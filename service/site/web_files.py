"""The files of the pages under a common revision."""

import hashlib
import posixpath
import re
from functools import cache
from typing import Final

import orjson

from service import data_files, i18n
from service.site import static_files
from service.site.static_files import StaticFile

__all__ = ["FILES", "WORDS", "file", "modules", "revision"]


FILES: Final = {
    file.relative_to(data_files.WEB).as_posix(): file
    for file in sorted(data_files.WEB.rglob("*/*"))
    if file.suffix in (".css", ".js", ".json")
}
"""By path below `web/`, under which they are served. Those in `web/` itself belong to the documentation."""

WORDS: Final = {f"words.{code}.json": code for code in i18n.LANGUAGES}
"""By name of a file of texts: its language."""

_IMPORT: Final = re.compile(r'^import .*"(\.[\w./-]+\.js)";$', re.MULTILINE)


@cache
def modules(name: str) -> tuple[str, ...]:
    """Return the names of a script and of all scripts that it imports, directly or not."""
    found = [name]
    for script in found:
        relative = _IMPORT.findall(FILES[script].read_text(encoding="utf-8"))
        imported = [posixpath.normpath(posixpath.join(posixpath.dirname(script), one)) for one in relative]
        found += [one for one in dict.fromkeys(imported) if one not in found]
    return tuple(found)


@cache
def file(name: str) -> StaticFile:
    """Return a file."""
    if name in WORDS:
        return static_files.packed(orjson.dumps(i18n.review_words(WORDS[name])))
    return static_files.read(FILES[name])


@cache
def revision() -> str:
    """Return the revision: a hash of all files."""
    digest = hashlib.sha256()
    for name in (*FILES, *WORDS):
        digest.update(file(name).tag.encode())
    return digest.hexdigest()[:16]
