"""Tests of links to replays on other sites: titles and pictures, the page for frames, and oEmbed."""

from collections.abc import Callable
from urllib.parse import quote, urlsplit

import pytest

from service.core.tables.words import result_words
from service.features.pictures import picture_words
from service.platform.languages import choice, translations
from tests.rows import in_one_test, slow_unless
from tests.service.client import Api, Game, stacked
from tests.service.pages.test_pages import BROWSER, Page

UNKNOWN = "g_" + "0" * 32


@pytest.fixture
def game(sandbox: Callable[..., Game]) -> Game:
    """A finished public game of three turns, which ended with one point."""
    game = sandbox(stacked("r1 r2 r3 r4 r5"), 3)
    game.play("play 0", "clue 0 2", "clue 0 blue")
    game.abort()
    return game


def page(api: Api, path: str, query: str = "", language: str = "en") -> Page:
    """Return a page as a browser gets it, which is sent to the mended address of a place that is not there."""
    answer = api.get(path, query=query, headers={"Accept": BROWSER, "Accept-Language": language})
    if answer.status == 302:
        mended = urlsplit(answer.headers["Location"])
        return page(api, mended.path, mended.query, language)
    assert answer.status == 200
    return Page(answer.raw.decode())


def meta(found: Page) -> dict[str, str]:
    """Return the properties in the head of a page."""
    return {
        attributes.get("property") or attributes["name"] or "": attributes["content"] or ""
        for tag, attributes in found.tags
        if tag == "meta" and "content" in attributes
    }


def followed(api: Api, address: str) -> tuple[int, str]:
    """Return the status and the media type behind a URL of the service."""
    parts = urlsplit(address)
    answer = api.get(parts.path, query=parts.query, headers={"Accept": "*/*"})
    return answer.status, answer.headers["Content-Type"].partition(";")[0]


@pytest.mark.parametrize("language", slow_unless(("en", "fr").__contains__, choice.LANGUAGES))
def test_a_link_has_a_title_and_a_picture_without_the_result(api: Api, game: Game, language: str) -> None:
    """The head names the players and shows the deal. It does not tell how the game ended."""
    found = meta(page(api, f"/replays/{game.id}", language=language))
    assert all(player.name in found["og:title"] for player in game.players)
    assert found["og:description"] == found["description"] and "{" not in found["description"]
    assert found["og:image"].startswith("http://") and found["og:image"].endswith(f"/replays/{game.id}/board.png")
    assert followed(api, found["og:image"]) == (200, "image/png")
    assert followed(api, found["og:url"]) == (200, "text/html")
    told = " ".join(found.values())
    assert (
        result_words.outcome(language, "aborted") not in told and picture_words.picture(language, "score") not in told
    )


@pytest.mark.parametrize(
    ("query", "place", "title"),
    slow_unless(
        lambda row: (
            row[0] in ("turn=3&seat=1", "turn=4", "from=1&moves=c0:2,p10&turn=2", "from=1&moves=nonsense&turn=2")
        ),
        [
            ("turn=2", "?turn=2", ": Turn 2"),
            ("turn=3&seat=1", "?turn=3&seat=1", ": Turn 3"),
            ("turn=0", "?turn=0", ": Turn 0"),
            ("seat=2", "?seat=2", ""),
            ("turn=4", "?turn=3", ": Turn 3"),
            ("turn=1&seat=3", "?turn=1", ": Turn 1"),
            ("from=1&moves=c0:2,p10&turn=2", "?from=1&moves=c0:2,p10&turn=2", ": What if? From turn 1 on."),
            ("from=1&moves=c0:2,p10&turn=9", "?from=1&moves=c0:2,p10&turn=3", ": What if? From turn 1 on."),
            ("from=1&moves=p99&turn=2", "?turn=2", ": Turn 2"),
            ("from=1&moves=nonsense&turn=2", "?turn=2", ": Turn 2"),
            (f"line=b_{'0' * 32}&turn=1", "?turn=1", ": Turn 1"),
        ],
    ),
)
def test_a_link_shows_its_place(api: Api, game: Game, query: str, place: str, title: str) -> None:
    """What the game does not have or allow is left out. A turn after the end is the last one."""
    found = meta(page(api, f"/replays/{game.id}", query))
    address = f"http://localhost/replays/{game.id}"
    assert (found["og:url"], found["og:image"]) == (f"{address}{place}", f"{address}/board.png{place}")
    assert found["og:title"].endswith(game.players[2].name + title)
    assert followed(api, found["og:image"]) == (200, "image/png")
    embed = page(api, f"/replays/{game.id}/embed", query)
    (board,) = [attributes["src"] or "" for tag, attributes in embed.tags if tag == "img"]
    assert board == f"{address}/board.png{place}{'&' if place else '?'}scheme=dark"
    early = [attributes["href"] or "" for tag, attributes in embed.tags if attributes.get("rel") == "preload"]
    assert early[1] == f"/v1/replays/{game.id}" and ("&seat=" in early[2]) == ("seat=" in place)
    assert followed(api, board) == (200, "image/png")


