"""SVG as text, well-formed whatever stands in it: the one place where anything is escaped.

Looks are presentation attributes alone. There is no style, script, font or address in a picture, so that it may stand
in a page whose Content-Security-Policy allows none of them.
"""

import re
from html import escape
from typing import Final

__all__ = ["Svg", "document", "element", "fitted", "tooltip", "width_of", "wrapped"]

_FONT: Final = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

# What XML 1.0 cannot hold, not even escaped.
_NO_CHARACTER: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Shares of the font size, of a font that runs wide: a line that fits by these fits in the fonts that readers have.
_NARROW: Final = frozenset("ijltfrI.,:;!'’|()[] ")
_WIDE: Final = frozenset("mwMW—%")


class Svg(str):
    """A piece of SVG, well-formed: what is not of this type is text, and is escaped."""

    __slots__ = ()


def element(name: str, *content: str, **attributes: object) -> Svg:
    """Return an element. In names of attributes an underscore stands for a hyphen; one that is None is left out."""
    written = "".join(
        [f' {key.replace("_", "-")}="{_quoted(value)}"' for key, value in attributes.items() if value is not None]
    )
    inner = "".join([part if isinstance(part, Svg) else _text(part) for part in content])
    return Svg(f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>")


def tooltip(text: str) -> Svg:
    """Return the title of the element that it is put into first."""
    return element("title", text)


def document(name: str, size: tuple[float, float], language: str, title: str, description: str, *content: Svg) -> str:
    """Return a whole picture that scales to any size. Its name keeps its ids apart from those of others on a page."""
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
    """Return how wide a line of text is at most, about."""
    widths = sum([0.34 if char in _NARROW else 0.92 if char in _WIDE else 0.61 for char in text])
    return size * (1.15 if bold else 1) * widths


def fitted(text: str, size: float, width: float, *, bold: bool = False) -> float:
    """Return the font size, no larger than this one, at which a text fits a width."""
    return min(size, size * width / max(width_of(text, size, bold=bold), 1))


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return a text as lines that fit a width; a word alone may be wider."""
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
