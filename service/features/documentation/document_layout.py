"""Documents: English texts with a list of contents beside them."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Response
from markupsafe import Markup

from service.platform.website import html_rendering

_PARAGRAPH: Final = re.compile("<p>(.*?)</p>", re.DOTALL)
_HEADING: Final = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>')


class Entry(NamedTuple):
    """A line of the contents; without an address it is a heading of those below."""

    title: str
    address: str | None
    below: "Sequence[Entry]" = ()
    current: bool = False


def headings(text: str) -> list[Entry]:
    """Return the second headings of a document."""
    return [Entry(Markup(title).striptags(), f"#{name}") for name, title in _HEADING.findall(text)]


def rendered(title: str, text: Markup, contents: Sequence[Entry], script: str | None = None) -> Response:
    """Return a document as a page, with the script of all documents or one that imports it."""
    first = _PARAGRAPH.search(text)
    page = html_rendering.rendered(
        "document.html",
        policy=html_rendering.PAGE,
        text_language="en",
        title=title,
        about=Markup(first[1]).striptags() if first else None,
        text=text,
        contents=contents,
        script=script,
    )
    return html_rendering.kept(page)