def test_a_link_to_a_line_tells_its_moves(api: Api, game: Game) -> None:
    """Its sentence has the first moves with names, unless they are hidden. A saved line has its title."""
    names = [player.name for player in game.players]
    path, line = f"/replays/{game.id}", "from=1&moves=c0:2,p10"
    told = meta(page(api, path, line))["og:description"]
    assert told.startswith(f"{names[1]} to {names[0]}: “") and f"{names[2]} plays the" in told
    hidden = meta(page(api, path, f"{line}&names=off"))
    assert hidden["og:title"] == "Replay: What if? From turn 1 on." and hidden["og:image"].endswith("&names=off")
    assert not [name for name in names if name in "".join(hidden.values())]
    moves = [{"type": "clue", "target": 0, "rank": 2}]
    author = game.players[0].api
    saved_line = author.post(f"{game.replay_path}/lines", {"at": 1, "moves": moves, "title": "Tell twos"}).ok()["id"]
    saved, older = (meta(page(api, path, f"{name}={saved_line}")) for name in ("line", "branch"))
    assert saved == older and saved["og:title"].endswith(": Tell twos")
    assert followed(api, saved["og:image"]) == (200, "image/png")


def test_a_frame_of_any_site_can_show_the_board(api: Api, game: Game) -> None:
    """Only this page may be framed. It loads its own files, and lists the version of each turn."""
    answer = api.get(f"/replays/{game.id}/embed", headers={"Accept": BROWSER})
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy and policy.startswith("default-src 'none'") and "unsafe" not in policy
    found = Page(answer.raw.decode())
    assert not found.inline
    (body,) = [attributes for tag, attributes in found.tags if tag == "body"]
    assert body["data-versions"] == "0 1 2 3"
    for link in found.links("href", "src"):
        assert followed(api, link)[0] == 200, link
    review = api.get(f"/replays/{game.id}", headers={"Accept": BROWSER})
    assert "frame-ancestors 'none'" in review.headers["Content-Security-Policy"]
    light = page(api, f"/replays/{game.id}/embed", "scheme=light")
    assert "light" in {attributes.get("class") for tag, attributes in light.tags if tag == "body"}


def test_oembed_describes_a_link(api: Api, game: Game) -> None:
    """The page names the address. The frame fits the room that the other site has."""
    review = page(api, f"/replays/{game.id}", "turn=2&seat=1")
    (address,) = [link for link in review.links("href") if "/oembed?" in link]
    parts = urlsplit(address)
    found = api.get(parts.path, query=parts.query).ok()
    assert (found["type"], found["version"], found["width"], found["height"]) == ("rich", "1.0", 640, 400)
    (frame,) = [attributes for tag, attributes in Page(found["html"]).tags if tag == "iframe"]
    source = frame["src"] or ""
    assert source.endswith(f"/replays/{game.id}/embed?turn=2&seat=1") and frame["title"] == found["title"]
    assert followed(api, source) == (200, "text/html")
    assert followed(api, found["thumbnail_url"]) == (200, "image/png")
    small = api.get("/oembed", query=f"{parts.query}&maxwidth=320&maxheight=1000&format=json").ok()
    assert (small["width"], small["height"]) == (320, 200)


def test_games_that_are_not_public_and_finished_are_like_unknown_ones(api: Api, new_game: Callable[..., Game]) -> None:
    """No page and no answer tells a private or running game from an unknown one, to its players either."""
    running, private = new_game(), new_game(private=True)
    private.abort()
    for game in (running, private):
        for player in (api, game.players[0].api):
            for path in ("", "/embed"):
                answers = [
                    player.get(f"/replays/{one}{path}", query="turn=1&seat=0", headers={"Accept": BROWSER})
                    for one in (game.id, UNKNOWN)
                ]
                assert [answer.status for answer in answers] == [404, 404]
                assert answers[0].raw.decode().replace(game.id, UNKNOWN) == answers[1].raw.decode()
            for one in (game.id, UNKNOWN):
                url = quote(f"http://localhost/replays/{one}")
                assert player.get("/oembed", query=f"url={url}").code == "not-found"


@in_one_test(
    ("query", "status"),
    [
        ("", 422),
        ("url=", 422),
        ("url={root}/replays/{game}&format=xml", 422),
        ("url={root}/replays/{game}&maxwidth=0", 422),
        ("url={root}/replays/{game}&callback=x", 200),
        ("url={root}/replays/{game}", 200),
        ("url={root}/replays/{game}%23turn%3D2%26seat%3D1", 200),
        ("url={root}/replays/{game}%3Fturn%3Dx", 200),
        ("url={root}/replays/{game}/embed", 404),
        ("url={root}/", 404),
        ("url=http://elsewhere.example/replays/{game}", 404),
        ("url=/replays/{game}", 404),
        ("url=http://[/replays/{game}", 404),
        ("url=%00", 404),
    ],
)
def test_oembed_knows_the_pages_of_this_service_only(api: Api, game: Game, query: str, status: int) -> None:
    """Any other address is not found, and a malformed request is refused."""
    found = api.get("/oembed", query=query.format(root="http://localhost", game=game.id))
    assert found.status == status
    if "seat" in query:
        assert found.ok()["thumbnail_url"].endswith("/board.png?turn=2&seat=1")


def test_a_name_is_escaped_in_the_head_and_in_the_frame(api: Api, new_game: Callable[..., Game]) -> None:
    """A name with signs of HTML stays a name."""
    game = new_game(rules={"starting_seat": 0})
    game.play("clue 1 1")
    game.abort()
    names = [seat["name"] for seat in api.get(game.replay_path).ok()["seats"]]
    assert meta(page(api, f"/replays/{game.id}"))["og:title"] == translations.listed("en", names)
