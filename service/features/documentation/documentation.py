"""Routes of the documentation: reference, rules, examples and problems."""

import re
from collections.abc import Container
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import orjson
from flask import Blueprint, Response, request, url_for

from engine.rules import EDITIONS, PRINTED_VARIANTS, SIX_SEATS_EDITION, default_of
from engine.score import BANDS
from service.core.common_parameters import IF_NONE_MATCH
from service.core.problem_documents import ExplainedProblem, ProblemList
from service.core.rules import guide_words, ruling_words
from service.core.rules.routes.editions import edition_options
from service.core.rules.routes.rulings import RULES, _ruling_json
from service.core.tables.lookup import NotFound
from service.core.tables.words import illegal_move_words, result_words
from service.features.documentation import document_layout, document_words, guides, reference
from service.features.documentation.document_layout import Entry
from service.platform import data_files
from service.platform.languages import choice
from service.platform.website import compressed_files, html_rendering, markdown, openapi
from service.platform.website.compressed_files import StaticFile
from service.platform.wire import problem_kinds
from service.platform.wire.field_types import Text
from service.platform.wire.headers import E_TAG
from service.platform.wire.media_types import HTML, JSON
from service.platform.wire.operation import Answer, Content, Header, Link, Operation, Parameter, web_file, web_page
from service.platform.wire.problem_kinds import STATUS_OF
from service.platform.wire.problems import address_of, first_of
from service.platform.wire.request_record import accepted_type, language

CONTENT_SECURITY_POLICY: Final = Header(
    "Content-Security-Policy",
    "What the page may load: only from this service, and nothing inline.",
    pattern="^default-src 'none'; ",
    required=True,
)

REFERRER_POLICY: Final = Header(
    "Referrer-Policy",
    "The browser does not send the page's address to other hosts.",
    const="no-referrer",
    required=True,
)

KEPT_CACHE_CONTROL: Final = Header(
    "Cache-Control", "Only a browser keeps it, and asks each time.", const="private, no-cache", required=True
)

_KEPT: Final = (
    E_TAG,
    KEPT_CACHE_CONTROL,
    CONTENT_SECURITY_POLICY,
    REFERRER_POLICY,
)
_NOT_MODIFIED: Final = Answer(None, "The caller has the current version already.", headers=_KEPT)

PROBLEM_CODE: Final = Parameter("code", "path", Text("The code of a problem."), "illegal-move")

routes = Blueprint("documentation", __name__, template_folder=str(data_files.WEB))

_ASSETS: Final = (
    "board.png",
    "icon.png",
    "icon.svg",
)

_CITED: Final = re.compile(r" \((?:R[0-9]+(?:, )?)+\)")
"""Numbers of rulings, which only the rules in full explain."""

_EXAMPLE_FILES: Final = (
    *("README.md", "first-game.sh", "choose.awk", "bot.py", "bot.ts"),
    *("app.html", "terminal_bot.py"),
)

_EXAMPLE_DATA: Final = ("record-vectors.json",)

_BROWSER_FILES: Final = ("index.html", "client.js", "client.css")


@routes.get("/problems")
@Operation(
    "listProblems",
    token=False,
    media_types=(HTML, JSON),
    parameters=(IF_NONE_MATCH,),
    answers={
        200: Answer(
            ProblemList,
            "The problems, as a page or as JSON.",
            examples=("problem-list",),
            headers=_KEPT,
            links=(
                Link("problem", "getProblem", "The meaning of one of them, with an example.", {"code": "items/0/code"}),
            ),
            others=(Content("text/html", Text(), ("problems-page",)),),
        ),
        304: _NOT_MODIFIED,
    },
    without=("service-unavailable",),
)
def list_problems() -> Response:
    """List the problems.

    Returns every code of a problem document with its meaning, in the caller's language.
    """
    problems = [_problem(code) for code in STATUS_OF]
    if accepted_type() == JSON:
        return html_rendering.kept(html_rendering.data({"items": problems}))
    return html_rendering.kept(html_rendering.rendered("problems.html", problems=problems))


@routes.get("/problems/<code>")
@Operation(
    "getProblem",
    token=False,
    media_types=(HTML, JSON),
    parameters=(IF_NONE_MATCH,),
    answers={
        200: Answer(
            ExplainedProblem,
            "The problem, as a page or as JSON.",
            examples=("explained-problem",),
            headers=_KEPT,
            others=(Content("text/html", Text(), ("problem-page",)),),
        ),
        304: _NOT_MODIFIED,
    },
    without=("service-unavailable",),
)
def get_problem(code: str) -> Response:
    """Read the meaning of a problem.

    Returns what happened, what to do, and an example of the document, in the caller's language. The `type` of a
    problem document is the address of this page.
    """
    if code not in STATUS_OF:
        raise NotFound
    problem, example = _problem(code), _example(code)
    if accepted_type() == JSON:
        return html_rendering.kept(html_rendering.data({**problem, "example": example}))
    document = orjson.dumps(example, option=orjson.OPT_INDENT_2).decode()
    page = html_rendering.rendered(
        "problem.html",
        contents=_problem_contents(code),
        problem=problem,
        document=document,
        rule=example.get("rule"),
        operations=openapi.operations_with(code),
    )
    return html_rendering.kept(page)


@routes.get("/docs")
@web_page(price=5)
def show_reference() -> Response:
    """Show the overview of the reference: all operations and the names of all schemas."""
    return _reference_page("")


