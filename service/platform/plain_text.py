"""Characters of the texts that people write: names, messages, notes and titles.

The same rule holds for texts that are sent to the API and for texts in imported games.
"""

import unicodedata
from typing import Final

from engine.wording import N_

# Control and format characters can be invisible or change the direction of a line. Some scripts and emoji need joiners.
_REFUSED_CATEGORIES: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")

_JOINERS: Final = "\u200c\u200d"

_INVISIBLE: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs that look like nothing."""

_PICTOGRAPHS: Final = range(0x1F000, 0x1FB00)
"""Unassigned characters are allowed here: they are emoji that are newer than Python's tables."""

_BLANKS: Final = "".join(chr(code) for code in range(0x3001) if chr(code).isspace()) + _JOINERS


class NotPlain(ValueError):
    """The text has a character that is not allowed."""

    def __init__(self) -> None:
        super().__init__(N_("must not hold control or invisible characters"))


def plain_text(text: str, *, paragraphs: bool = False) -> str:
    """Return a text in NFC, without blanks at its ends.

    Line feeds are allowed only with `paragraphs`. Raises NotPlain.
    """
    if not all(map(_is_allowed, text.replace("\n", "") if paragraphs else text)):
        raise NotPlain
    return unicodedata.normalize("NFC", text).strip(_BLANKS)


def with_blanks(text: str) -> str:
    """Return a text with a blank for each character that is not allowed, except line feeds."""
    if text.isascii() and text.isprintable():
        return text
    return "".join([char if char == "\n" or _is_allowed(char) else " " for char in text])


def _is_allowed(char: str) -> bool:
    if char in _JOINERS:
        return True
    category = unicodedata.category(char)
    if category == "Cn":
        return ord(char) in _PICTOGRAPHS
    return category not in _REFUSED_CATEGORIES and char not in _INVISIBLE


def holds_nul(body: object) -> bool:
    """Return True if a string in parsed JSON contains a NUL. Member names are checked too."""
    pending = [body]  # no recursion: a body may be nested more deeply than Python's stack allows
    while pending:
        match pending.pop():
            case str(text):
                if "\0" in text:
                    return True
            case list(items):
                pending += items
            case dict(members):
                pending += [*members.keys(), *members.values()]
    return False
