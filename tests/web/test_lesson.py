"""The guided first game, as somebody plays it who has never seen Hanabi."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from service.platform.languages.choice import DEFAULT_LANGUAGE, LANGUAGES
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
    step_through(page, 3)
    expect(page.locator("#task")).to_contain_text("20 of 25")
    expect(page.get_by_role("link", name="Play with a bot")).to_be_visible()
    assert not [one for one in page.context.cookies() if one["name"].endswith("hanabi-csrf")]


@pytest.mark.slow
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != DEFAULT_LANGUAGE])
def test_no_sentence_of_the_first_game_has_you_as_a_name(server: str, lend: Callable[..., Any], language: str) -> None:
    with lend(locale=language) as page:
        page.goto(f"{server}/learn")
        step_through(page, 1)


def step_through(page: Any, first: int) -> None:
    """Go on from a step to the end. "You" is the name of a hand, and never in a sentence, as in "slot 5 of You"."""
    you = page.locator("#hand-0").evaluate("heading => heading.firstChild.data")
    for step in range(first, 20):
        expect(page.locator("#place")).to_have_text(re.compile(rf"^{step} \w+ 20$"))
        assert not re.search(rf"\w {you}\b", page.locator("#lesson").text_content())
        if page.locator("#show").is_visible():
            page.locator("#show").click()
            meant = page.locator("#choice .meant").get_attribute("data-cards")
            assert meant is None or page.locator("#table .shown").get_attribute("data-card") in meant.split()
            page.locator("#choice .meant").click()
        else:
            page.locator("#next").click()
