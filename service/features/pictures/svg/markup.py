"""SVG elements as escaped text.

Pictures are styled by presentation attributes only. They contain no style, script, font or URL, so that pages with a
strict Content-Security-Policy can show them.
"""

import re
from html import escape
from typing import Final

_FONT: Final = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

# Characters that XML 1.0 does not allow, even escaped.
_NO_CHARACTER: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Widths of a wide font, so that a text fits in any font of the reader.
_NARROW: Final = frozenset("ijltfrI.,:;!'’|()[] ")
_WIDE: Final = frozenset("mwMW—%")


class Svg(str):
    """Well-formed SVG, which is not escaped again as plain strings are."""

    __slots__ = ()


def element(name: str, *content: str, **attributes: object) -> Svg:
    """Return an element.

    An underscore in the name of an attribute becomes a hyphen. Attributes that are None are omitted.
    """
    written = "".join(
        [f' {key.replace("_", "-")}="{_quoted(value)}"' for key, value in attributes.items() if value is not None]
    )
    inner = "".join([part if isinstance(part, Svg) else _text(part) for part in content])
    return Svg(f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>")


def tooltip(text: str) -> Svg:
    """Return a title, which must be the first child of its element."""
    return element("title", text)


def document(name: str, size: tuple[float, float], language: str, title: str, description: str, *content: Svg) -> str:
    """Return a complete picture, which scales to any size.

    `name` makes its ids unique on a page.
    """
    width, height = size
    return element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", description, id=f"{name}-desc"),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        role="img",
        lang=language,
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
        font_family=_FONT,
    )


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return an estimate of the maximum width of a line of text."""
    widths = sum([0.34 if char in _NARROW else 0.92 if char in _WIDE else 0.61 for char in text])
    return size * (1.15 if bold else 1) * widths


def fitted(text: str, size: float, width: float, *, bold: bool = False) -> float:
    """Return the largest font size up to `size` that fits."""
    return min(size, size * width / max(width_of(text, size, bold=bold), 1))


def shortened(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return a text, cut so that it fits at a font size."""
    if width_of(text, size, bold=bold) <= width:
        return text
    while text and width_of(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return a text as lines that fit the width. A single word may be wider."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _quoted(value: object) -> str:
    return _text(_number(value) if isinstance(value, float) else str(value))


def _text(text: str) -> str:
    return escape(_NO_CHARACTER.sub("\ufffd", text))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
