"""The guided first game, as somebody plays it who has never seen Hanabi."""

from typing import Any

from tests.browsing import expect


def test_the_first_game_is_played_from_the_home_page_to_its_end(server: str, page: Any) -> None:
    """A wrong move is explained and changes nothing; *Show me* selects what is meant. It needs no account."""
    page.goto(server)
    page.get_by_role("link", name="Learn it in a first game").click()
    expect(page.get_by_role("button", name="Back")).to_have_css("opacity", "0.5")  # as of all that is disabled
    page.get_by_role("button", name="Next").click()
    page.locator(".hand .card[data-seat='0']").first.click()
    page.locator("#choice button").first.click()
    expect(page.locator("#not")).to_contain_text("one of the cards of Ada, then 1")
    page.locator(".hand .card[data-seat='1']").first.click()
    page.get_by_role("button", name="Ada: 1", exact=False).first.click()
    for step in range(3, 20):
        expect(page.locator("#place")).to_have_text(f"{step} of 20")
        if page.locator("#show").is_visible():
            page.locator("#show").click()
            page.locator("#choice .meant").click()
        else:
            page.locator("#next").click()
    expect(page.locator("#task")).to_contain_text("20 of 25")
    expect(page.get_by_role("link", name="Play with a bot")).to_be_visible()
    assert not [one for one in page.context.cookies() if one["name"].endswith("hanabi-csrf")]
