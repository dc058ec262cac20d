"""The script and the style sheet of a page as one file each, bundled from the sources in `web/`.

A script is an ES module. In the bundle it is a function, after those of the modules that it imports. Imports and
exports are statements of one line, no export changes its value, and modules do not import each other in a circle. A
style sheet imports others at its beginning.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from service.platform import data_files


class Unbundled(Exception):
    """A source has an import or an export in a form that is not bundled."""


_SOURCES: Final[Mapping[str, Path]] = {
    file.relative_to(data_files.WEB).as_posix(): file
    for file in sorted(data_files.WEB.rglob("*/*"))
    if file.suffix in (".css", ".js", ".json")
}
"""By path below `web/`."""

_IMPORT: Final = re.compile(r'^@?import (?:(.+) from )?"(\.[\w./-]+)"(?: with \{ type: "json" \})?;\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) ([\w$]+))", re.MULTILINE)
_LEFT: Final = re.compile(r"^@?(?:import|export)\b.*|\bimport[.(].*", re.MULTILINE)
_STRING: Final = re.compile(r'"([\w.-]+)"')
_TEMPLATE: Final = re.compile(r"`([\w-]+[.-])\$\{")
_UNNEEDED: Final = {
    ".js": re.compile(r"^ *//.*\n", re.MULTILINE),
    ".css": re.compile(r" */\*.*?\*/|\s+(?=[{}])|(?<=[{};,])\s+", re.DOTALL),
}
"""By suffix: comments, and spaces that mean nothing."""
_INDENT: Final = re.compile(r"^\s+", re.MULTILINE)


class _Source(NamedTuple):
    """A source, read once for all bundles."""

    text: str
    """Without its imports, `export`, comments, indents and empty lines."""
    imports: list[tuple[str, str]]
    """The names, as they are written, and the path of the other source."""
    exports: list[str]
    left: str | None
    """The first import or export that is left."""


@cache
def _source(name: str) -> _Source:
    whole, folder = _SOURCES[name].read_text(encoding="utf-8"), posixpath.dirname(name)
    imports = [(names, posixpath.normpath(posixpath.join(folder, path))) for names, path in _IMPORT.findall(whole)]
    text = _EXPORT.sub("", _IMPORT.sub("", whole))
    left = _LEFT.search(text)
    if unneeded := _UNNEEDED.get(posixpath.splitext(name)[1]):
        text = unneeded.sub("", text)
    return _Source(_INDENT.sub("", text), imports, _EXPORT.findall(whole), None if left is None else left[0])


BUNDLES: Final = tuple(sorted(_SOURCES.keys() - {path for name in _SOURCES for _, path in _source(name).imports}))
"""The sources that no other one imports, which are those of pages."""


def bundle(name: str) -> bytes:
    """Return a source with all that it imports. Raises Unbundled."""
    order: list[str] = []
    _add(name, order, ())
    if name.endswith(".css"):
        return "".join(_own(one) for one in order).encode()
    return "".join(_module(number, one, order) for number, one in enumerate(order)).encode()


def named(script: str, keys: Iterable[str]) -> list[str]:
    """Return those of some keys that a bundle could look up.

    They are strings in it, or begin as one of its templates does, such as `edition.${name}`.
    """
    text = bundle(script).decode()
    strings, beginnings = set(_STRING.findall(text)), tuple(_TEMPLATE.findall(text))
    return [key for key in keys if key in strings or key.startswith(beginnings)]


def _add(name: str, order: list[str], importing: tuple[str, ...]) -> None:
    """Append what a source imports, and then the source."""
    if name in importing:
        raise Unbundled(f"circle: {' imports '.join((*importing, name))}")
    for _, path in _source(name).imports:
        if path not in order:
            _add(path, order, (*importing, name))
    order.append(name)


def _own(name: str) -> str:
    """Return the text of a source. Raises Unbundled."""
    source = _source(name)
    if source.left is not None:
        raise Unbundled(f"{name}: {source.left}")
    return source.text


def _module(number: int, name: str, order: list[str]) -> str:
    """Return a script as a function that is called at once, and returns its exports."""
    body = _own(name)
    if name.endswith(".json"):
        return f"// {name}\nconst $module{number} = {body.strip()};\n"
    source = _source(name)
    imported = "".join(
        f"const {names.removeprefix('* as ').replace(' as ', ': ')} = $module{order.index(path)};\n"
        for names, path in source.imports
        if names
    )
    exported = ", ".join(source.exports)
    return (
        f"// {name}\nconst $module{number} = await (async () => {{\n{imported}{body}return {{ {exported} }};\n}})();\n"
    )
