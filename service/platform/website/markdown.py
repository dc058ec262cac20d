"""Rendering of Markdown as HTML, in which each number of a ruling is a link to it."""

import re
from collections.abc import MutableMapping, Sequence
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

_RULE: Final = re.compile(r"\bR(?:[1-9]|[12][0-9]|3[01])\b")

_HEADING: Final = re.compile(r"<h([2-6])>(.*?)</h\1>")

_TAGS_AND_SIGNS: Final = re.compile(r"<[^>]*>|&\w+;|[^\w\s-]")


def html(text: str, rules: str | None) -> Markup:
    """Return a document as HTML. Its headings have ids as on GitHub, and empty cells of tables are no headers.

    `rules` is the address of the rulings; None if numbers of rulings become no links.
    """
    rendered = _PARSER.render(text, {"rules": rules}).replace("<th></th>", "<td></td>")
    return Markup(_HEADING.sub(_with_id, rendered))


def inline_html(text: str, rules: str) -> Markup:
    """Return a paragraph as HTML, without a tag around it."""
    return Markup(_PARSER.renderInline(text, {"rules": rules}))


def title_of(text: str) -> str:
    """Return the first heading of a document."""
    return text.partition("\n")[0].removeprefix("# ")


def _with_id(heading: re.Match[str]) -> str:
    level, content = heading.groups()
    name = _TAGS_AND_SIGNS.sub("", content).strip().lower().replace(" ", "-")
    return f'<h{level} id="{name}">{content}</h{level}>'


def _text(_: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, env: MutableMapping[str, Any]) -> str:
    text = escapeHtml(tokens[index].content)
    return text if env["rules"] is None else _RULE.sub(rf'<a href="{env["rules"]}#\g<0>">\g<0></a>', text)


_PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")

_PARSER.add_render_rule("text", _text)
