"""Route of the changelog as a feed (Atom, RFC 4287), with an entry for each release."""

import re
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from flask import Blueprint, Response, url_for

from service.platform import data_files
from service.platform.website import compressed_files, markdown
from service.platform.wire.operation import web_file

routes = Blueprint("changelog_feed", __name__)

_NAMESPACE: Final = "http://www.w3.org/2005/Atom"
_RELEASE: Final = re.compile(r"^## \[([\d.]+)\] - (\S+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


@routes.get("/docs/changelog.atom")
@web_file(price=20)
def get_feed() -> Response:
    """Return the changelog as a feed, newest release first."""
    page = url_for("guides.show_guide", page="changelog", _external=True)
    text = (data_files.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = list(_entries(text, page))
    feed = Element("feed", xmlns=_NAMESPACE)
    _add(feed, "id", page)
    _add(feed, "title", "Hanabi: changelog")
    _add(feed, "updated", max(entry.findtext("updated", "") for entry in entries))
    SubElement(SubElement(feed, "author"), "name").text = "Hanabi"
    SubElement(feed, "link", href=page)
    SubElement(feed, "link", rel="self", href=url_for("changelog_feed.get_feed", _external=True))
    feed.extend(entries)
    content = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return compressed_files.file_response("changelog.atom", compressed_files.packed(content))


def _entries(text: str, page: str) -> Iterator[Element]:
    for version, day, changes in _RELEASE.findall(text):
        address = f"{page}#{version.replace('.', '')}---{day}"
        entry = Element("entry")
        _add(entry, "id", address)
        _add(entry, "title", version)
        _add(entry, "updated", f"{day}T00:00:00Z")
        SubElement(entry, "link", href=address)
        # ElementTree escapes it once only as a plain text.
        _add(entry, "content", str(markdown.html(changes, None)), type="html")
        yield entry


def _add(parent: Element, name: str, text: str, **attributes: str) -> None:
    SubElement(parent, name, attributes).text = text
