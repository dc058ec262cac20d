"""Routes of the guides: the Markdown documents in `docs/`, as pages and as they are."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup

from service.core.tables.lookup import NotFound
from service.features.documentation import client_packages, document_layout
from service.features.documentation.document_layout import Entry
from service.platform import data_files
from service.platform.website import compressed_files, markdown
from service.platform.wire.operation import web_file, web_page

routes = Blueprint("guides", __name__, template_folder=str(data_files.WEB))

_INDEX: Final = "guides"

_LISTED: Final = re.compile(r"^- \[([^]]*)\]\(([^)\s]+)\)", re.MULTILINE)

_LINK: Final = re.compile(r"\[([^]]*)\]\(([^)\s]+)\)")

_GUIDE: Final = re.compile(r"(?:\.\./)?([\w-]+)\.md(#.*)?", re.IGNORECASE)

OWN_ADDRESS: Final = "http://127.0.0.1:8000"
"""The address in the samples for users, which a page replaces by its own."""

_OWN_ADDRESS: Final = re.compile(r"http://(?:127\.0\.0\.1|localhost):8000\b")

_PACKAGE: Final = re.compile(r"^.*/clients/(\S+)$", re.MULTILINE)
"""A line that installs a package of a client."""

_FOR_OPERATORS: Final = ("self-hosting", "operations", "settings", "scale")


@cache
def _source(name: str) -> str:
    file = data_files.ROOT / "CHANGELOG.md" if name == "changelog" else data_files.DOCS / f"{name}.md"
    return file.read_text(encoding="utf-8")


GUIDES: Final = (_INDEX, *dict.fromkeys(re.findall(r"\]\((?:\.\./)?([\w-]+)\.md\)", _source(_INDEX).lower())))
"""The names of the documents that are served: the index, and those to which it links, in its order."""


def title(name: str) -> str:
    """Return the title of a guide."""
    return markdown.title_of(_source(name))


@routes.get("/docs/<page>")
@web_page(price=20)
def show_guide(page: str) -> Response:
    """Show a guide, or the index of all guides (`guides`)."""
    text = _text(page, suffix="")
    content = markdown.html(text, url_for("documentation.show_rules"))
    return document_layout.rendered(markdown.title_of(text), content, _contents(page, content))


def _contents(page: str, content: Markup) -> list[Entry]:
    """Return the list of all guides, by the sections of the index, with the headings of this one."""
    sections = []
    for section in _text(_INDEX, suffix="").split("\n## ")[1:]:
        name, _, rest = section.partition("\n")
        listed = [
            Entry(title, address, document_layout.headings(content) if address == page else [], current=address == page)
            for title, address in _LISTED.findall(rest)
        ]
        sections.append(Entry(name, None, listed))
    return sections


@routes.get("/docs/<page>.md")
@web_file(price=10)
def get_guide(page: str) -> Response:
    """Return a guide as Markdown."""
    return _file(f"{page}.md", _text(page, suffix=".md"))


@routes.get("/llms.txt")
@web_file(price=5)
def get_index() -> Response:
    """Return the index of the guides for language models, with whole addresses (llmstxt.org)."""
    base = url_for("guides.show_guide", page="", _external=True)
    text = _LINK.sub(lambda link: f"[{link[1]}]({_absolute(link[2], base)})", _text(_INDEX, suffix=".md"))
    return _file("llms.txt", text)


def _absolute(address: str, base: str) -> str:
    if "://" in address:
        return address
    return request.root_url.rstrip("/") + address if address.startswith("/") else base + address


def _text(page: str, suffix: str) -> str:
    """Return a guide with links that lead to what is served. `suffix` ends the addresses of other guides."""
    if page not in GUIDES:
        raise NotFound
    text = _source(page)
    if page not in _FOR_OPERATORS:
        text = at_own_address(text)
    if page == "clients":
        built = client_packages.available()
        text = _PACKAGE.sub(lambda line: line[0] if line[1] in built else f"# not built here: {line[1]}", text)
    return _LINK.sub(lambda link: _served(link[1], link[2], suffix), text)


def at_own_address(text: str) -> str:
    """Return samples for users with the address of this service, as the request names it."""
    own = request.root_url.rstrip("/")
    return _OWN_ADDRESS.sub(lambda _: own, text)


def _served(text: str, address: str, suffix: str) -> str:
    """Return a link to a file beside a guide as it is served, or its text if the file is not."""
    guide = _GUIDE.fullmatch(address)
    if guide and guide[1].lower() in GUIDES:
        return f"[{text}]({guide[1].lower()}{suffix}{guide[2] or ''})"
    if address.startswith("../examples/"):
        return f"[{text}]({address.removeprefix('../')})"
    return f"[{text}]({address})" if address.startswith(("/", "#", "http")) else text


def _file(name: str, text: str) -> Response:
    return compressed_files.file_response(Path(name).name, compressed_files.packed(text.encode()))
