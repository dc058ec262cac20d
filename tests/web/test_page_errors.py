"""No page has an error in its scripts, whoever reads it and whatever became of the game."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from tests.browsing import expect, watched
from tests.rows import IN_FULL
from tests.service.factories import unique
from tests.web.conftest import ApiCaller, new_caller
from tests.web.contest_of import contest_with_a_game

NO_BUG = "Failed to load resource"
"""What the console says about an answer such as 404, which the page explains."""
SETTLED_MS = 100

GAMES = ("waiting", "running", "shown", "forgetful", "half_heard", "lost", "aborted", "imported", "private")
"""`shown` shows hands to watchers, `forgetful` has no memory aid, and of `half_heard` others hear half of each clue."""

READERS = ("player", "watcher", "nobody")
"""A player of each game but the imported one, an account without a seat, and a browser that is not signed in."""

OF_A_GAME = {
    "/play/{}": "#who li, #events li, #trouble :is(p, h1)",
    "/replays/{}": "#events li, #trouble :is(p, h1)",
    "/replays/{}/embed?turn=2": "[data-card], #trouble :is(p, h1), main h1",
    "/replays/{}/same-deck": "#count:not(:empty), #trouble :is(p, h1)",
}
"""Pages of a game, and what they have once they are complete."""

OTHERS = (
    *("/", "/replays", "/players/{player}", "/play", "/arena", "/contests", "/contests/{contest}", "/account"),
    *("/puzzles", "/device", "/docs", "/docs/rules", "/docs/reference/games", "/problems"),
    *("/learn", "/how-to-play"),
    *("/studies", f"/studies/u_{'0' * 32}", "/nowhere"),
)

IN_FULL_GAMES = {(path, reader): GAMES for path in OF_A_GAME for reader in READERS}
IN_PART = {
    ("/play/{}", "watcher"): ("half_heard", "imported"),
    ("/play/{}", "nobody"): ("waiting",),
    ("/play/{}", "player"): ("forgetful",),
    ("/replays/{}", "nobody"): ("aborted",),
}
"""The games of `make test`, by page and reader. Other tests of it show games that run and end."""

WORDS_OF_ERRORS = re.compile(r"Error\b|undefined|null|is not a|Cannot|NaN|\[object")


class Tables(NamedTuple):
    """A function that returns the game in a state, and its players."""

    game: Callable[[str], str]
    players: tuple[ApiCaller, ApiCaller]


@pytest.fixture(scope="module")
def tables(server: str, imported: str) -> Tables:
    """Games in every state, played by two people when they are first asked for."""
    ada, bela = players = (new_caller(server, unique("Ada")), new_caller(server, unique("Béla")))
    wishes: dict[str, dict[str, Any]] = {
        "shown": {"watching": "hands", "hands_delay": 5},
        "forgetful": {"rules": {"memory_aid": "none"}},
        "half_heard": {"rules": {"edition": "hanab_live", "variant": "Cow & Pig (5 Suits)"}},
        "private": {"private": True, "invite": [bela.call("GET", "/v1/me")["id"]]},
    }

    @cache
    def game(name: str) -> str:
        if name == "imported":
            return imported
        wish = wishes.get(name, {})
        rules = {"edition": "hanab_live", "table_talk": "free", **wish.get("rules", {}), "starting_seat": 0}
        made = ada.game(**{**wish, "rules": rules})
        if name == "waiting":
            return made
        bela.call("POST", f"/v1/games/{made}/seats", {"show_hands": True} if name == "shown" else {})
        take_turns(players, made, 7)
        for player in players if name == "aborted" else ():
            player.call("POST", f"/v1/games/{made}/abort-votes", {})
        if name == "lost":
            lose(players, made)
        return made

    return Tables(game, players)


def take_turns(players: tuple[ApiCaller, ApiCaller], game: str, turns: int) -> None:
    """Take turns: clues, discards, plays and new orders of hands."""
    for turn in range(turns):
        players[turn % 2].move(game, ("clue", "discard", "clue", "play")[turn % 4])
    hand = [card["card"] for card in players[0].call("GET", f"/v1/games/{game}")["hands"][0]["cards"]]
    players[0].call("PUT", f"/v1/games/{game}/hand-order", {"cards": hand[::-1]})
    players[0].call("POST", f"/v1/games/{game}/messages", {"text": "Hm."})


def lose(players: tuple[ApiCaller, ApiCaller], game: str) -> None:
    """Play cards until the game has ended."""
    while (mover := players[0].call("GET", f"/v1/games/{game}")["to_move"]) is not None:
        players[mover].move(game, "play")


@pytest.fixture(scope="module")
def contest(server: str, tables: Tables) -> str:
    """A contest in which a player has played a deck."""
    return contest_with_a_game(server, tables.players[0])


@pytest.fixture(scope="module")
def readers(server: str, chromium: Any, tables: Tables) -> Iterator[Callable[[str], Any]]:
    """A function that returns the page of a reader."""
    pages: dict[str, Any] = {}

    def page_of(reader: str) -> Any:
        if reader not in pages:
            context = chromium.new_context(locale="en-GB")
            context.set_default_timeout(60_000)
            known = {"player": tables.players[0], "watcher": new_caller(server, unique("Eve"))}.get(reader)
            if known is not None:
                known.sign_in(context)
            pages[reader] = context.new_page()
        return pages[reader]

    yield page_of
    for page in pages.values():
        page.context.close()


def visible(page: Any, selectors: str) -> Any:
    """Return the first element that a selector finds and that can be seen."""
    return page.locator(f":is({selectors}):visible").first


@IN_FULL
def test_pages_of_games_have_no_errors(server: str, tables: Tables, readers: Any, in_full: bool) -> None:
    """Each page of a game, for a player, for a watcher and for a browser that nobody has signed in."""
    for (path, reader), games in (IN_FULL_GAMES if in_full else IN_PART).items():
        page = readers(reader)
        for game in games:
            with watched(page, NO_BUG, f"{path} of {game} for {reader}"):
                page.goto(server + path.format(tables.game(game)))
                visible(page, OF_A_GAME[path]).wait_for()
                page.wait_for_timeout(SETTLED_MS)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_other_pages_have_no_errors(server: str, tables: Tables, readers: Any, contest: str, reader: str) -> None:
    """Lists, documents and forms, for the same readers."""
    name = tables.players[0].call("GET", "/v1/me")["name"]
    page = readers(reader)
    for path in OTHERS:
        with watched(page, NO_BUG, f"{path} for {reader}"):
            page.goto(server + path.format(player=quote(name), contest=contest))
            visible(page, "main h1").wait_for()
            page.wait_for_timeout(5 * SETTLED_MS)


def test_a_game_is_watched_from_its_table_to_its_end(server: str, readers: Any) -> None:
    """A watcher without hands sees each turn, and what signing in would show."""
    ada, bela = players = (new_caller(server, unique("Ada")), new_caller(server, unique("Béla")))
    rules = {"table_talk": "free", "starting_seat": 0}
    game = ada.game(watching="hands", rules=rules)
    page = readers("nobody")
    with watched(page, NO_BUG):
        page.goto(f"{server}/play/{game}")
        visible(page, "#who li").wait_for()
        bela.call("POST", f"/v1/games/{game}/seats", {"show_hands": True})
        expect(page.locator("#events li")).to_have_count(1)
        expect(page.locator("#table .hand .face.back")).to_have_count(10)
        expect(page.locator("#choice")).to_contain_text("Players who are signed in see them 10 turns later. Sign in")
        expect(page.locator("#more-part .of-players:not([hidden])")).to_have_count(0)
        take_turns(players, game, 4)
        expect(page.locator("#events li")).to_have_count(7)  # the deal, four turns, a new order and a message
        assert not WORDS_OF_ERRORS.search(page.locator("#events").inner_text())
        expect(page.locator("#choice .course path.points")).to_have_count(1)
        lose(players, game)
        visible(page, ".strip.over").wait_for()
        visible(page, "#table [data-card]").wait_for()


@IN_FULL
def test_no_page_shows_the_message_of_an_error(server: str, tables: Tables, readers: Any, in_full: bool) -> None:
    """If the service answers with what no page expects, the page says in words that it has an error."""
    page = readers("watcher")
    page.route(re.compile(r"/v1/(?!me)"), lambda route: route.fulfill(json={"items": [{}]}))
    try:
        for path in OF_A_GAME if in_full else ["/play/{}"]:
            page.goto(server + path.format(tables.game("aborted")))
            expect(page.locator("main")).to_contain_text("This page has an error.")
            assert not WORDS_OF_ERRORS.search(page.locator("main").inner_text())
    finally:
        page.unroute_all(behavior="ignoreErrors")
