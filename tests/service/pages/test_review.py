"""Tests of the replay and review pages as the service sends them.

`tests/web` tests them in a browser.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from service.core.tables.words import result_words
from service.features.documentation import document_words
from service.platform.languages import choice
from service.platform.website import page_words
from service.platform.website.bundles import BUNDLES
from service.platform.website.web_files import words_file
from service.site.words.all_words import own_words
from tests.rows import in_one_test
from tests.service.client import Api, Game
from tests.service.factories import Players
from tests.service.languages import EACH_LANGUAGE
from tests.service.pages.test_pages import BROWSER, Page, words

ROOT = Path(__file__).resolve().parents[3]
UNKNOWN = "/replays/g_" + "0" * 32


def html(api: Api, path: str, language: str = "en") -> str:
    """Return a page as a browser gets it."""
    answer = api.get(path, headers={"Accept": BROWSER, "Accept-Language": language})
    assert (answer.status in (200, 404), answer.headers["Content-Language"]) == (True, language)
    return answer.raw.decode()


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    """A finished public game."""
    game = new_game(rules={"starting_seat": 0})
    game.play("clue 1 1")
    game.abort()
    return game


@pytest.mark.parametrize("path", ["/", "/replays", "/players/{player}", UNKNOWN])
def test_a_page_has_no_inline_code_and_no_external_files(api: Api, players: Players, game: Game, path: str) -> None:
    """Its links lead somewhere. Of the games that other tests have left in the lists, none is opened."""
    path = path.replace("{player}", players(1)[0].name)
    answer = api.get(path, headers={"Accept": BROWSER})
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ") and "script-src 'self'; " in policy
    assert "unsafe" not in policy and "*" not in policy and "http" not in policy
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    page = Page(answer.raw.decode())
    assert not page.inline
    assert not [name for _, attributes in page.tags for name in attributes if name == "style" or name.startswith("on")]
    for address in page.links("href", "src"):
        link = address.removeprefix("http://localhost")  # the canonical one is whole
        assert link.startswith(("/", "#")), link
        if link.startswith("/replays/g_") and game.id not in link:
            continue
        target, _, query = (link.partition("#")[0] or path).partition("?")
        assert api.get(target, query=query).status == (404 if target == UNKNOWN else 200), link


@EACH_LANGUAGE
@pytest.mark.parametrize(
    ("path", "key"), [("/", "recent"), ("/replays", "find"), ("/players/Ada", "statistics"), (UNKNOWN, "events")]
)
def test_a_page_is_in_the_readers_language_with_ordered_headings(api: Api, path: str, key: str, language: str) -> None:
    page = Page(html(api, path, language))
    assert next(attributes["lang"] for tag, attributes in page.tags if tag == "html") == language
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1 and set(levels) <= {1, 2}
    assert words(page_words.page_words(language)[key]) in words(page.text)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


@EACH_LANGUAGE
def test_a_replay_is_readable_without_javascript(api: Api, game: Game, language: str) -> None:
    text = words(Page(html(api, f"/replays/{game.id}", language)).text)
    replay = api.get(game.replay_path, headers={"Accept-Language": language}).ok()
    for event in replay["events"]:
        assert words(event["line"]) in text
    assert result_words.outcome(language, "aborted") in text and game.players[1].name in text


@EACH_LANGUAGE
def test_the_newest_replays_are_listed_without_javascript(api: Api, game: Game, language: str) -> None:
    assert f"/replays/{game.id}" in Page(html(api, "/replays", language)).links("href")
    assert f"/replays/{game.id}" not in Page(html(api, "/", language)).links("href")  # it was given up


@in_one_test(
    ("path", "status"),
    [
        ("/replays/g_1", 404),
        ("/replays/x", 404),
        (f"{UNKNOWN}?turn=3", 404),
        ("/players/nobody", 404),
        ("/contests/x", 404),
        ("/contests/x_" + "0" * 32, 404),
        ("/puzzles/p_" + "0" * 32, 404),
        (f"{UNKNOWN}/same-deck", 404),
        (UNKNOWN.replace("replays", "play"), 404),
        (UNKNOWN.replace("replays", "play") + "?invited", 200),
        ("/?seats=2", 200),
        (f"{UNKNOWN}/x", 404),
    ],
)
def test_an_unknown_page_is_a_problem(api: Api, path: str, status: int) -> None:
    path, _, query = path.partition("?")
    assert api.get(path, query=query).status == status


def files_of(api: Api) -> list[str]:
    """Return the addresses of the scripts and styles of the review page."""
    page = Page(html(api, UNKNOWN))
    return [link for link in page.links("href", "src") if link.startswith("/web/")]


def test_files_with_a_revision_are_immutable(api: Api) -> None:
    linked = files_of(api)
    folder = "/".join(linked[0].split("/")[:3])
    words_of_a_page = [words_file("home/home.js", code) for code in choice.LANGUAGES]
    for path in {*linked, *[f"{folder}/{name}" for name in (*BUNDLES, *words_of_a_page)]}:
        first = api.get(path)
        assert (first.status, first.headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
        again = api.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status, again.raw) == (304, b"")
        older = api.get(re.sub("/[0-9a-f]{16}/", "/0123456789abcdef/", path))
        assert (older.raw, older.headers["Cache-Control"]) == (first.raw, "public, no-cache")


def test_the_link_to_the_table_is_the_first_stop() -> None:
    """Who uses Tab comes to it before the navigation of the site."""
    for name in ("replay.html", "puzzle.html", "play.html"):
        template = (ROOT / "service" / "web" / name).read_text(encoding="utf-8")
        assert template.index("block skip") < template.index('class="skip') < template.index("block main")
    layout = (ROOT / "service" / "web" / "layout.html").read_text(encoding="utf-8")
    assert layout.index("<body") < layout.index("block skip") < layout.index("<header")


def test_every_text_is_used_and_every_used_text_exists() -> None:
    web = ROOT / "service" / "web"
    files = web.rglob("*/*.js")
    scripts = "".join(file.read_text(encoding="utf-8") for file in files)
    templates = "".join(file.read_text(encoding="utf-8") for file in web.glob("*.html"))
    known = page_words.page_words("en")
    said = set(re.findall(r'say\(\s*"([\w-]+)"', scripts)) | set(re.findall(r'words\["([\w-]+)"\]', templates))
    said |= set(re.findall(r'(?:word|option|button)\("[^"]*", "([\w-]+)"', templates))
    assert said <= known.keys() | document_words.PAGES, said - known.keys()
    spelled = (
        "pace-",
        "suits-",
        "legend-",
        "cause-",
        "key-",
        "row-",
        "tab-",
        "move-",
        "theme-",
        "task-",
        "asks-",
        "difficulty-",
        "touches-",
        "turned-",
        "number-of-",
        "note-",
        "lesson-",
        "not-",
        "share-",
        "verify-",
        "via-",
        "watch-bots",
        "with-",
        "convention-",
        "device-here-",
        "scope.",
        "challenge-",
        "push.",
        "access-",
        "contest-status.",
        "contest-who.",
        "contest-waiting",
        "contest-withdrawn",
        "plan-void-",
    )  # composed where they are used
    assert not [key for key in own_words("en") if f'"{key}"' not in scripts + templates and not key.startswith(spelled)]
