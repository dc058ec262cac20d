"""Tests of the accessibility of pages. `test_puzzles` has those of the pages of puzzles."""

from typing import Any

import pytest

from tests.web.axe import findings


@pytest.mark.parametrize(
    ("path", "complete"),
    [
        ("/", "#found a"),
        ("/replays", "#found a"),
        ("/players/ada_b", "#found a"),
        ("/docs/rules", "main h1"),
        ("/docs/verification", "main table"),
        ("/problems", "main h1"),
    ],
)
def test_a_page_is_accessible(server: str, page: Any, with_a_bot: str, path: str, complete: str) -> None:
    page.goto(f"{server}{path}")
    page.locator(complete).first.wait_for()
    assert not findings(page)


def test_the_page_of_a_wrong_address_is_accessible(server: str, chromium: Any) -> None:
    page = chromium.new_page(locale="en-GB")
    page.goto(f"{server}/nowhere")
    assert not findings(page)
    page.context.close()


def test_the_review_page_is_accessible(server: str, page: Any, imported: str) -> None:
    """With all its parts open, and a card whose knowledge is shown."""
    page.goto(f"{server}/replays/{imported}#turn=12")
    page.locator("#table .card").first.focus()
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    assert not findings(page)


def test_the_reference_follows_the_color_scheme(server: str, page: Any) -> None:
    """Its text is light on dark, or dark on light."""
    page.goto(f"{server}/docs")
    light = "(node) => getComputedStyle(node).color.match(/\\d+/g).slice(0, 3).every((part) => part > 160)"
    for scheme, is_light in (("dark", True), ("light", False)):
        page.emulate_media(color_scheme=scheme)
        assert page.locator("main h1").evaluate(light) == is_light
