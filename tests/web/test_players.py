"""Tests of the pages of players and of the search by name in a browser."""

import re
from typing import Any

import pytest

from tests.browsing import expect
from tests.web.conftest import new_caller, play_out

GAMES = 3  # the fewest of which there are charts


@pytest.mark.slow
def test_a_players_page_is_found_by_name(server: str, page: Any) -> None:
    """From a row of the search to the page with figures, charts and the game, and from its heading back."""
    zoe = new_caller(server, "Zoë/2")
    wanted = {"seats": 2, "bots": ["kagiya"]}
    game = [play_out(zoe, zoe.call("POST", "/v1/games", wanted)["id"]) for _ in range(GAMES)][-1]
    page.goto(f"{server}/replays")
    page.get_by_label("Name of a player").fill("zoe 2")
    page.get_by_role("button", name="Search").click()
    page.get_by_text(f"Replays shown: {GAMES}").wait_for()
    page.locator("#found").get_by_role("link", name="Zoë/2", exact=True).first.click()
    page.get_by_role("heading", name="Zoë/2").wait_for()
    assert page.locator("#figures div").first.inner_text().split() == ["Games", f"{GAMES}"]
    expect(page.locator("#scores-curve .game-dot")).to_have_count(GAMES)
    expect(page.locator("#histogram .bar").first).to_be_visible()
    page.locator(f'#found a[href="/replays/{game}"]').click()
    page.locator("#announcement b").wait_for()
    page.get_by_role("heading", level=1).get_by_role("link", name="Zoë/2").click()
    page.get_by_role("heading", name="Zoë/2").wait_for()


def test_imported_names_are_listed_apart(server: str, page: Any, newly_imported: str) -> None:
    """The search says that imported games state a name that no account has."""
    page.goto(f"{server}/replays#name=ALICE")
    page.get_by_role("link", name="There are imported games that match.").click()
    page.locator(f'#found a[href="/replays/{newly_imported}"]').wait_for()
    expect(page.get_by_label("imported", exact=True)).to_be_checked()


@pytest.mark.slow
def test_a_row_has_the_curve_of_its_game(server: str, page: Any, newly_imported: str) -> None:
    """A switch leads from the games played here to the imported ones. A row names players, result and day."""
    page.goto(f"{server}/replays")
    page.get_by_role("radio", name="imported").check()
    row = page.locator("#found li", has=page.locator(f'a[href="/replays/{newly_imported}"]'))
    row.wait_for()
    assert re.match(r"Alice, Bob,? and Cathy, 25 of 25 points, ", row.get_by_role("link").inner_text())
    sizes = row.locator(".sparkline path").evaluate_all(
        "paths => paths.map(path => path.getBBox()).map(({ width, height }) => ({ width, height }))"
    )
    area, reachable, points = sizes
    frames = page.evaluate(f"fetch('/v1/replays/{newly_imported}/frames').then(found => found.json())")["items"]
    turns = frames[-1]["turn"]
    assert area["width"] == reachable["width"] == points["width"] == turns
    assert (points["height"], reachable["height"]) == (30, 0)  # 25 points, and none was ever lost


@pytest.mark.slow
def test_nobody_has_this_name(server: str, quiet_page: Any) -> None:
    """The page of an unknown name says so, and links the imported games that state it."""
    page = quiet_page
    page.goto(f"{server}/players/nobody%20at%20all")
    page.locator("#trouble h1").wait_for()
    expect(page.locator("#player")).to_be_hidden()
    expect(page.locator("#trouble h1")).to_have_text("Nobody here has the name nobody at all.")
    page.get_by_role("link", name="Imported games that state the name nobody at all").click()
    page.wait_for_url("**/replays#name=nobody+at+all&imported=true")
