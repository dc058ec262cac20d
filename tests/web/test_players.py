"""Tests of the pages of players and of the search by name in a browser."""

from typing import Any

from tests.web.conftest import new_caller, play_out


def test_a_players_page_is_found_by_name(server: str, page: Any) -> None:
    """From a row of the search to the page with figures, charts and the game, and from its heading back."""
    zoe = new_caller(server, "Zoë/2")
    game = zoe.call("POST", "/v1/games", {"seats": 2, "bots": ["kagiya"]})["id"]
    play_out(zoe, game)
    page.goto(f"{server}/replays")
    page.get_by_label("Name of a player").fill("zoe 2")
    page.get_by_role("button", name="Search").click()
    page.get_by_text("Replays shown: 1").wait_for()
    page.locator("#found").get_by_role("link", name="Zoë/2", exact=True).click()
    page.get_by_role("heading", name="Zoë/2").wait_for()
    assert page.locator("#figures div").first.inner_text().split() == ["Games", "1"]
    assert page.locator("#histogram .bar").count() == page.locator("#scores-curve .game-dot").count() == 1
    page.locator(f'#found a[href="/replays/{game}"]').click()
    page.locator("#announcement b").wait_for()
    page.get_by_role("heading", level=1).get_by_role("link", name="Zoë/2").click()
    page.get_by_role("heading", name="Zoë/2").wait_for()


def test_imported_names_are_listed_apart(server: str, page: Any, imported: str) -> None:
    """The search says that imported games state a name that no account has."""
    page.goto(f"{server}/replays#name=ALICE")
    page.get_by_role("link", name="Imported games also state this name").click()
    page.locator(f'#found a[href="/replays/{imported}"]').wait_for()
    assert page.get_by_label("Origin").input_value() == "true"


def test_nobody_has_this_name(server: str, chromium: Any) -> None:
    """The page of an unknown name says so."""
    page = chromium.new_page(locale="en-GB")
    page.goto(f"{server}/players/nobody%20at%20all")
    page.locator("#trouble h2").wait_for()
    assert page.locator("#player").is_hidden()
    page.context.close()
