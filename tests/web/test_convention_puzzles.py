"""Tests of puzzles by convention in a browser."""

import re
from typing import Any

import pytest

from tests.browsing import expect
from tests.web.axe import findings


@pytest.mark.slow
def test_a_puzzle_is_found_and_solved(server: str, page: Any) -> None:
    """A list leads to a puzzle. A wrong answer can be tried again, and a right one is explained."""
    page.goto(f"{server}/puzzles")
    page.locator("#found a").first.wait_for()
    assert not findings(page)
    page.locator('select[name="kind"]').select_option("told")
    page.wait_for_url("**#kind=told")
    page.locator("#found a", has_text="What did the clue tell?").first.click()
    page.locator("#choice button").first.wait_for()
    assert not findings(page)
    assert page.locator("#table .card:is(.playable, .critical, .trash)").count() == 0, "a mark may tell the answer"
    count = page.locator("#choice button").count()
    for number in range(count):
        page.locator("#choice button").nth(number).click()
        page.locator("#answer h2").wait_for()
        if page.locator("#answer.right").count():
            break
        page.locator("#answer").get_by_role("button", name="Try again").click()
    named = re.match(r"(slot \d): ", page.locator("#answer b").first.inner_text())
    assert named is not None
    expect(page.locator("#answer")).to_contain_text(f"clue: {named[1]} is")
    assert page.locator("#table .card:is(.playable, .critical, .trash)").count() == 0, "it rests on conventions"
    page.locator("#other:not([hidden])").wait_for()
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url("**/puzzles/p_*#kind=told")
    page.locator("#choice button").first.wait_for()
