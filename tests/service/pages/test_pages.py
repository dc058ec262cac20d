"""Tests of HTML pages: problems and what is said of them, API reference, first game, and their files."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any, Final
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.bots import USUAL_BOT
from service.core.tables.words import illegal_move_words
from service.platform.data_files import WEB
from service.platform.languages import choice
from service.platform.website import page_words
from service.platform.wire import problem_kinds
from service.platform.wire.problem_kinds import STATUS_OF
from tests.rows import in_one_test, slow_unless
from tests.service.languages import EACH_LANGUAGE

PAGES = [
    "/problems",
    "/problems/illegal-move",
    "/docs",
    "/docs/reference/games",
    "/docs/reference/schemas",
    "/docs/first-game",
    "/docs/rules",
    "/docs/rules/da",
    "/docs/verification",
    "/docs/variants",
    "/docs/notation",
    "/docs/exchange",
    "/docs/examples/browser/index.html",
]
each_page = in_one_test("path", PAGES)

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


class Page(HTMLParser):
    """The tags, links and texts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: list[str] = []
        self.texts: list[str] = []
        self._in = ""
        self.feed(html)
        self.text = "".join(self.texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag."""
        self.tags.append((tag, dict(attrs)))
        self._in = tag

    def handle_data(self, data: str) -> None:
        """Record a text."""
        self.texts.append(data)
        if self._in in ("script", "style") and data.strip() and self.tags[-1][1].get("type") != "application/ld+json":
            self.inline.append(data)

    def links(self, *names: str) -> list[str]:
        """Return all addresses in these attributes."""
        return [value for _, attributes in self.tags for name, value in attributes.items() if name in names and value]


def words(text: str) -> str:
    """Return a text with white space normalized."""
    return " ".join(text.split())


@pytest.fixture(scope="module")
def linked() -> set[str]:
    """The addresses that an earlier page links to, and that were found there."""
    return set()


PARAMETERS: Final[dict[str, object]] = {"scope": "games:play", "limit": "lines", "maximum": 50, "version": 2}
FIRST: Final = {
    "invalid-request": "seats must be from 2 to 5",
    "malformed-json": "line 1, column 12: trailing comma is not allowed",
}


@pytest.mark.parametrize("language", slow_unless("nl".__eq__, choice.LANGUAGES))
def test_every_problem_has_a_page_in_every_language(client: FlaskClient, language: str) -> None:
    for code in STATUS_OF:
        answer = client.get(f"/problems/{code}", headers={"Accept": BROWSER, "Accept-Language": language})
        assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
        assert answer.headers["Content-Language"] == language
        page = Page(answer.text)
        assert ("html", {"lang": language}) in page.tags
        text, problem = words(page.text), problem_kinds.problem(language, code, **PARAMETERS, first=FIRST.get(code))
        for part in (
            problem.title,
            problem.happened,
            problem.remedy,
            f"{code} ·",
            f'"type": "http://localhost/problems/{code}"',
        ):
            assert words(part) in text


def test_a_client_that_accepts_json_gets_the_problem_as_json(client: FlaskClient) -> None:
    for code, status in STATUS_OF.items():
        answer = client.get(f"/problems/{code}", headers={"Accept": "application/json"})
        assert answer.content_type == "application/json"
        body: Any = answer.json
        example, text = body.pop("example"), problem_kinds.problem("en", code, **PARAMETERS, first=FIRST.get(code))
        assert body == {
            "code": code,
            "type": f"http://localhost/problems/{code}",
            "status": status,
            "title": text.title,
            "happened": text.happened,
            "remedy": text.remedy,
        }
        assert (example["type"], example["code"], example["status"]) == (body["type"], code, status)
        assert example["title"] == text.title and example["request_id"]
        assert example["detail"] == (
            illegal_move_words.refusal("en", "own-hand", "R5") if code == "illegal-move" else text.detail
        )


def test_an_example_shows_the_additional_members_of_its_problem(client: FlaskClient) -> None:
    body: Any = client.get("/problems/version-conflict", headers={"Accept": "application/json"}).json
    assert body["example"]["events"]


def test_a_problem_lists_the_operations_that_return_it(client: FlaskClient) -> None:
    page = Page(client.get("/problems/game-not-finished").text)
    listed = [address for address in page.links("href") if "#" in address]
    assert "/docs/reference/replays#getReplay" in listed and not any("createMove" in address for address in listed)


@EACH_LANGUAGE
def test_the_list_has_every_problem(client: FlaskClient, language: str) -> None:
    headers = {"Accept-Language": language}
    page = Page(client.get("/problems", headers=headers).text)
    assert {f"/problems/{code}" for code in STATUS_OF} <= set(page.links("href"))
    body: Any = client.get("/problems", headers={**headers, "Accept": "application/json"}).json
    assert [item["code"] for item in body["items"]] == list(STATUS_OF)
    assert body["items"][0]["title"] == problem_kinds.problem(language, body["items"][0]["code"]).title


def test_the_type_of_a_problem_is_the_url_of_its_page(client: FlaskClient) -> None:
    problem: Any = client.get("/v1/me").json
    assert problem["title"] in client.get(problem["type"]).text


@in_one_test(
    ("accept", "status", "media_type"),
    [
        (None, 200, "text/html; charset=utf-8"),
        ("*/*", 200, "text/html; charset=utf-8"),
        (BROWSER, 200, "text/html; charset=utf-8"),
        ("application/json", 200, "application/json"),
        ("text/html;q=0.5, application/json", 200, "application/json"),
        ("image/png", 406, "application/problem+json"),
    ],
)
@in_one_test("path", ["/problems", "/problems/not-found"])
def test_accept_chooses_between_a_page_and_json(
    client: FlaskClient, path: str, accept: str | None, status: int, media_type: str
) -> None:
    answer = client.get(path, headers={} if accept is None else {"Accept": accept})
    assert (answer.status_code, answer.content_type) == (status, media_type)


@pytest.mark.parametrize("path", slow_unless(PAGES[::3].__contains__, PAGES))
def test_a_page_has_no_inline_code_and_no_external_files(client: FlaskClient, linked: set[str], path: str) -> None:
    """The page's policy has no unsafe-inline and no unsafe-eval. All its files exist on this service."""
    answer = client.get(path, headers={"Accept": BROWSER})
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
    page = Page(answer.text)
    assert not page.inline
    assert not [name for _, attributes in page.tags for name in attributes if name == "style" or name.startswith("on")]
    texts = {attributes.get("href") for tag, attributes in page.tags if tag == "a" and path.startswith("/docs/")}
    own = set()
    for link in page.links("href", "src"):
        if link in texts and link.startswith("https://"):  # a document may link to others on the web
            continue
        address = urljoin(f"http://localhost{path}", link)
        if not address.startswith("data:"):
            assert address.startswith("http://localhost/"), address
            own.add(address.removeprefix("http://localhost").partition("#")[0])
    for address in own - linked:
        assert client.get(address).status_code == 200, address
    linked.update(own)


@each_page
def test_a_page_has_a_language_a_title_and_ordered_headings(client: FlaskClient, path: str) -> None:
    """Each page has a language, a title, a description and one first heading, and its headings skip no level."""
    html = client.get(path).text
    page = Page(html)
    assert re.search(r"<title>\S.*</title>", html) and ('<meta name="description"' in html or "/examples/" in path)
    assert next(attributes["lang"] for tag, attributes in page.tags if tag == "html")
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@each_page
def test_a_page_answers_head_and_ignores_unknown_parameters(client: FlaskClient, path: str) -> None:
    got, head = client.get(path), client.head(path)
    assert (head.status_code, head.content_type, head.data) == (200, got.content_type, b"")
    assert client.get(f"{path}?utm_source=x").data == got.data
    assert client.post(path).status_code == 405
    assert client.get(path, headers={"Accept": "image/png"}).status_code == 406


def test_the_first_game_uses_the_address_of_the_request(app: Flask) -> None:
    text = app.test_client().get("/docs/first-game", base_url="https://hanabi.example").text
    assert "curl -sO https://hanabi.example/docs/examples/first-game.sh" in text
    assert "127.0.0.1" not in text


OF_USERS: Final = ("apps", "arena", "bots", "clients", "first-game", "replays", "streams", "webhooks")


@in_one_test(
    "path",
    [
        *(f"/docs/{name}{suffix}" for name in OF_USERS for suffix in ("", ".md")),
        *(
            f"/docs/examples/{name}"
            for name in ("README.md", "app.html", "bot.py", "bot.ts", "first-game.sh", "terminal_bot.py")
        ),
    ],
)
def test_samples_have_the_address_of_the_request(app: Flask, path: str) -> None:
    """Each can be copied as it is, on any port."""
    text = app.test_client().get(path, base_url="http://localhost:9123").text
    assert "http://localhost:9123" in text and ":8000" not in text


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/docs/assets/icon.png", "image/png"),
        ("/docs/assets/icon.svg", "image/svg+xml"),
        ("/docs/examples/bot.py", "text/plain; charset=utf-8"),
        ("/docs/examples/record-vectors.json", "application/json"),
        ("/docs/examples/first-game.sh", "text/plain; charset=utf-8"),
    ],
)
def test_a_file_is_sent_once_and_then_revalidated(client: FlaskClient, path: str, media_type: str) -> None:
    first = client.get(path)
    assert (first.status_code, first.content_type) == (200, media_type)
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(path, headers={"If-None-Match": '"another"'}).status_code == 200
    assert client.get(path, headers={"Accept": "audio/ogg"}).status_code == 406


