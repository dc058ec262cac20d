"""Routes of the documentation: reference, rules, examples and problems."""

from collections.abc import Container, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import orjson
from flask import Blueprint, Response

from engine.rules import EDITIONS, PRINTED_VARIANTS, SIX_SEATS_EDITION, default_of
from service import i18n, resources
from service.games.lookup import NotFound
from service.http.routes.site import guides, html_pages, markdown, static_files
from service.http.routes.site.html_pages import HTML
from service.http.wire import openapi, render
from service.http.wire.problems import STATUS_OF, address_of, first_of
from service.http.wire.request_record import language
from service.http.wire.responses import JSON, prefers

__all__ = ["OFFERS", "routes"]

OFFERS: Final[Mapping[str, tuple[str, ...]]] = {
    "documentation.list_problems": (HTML, JSON),
    "documentation.get_problem": (HTML, JSON),
    "documentation.show_reference": (HTML,),
    "documentation.show_rules": (HTML,),
    "documentation.show_rules_in": (HTML,),
    # A file has one media type; its route checks `Accept`.
    "documentation.get_asset": (),
    "documentation.get_example": (),
    "documentation.get_browser_example": (),
}
"""By endpoint; the media types of the page."""

_DIST: Final = Path(str(files("flask_swagger_ui"))) / "dist"

routes = Blueprint("documentation", __name__, template_folder=str(resources.WEB))

_ASSETS: Final = (
    "board.png",
    "choices.js",
    "colors.css",
    "icon.png",
    "icon.svg",
    "pages.css",
    "reference.css",
    "reference.js",
)
_SWAGGER_UI: Final = ("swagger-ui.css", "swagger-ui-bundle.js")
_EXAMPLE_FILES: Final = ("README.md", "first-game.sh", "bot.py", "bot.ts", "record-vectors.json")
_BROWSER_FILES: Final = ("index.html", "client.js", "client.css")


@routes.get("/problems")
def list_problems() -> Response:
    """List all problem codes with their texts."""
    problems = [_problem(code) for code in STATUS_OF]
    if prefers(HTML, JSON) == JSON:
        return html_pages.data({"items": problems})
    return html_pages.rendered("problems.html", problems=problems)


@routes.get("/problems/<code>")
def get_problem(code: str) -> Response:
    """Show the texts, an example and the operations of a problem."""
    if code not in STATUS_OF:
        raise NotFound
    problem, example = _problem(code), _example(code)
    if prefers(HTML, JSON) == JSON:
        return html_pages.data({**problem, "example": example})
    document = orjson.dumps(example, option=orjson.OPT_INDENT_2).decode()
    return html_pages.rendered(
        "problem.html",
        problem=problem,
        document=document,
        rule=example.get("rule"),
        operations=openapi.operations_with(code),
    )


@routes.get("/docs")
def show_reference() -> Response:
    """Show the reference: the contract in Swagger UI."""
    return html_pages.rendered("reference.html", policy=html_pages.SCRIPTED, text_language="en")


@routes.get("/docs/rules")
def show_rules() -> Response:
    """Show the rules in the reader's language: how a game goes, editions, options and rulings."""
    return _rules_page(language())


@routes.get("/docs/rules/<language>")
def show_rules_in(language: str) -> Response:
    """Show the rules in a language."""
    if language not in i18n.LANGUAGES:
        raise NotFound
    return _rules_page(language)


@routes.get("/docs/assets/<name>")
def get_asset(name: str) -> Response:
    """Return a style sheet, a script or an icon of the pages."""
    return _file(resources.WEB if name in _ASSETS else _DIST, name, (*_ASSETS, *_SWAGGER_UI))


@routes.get("/docs/examples/<name>")
def get_example(name: str) -> Response:
    """Return a file of the examples."""
    return _file(resources.EXAMPLES, name, _EXAMPLE_FILES)


@routes.get("/docs/examples/browser/<name>")
def get_browser_example(name: str) -> Response:
    """Return a file of the browser example, which runs at this address."""
    return _file(resources.EXAMPLES / "browser", name, _BROWSER_FILES)


def _problem(code: str) -> dict[str, Any]:
    text = _text(code)
    return {
        "code": code,
        "type": address_of(code),
        "status": int(STATUS_OF[code]),
        "title": text.title,
        "happened": text.happened,
        "remedy": text.remedy,
    }


def _text(code: str) -> i18n.ProblemText:
    """Return the text of a problem, with the members of the contract's example."""
    shown = openapi.example(code)
    members = {name: value for name, value in shown.items() if name != "code"}
    return i18n.problem(language(), code, **members, first=first_of(shown.get("errors", ())))


def _example(code: str) -> dict[str, Any]:
    """Return the contract's example of a problem document, in the reader's language."""
    shown = openapi.example(code)
    title, detail = _text(code)
    if "refusal" in shown:
        detail = i18n.refusal(language(), shown["refusal"], shown["rule"])
    document = {
        "type": address_of(code),
        "title": title,
        "status": int(STATUS_OF[code]),
        "detail": detail,
        "code": code,
        "request_id": "82d67dcfecd9938e7a27b1ab7777914a",
    }
    return {**document, **{name: value for name, value in shown.items() if name not in document}}


def _rules_page(page_language: str) -> Response:
    return html_pages.rendered(
        "rules.html",
        page_language=page_language,
        inline=partial(markdown.inline_html, rules=""),
        guide=i18n.guide(page_language),
        titles={name: edition.title for name, edition in EDITIONS.items()},
        variants=[
            {**variant._asdict(), "words": i18n.variant_name(page_language, variant)} for variant in PRINTED_VARIANTS
        ],
        options=_options(page_language),
        rulings=[render.ruling(page_language, rule) for rule in render.RULES],
        documents={name: guides.title(name) for name in guides.GUIDES},
    )


def _options(page_language: str) -> list[dict[str, Any]]:
    """Return the options with the names of their values, and the default in each edition."""
    return [
        {
            **option,
            "defaults": [default_of(edition, option["name"]) for edition in EDITIONS],
            "named": [
                (value, None if name == str(value) else name)
                for value, name in zip(option["values"], option["value_names"], strict=True)
            ],
        }
        for option in render.edition_options(page_language, SIX_SEATS_EDITION)
    ]


def _file(folder: Path, name: str, served: Container[str]) -> Response:
    if name not in served:
        raise NotFound
    return static_files.file_response(name, static_files.read(folder / name), static_files.AN_HOUR)
