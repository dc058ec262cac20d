"""Tests of the accessibility of pages. `test_every_page` has axe for all of them."""

from typing import Any

import pytest

from tests.web.axe import findings


@pytest.mark.slow
def test_the_first_stop_of_the_keyboard_leads_to_the_content(server: str, page: Any) -> None:
    page.goto(server)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.skip') && location.hash !== '#content'")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#content'")


def test_the_page_of_a_wrong_address_is_accessible(server: str, quiet_page: Any) -> None:
    quiet_page.goto(f"{server}/nowhere")
    assert not findings(quiet_page)


@pytest.mark.slow
def test_the_review_page_is_accessible(server: str, page: Any, imported: str) -> None:
    """With all its parts open, a card whose knowledge is shown, and useless ones. No card matters after the end."""
    page.goto(f"{server}/replays/{imported}#turn=40")
    page.locator("#table .card").first.focus()
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    assert not findings(page)
    assert page.locator("#table .trash").count()
    page.keyboard.press("End")
    page.locator("#announcement", has_text="Turn 55").wait_for()
    assert not page.locator("#table .card > .marks").count()


CHOSEN: dict[str, list[tuple[str, str, str, str | None]]] = {
    "/replays/{}#turn=12": [
        ("#events [aria-current]", "#events button:not([aria-current])", "outlineColor", None),
        (".tabs [aria-selected=true]", "body", "backgroundColor", "::after"),
        (".eyes [aria-pressed=true]", ".eyes [aria-pressed=false]", "backgroundColor", None),
        (".site [aria-current]", "body", "backgroundColor", "::after"),
        (".key.score", ".key.reachable", "color", "::before"),
    ],
    "/docs/streams": [(".side [aria-current]", ".side a:not([aria-current])", "outlineColor", None)],
}


@pytest.mark.slow
@pytest.mark.parametrize("path", CHOSEN)
def test_forced_colors_show_what_is_chosen(server: str, page: Any, imported: str, path: str) -> None:
    """It differs in color from what is not chosen, or from the page behind it."""
    page.emulate_media(forced_colors="active")
    page.goto(server + path.format(imported))
    for chosen, other, color, part in CHOSEN[path]:
        style = f"(node, part) => getComputedStyle(node, part).{color}"
        page.locator(chosen).first.wait_for()
        behind = page.locator(other).first.evaluate(style, None if other == "body" else part)
        assert page.locator(chosen).first.evaluate(style, part) != behind, chosen