@EACH_LANGUAGE
@in_one_test(
    ("path", "accept", "is_page"),
    [
        ("/nothing", BROWSER, True),
        ("/replays/g_1", BROWSER, True),
        ("/problems/nothing", BROWSER, True),
        ("/docs/assets/nothing.css", "text/html", True),
        ("/nothing", "*/*", False),
        ("/nothing", None, False),
        ("/nothing", "application/json, text/html;q=0.5, application/problem+json", False),
        ("/v1/nothing", BROWSER, False),
        ("/v1/replays/g_1", BROWSER, False),
    ],
)
def test_a_wrong_address_is_a_page_for_people(
    client: FlaskClient, path: str, accept: str | None, is_page: bool, language: str
) -> None:
    """A browser gets a page with a way home, in the reader's language; a program gets a problem document."""
    headers = {"Accept-Language": language, **({"Accept": accept} if accept else {})}
    answer = client.get(path, headers=headers)
    assert answer.status_code == 404
    code = "unknown-path" if path.endswith("/nothing") and path != "/problems/nothing" else "not-found"
    if not is_page:
        assert answer.content_type == "application/problem+json" and (answer.json or {})["code"] == code
        return
    assert answer.content_type == "text/html; charset=utf-8" and answer.headers["Content-Language"] == language
    page = Page(answer.text)
    assert words(problem_kinds.problem(language, code).title) in words(page.text) and "/" in page.links("href")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"] and not page.inline


