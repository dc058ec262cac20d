"""Tests of the page of a deck's games."""

from typing import Any

from tests.browsing import expect
from tests.web.conftest import ApiCaller


def test_two_games_of_a_deck_are_compared(
    server: str, page: Any, caller: ApiCaller, imported: str, newly_imported: str
) -> None:
    """The review page names the scores, and its link leads to the comparison, which offers the analysis."""
    page.goto(f"{server}/replays/{imported}")
    page.locator("#announcement b").wait_for()
    page.get_by_role("tab", name="Analysis").click()
    page.locator("#same-deck a").click()
    expect(page.locator("#found > li").nth(1)).to_be_visible()
    page.locator("#other").select_option(newly_imported)
    expect(page.locator("#parted")).to_have_text("The games have the same turns.")
    expect(page.locator("#turns")).to_be_hidden()
    expect(page.locator("#unanalyzed")).to_contain_text("nalyzed")