@routes.get("/docs/reference/<page>")
@web_page(price=25)
def show_reference_page(page: str) -> Response:
    """Show the operations with a tag, or the schemas."""
    if page not in reference.pages():
        raise NotFound
    return _reference_page(page)


@routes.get("/how-to-play")
@web_page(price=10)
def show_how_to_play() -> Response:
    """Show how a game goes, for people who have never played. The rules in full are beside it."""
    page = html_rendering.page(
        "how-to-play.html",
        inline=partial(markdown.inline_html, rules=""),
        paragraphs=[_CITED.sub("", text) for text in guide_words.guide(language()).how],
        ratings=[(band, result_words.rating(language(), band.name)) for band in BANDS[max(BANDS)]],
        contents=(),
    )
    return html_rendering.kept(page)


@routes.get("/docs/rules")
@web_page(price=15)
def show_rules() -> Response:
    """Show the rules in the reader's language: how a game goes, editions, options and rulings."""
    return _rules_page(language())


@routes.get("/docs/rules/<language>")
@web_page(price=15)
def show_rules_in(language: str) -> Response:
    """Show the rules in a language."""
    if language not in choice.LANGUAGES:
        raise NotFound
    return _rules_page(language)


@routes.get("/docs/assets/<name>")
@web_file(price=5)
def get_asset(name: str) -> Response:
    """Return a picture or an icon of the pages."""
    return _file(data_files.WEB, name, _ASSETS)


@routes.get("/docs/examples/<name>")
@web_file()
def get_example(name: str) -> Response:
    """Return a file of the examples, with the address of this service."""
    if name in _EXAMPLE_DATA:
        return _file(data_files.EXAMPLES, name, _EXAMPLE_DATA)
    if name not in _EXAMPLE_FILES:
        raise NotFound
    text = guides.at_own_address((data_files.EXAMPLES / name).read_text(encoding="utf-8"))
    return compressed_files.file_response(name, _packed(text))


@routes.get("/docs/examples/browser/<name>")
@web_file()
def get_browser_example(name: str) -> Response:
    """Return a file of the browser example, which runs at this address."""
    return _file(data_files.EXAMPLES / "browser", name, _BROWSER_FILES)


@lru_cache(64)
def _packed(text: str) -> StaticFile:
    return compressed_files.packed(text.encode())


def _problem_contents(shown: str) -> list[Entry]:
    """Return the list of all codes, by their status."""
    codes = groupby(sorted(STATUS_OF, key=STATUS_OF.__getitem__), STATUS_OF.__getitem__)
    return [
        Entry(str(int(status)), None, [Entry(code, _page_of(code), current=code == shown) for code in group])
        for status, group in codes
    ]


def _page_of(code: str) -> str:
    return url_for("documentation.get_problem", code=code)


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


def _text(code: str) -> problem_kinds.ProblemText:
    """Return the text of a problem, with the members of the contract's example."""
    shown = openapi.example(code)
    members = {name: value for name, value in shown.items() if name != "code"}
    return problem_kinds.problem(language(), code, **members, first=first_of(shown.get("errors", ())))


def _example(code: str) -> dict[str, Any]:
    """Return the contract's example of a problem document, in the reader's language."""
    shown = openapi.example(code)
    title, detail, _ = _text(code)
    if "refusal" in shown:
        detail = illegal_move_words.refusal(language(), shown["refusal"], shown["rule"])
    document = {
        "type": address_of(code),
        "title": title,
        "status": int(STATUS_OF[code]),
        "detail": detail,
        "code": code,
        "request_id": "82d67dcfecd9938e7a27b1ab7777914a",
    }
    return {**document, **{name: value for name, value in shown.items() if name not in document}}


def _reference_page(page: str) -> Response:
    text = reference.content(page).replace(guides.OWN_ADDRESS, request.root_url.rstrip("/"))
    title = " · ".join(dict.fromkeys((reference.title(page), reference.title(""))))
    return document_layout.rendered(title, text, reference.contents(page), script="documents/reference.js")


def _rules_page(page_language: str) -> Response:
    page = html_rendering.rendered(
        "rules.html",
        contents=_rules_contents(page_language),
        page_language=page_language,
        inline=partial(markdown.inline_html, rules=""),
        guide=guide_words.guide(page_language),
        ratings=[(band, result_words.rating(page_language, band.name)) for band in BANDS[max(BANDS)]],
        variants=[
            {**variant._asdict(), "words": guide_words.variant_name(page_language, variant)}
            for variant in PRINTED_VARIANTS
        ],
        options=_options(page_language),
        rulings=[_ruling_json(page_language, rule) for rule in RULES],
        documents={name: guides.title(name) for name in guides.GUIDES},
    )
    return html_rendering.kept(page)


def _rules_contents(page_language: str) -> list[Entry]:
    """Return the sections of the rules, and the rulings by title."""
    rulings = [Entry(f"{rule} {ruling_words.ruling(page_language, rule).title}", f"#{rule}") for rule in RULES]
    sections = {"how": "how", "editions": "editions", "variants": "variants", "options": "defaults"}
    return [
        *[Entry(document_words.page(page_language, word), f"#{name}") for name, word in sections.items()],
        Entry(document_words.page(page_language, "rulings"), "#rulings", rulings),
        Entry(document_words.page(page_language, "more"), "#more"),
    ]


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
        for option in edition_options(page_language, SIX_SEATS_EDITION)
    ]


def _file(folder: Path, name: str, served: Container[str]) -> Response:
    if name not in served:
        raise NotFound
    return compressed_files.file_response(name, compressed_files.read(folder / name))