def test_every_page_has_the_icon(client: FlaskClient) -> None:
    """The icon is our own, as SVG and as PNG."""
    for path in ("/", "/docs", "/docs/rules", "/problems", "/puzzles", "/nothing"):
        links = Page(client.get(path, headers={"Accept": BROWSER}).text).links("href")
        assert {"/docs/assets/icon.svg", "/docs/assets/icon.png"} <= set(links)


def test_pages_name_the_usual_bot(client: FlaskClient) -> None:
    """It takes a seat that nobody else takes, and the form for a new table has chosen it."""
    assert f'USUAL = "{USUAL_BOT}"' in (WEB / "page/bots.js").read_text()
    form = client.get("/play").text
    assert f'<option value="{USUAL_BOT}" selected>' in form


OF_PROGRAMS: Final = re.compile(
    r"/v1|\bGET\b|[Hh]eader|\bETag\b|\bAccept\b|If-|Idempotency|\bids?\b|\bbody\b|\berrors\b|JSON|scope|[Rr]equest"
    r"|Retry-After|[a-z]_[a-z]|[a-z]=[a-z]|\bquery\b|resource|media type|\bstream|in_page"
)
"""What only programs understand in a sentence."""

FILLED: Final = {"maximum": 50, "first": "must be from 2 to 5", "limit": "tables", "scope": "x", "version": 2}


@pytest.mark.usefixtures("app")
@in_one_test("code", [*STATUS_OF])
def test_what_a_page_says_of_a_problem_is_for_people(code: str) -> None:
    """Each code of the contract has a sentence for people, that of the problem document or its own."""
    for language in choice.LANGUAGES:
        text = problem_kinds.problem(language, code, **FILLED)
        said = text.in_page or text.detail
        assert said[0].isupper() and said.endswith((".", "?")), (language, said)
        if language == "en":
            assert not OF_PROGRAMS.search(said), said
        assert page_words.page_words(language).get(f"e.{code}") is not None or text.in_page is None


NOTHING_TYPED: Final = ("documents/reference.js", "puzzles/puzzles.js")
"""Scripts of forms whose faults are not those of a field: one shows the whole answer, the other has choices alone."""


def test_what_is_wrong_with_a_form_is_said_at_its_field() -> None:
    """The script of a form says it by `at-field.js`, or its caller does, whose function is called `attempt`."""
    for script in WEB.glob("*/**/*.js"):
        text = script.read_text(encoding="utf-8")
        if 'addEventListener("submit"' in text and not script.as_posix().endswith(NOTHING_TYPED):
            assert "at-field.js" in text or "attempt" in text, script
