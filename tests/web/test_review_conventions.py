"""The tab with conventions: asked for when it is opened, marks on cards, and a switch for them."""

from typing import Any

import pytest

from tests.web.conftest import ApiCaller
from tests.web.test_review import opened


def test_conventions(server: str, page: Any, imported: str) -> None:
    """What a turn meant stands below it and on the cards, by keyboard, as a seat read it, and without spoilers."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/conventions?" in request.url else None)
    page.goto(f"{server}/replays/{imported}#turn=14")
    page.locator("#announcement b").wait_for()
    assert not asked and page.locator("#meaning").is_hidden()
    page.get_by_role("tab", name="Card").focus()
    tab = page.get_by_role("tab", name="Conventions")
    while tab.get_attribute("aria-selected") != "true":
        page.keyboard.press("ArrowRight")
    part = page.locator("#conventions-part")
    part.get_by_text("Level 2 of these conventions explains 20 of 20 clues.").wait_for()
    meaning = page.locator("#meaning")
    assert meaning.inner_text().startswith(
        "Play clue: slot 4 is the blue 3. First, Cathy plays the blue 1. Then Alice plays the blue 2 blind."
    )
    part.get_by_text("Cathy is called to play slot 2 blind.").wait_for()
    called = page.locator('#table [data-seat][data-card="16"]')
    assert called.locator(".mark.finessed").count() == 1 and called.locator(".pencil b").count() == 1
    assert "Called to be played blind" in called.inner_text()
    called_later = "On a later turn, Cathy is called to play slot 2 blind."  # a finesse stays in the list
    for turn, is_asked in (("22", called_later), ("26", "Cathy is called to play"), ("27", "Nothing is asked.")):
        page.get_by_role("slider").fill(turn)
        part.locator(".asked", has_text=is_asked).wait_for()
    page.get_by_role("slider").fill("10")
    part.get_by_text("A bluff, perhaps").wait_for()
    assert part.locator(".asked").count() == 0, "a bluff asks for a blind play"
    part.get_by_role("button", name="Turn 43: ").click()
    page.wait_for_url("**?turn=43")
    assert page.locator(".pencil b:nth-child(4)").count()
    margins = page.locator(".pencil b").evaluate_all(
        """(all) => all.map((one) => {
          const [{ left, right }, place] = [one, one.parentElement].map((node) => node.getBoundingClientRect());
          return Math.min(left - place.left, place.right - right) / place.width;
        })"""
    )
    assert min(margins) > 0.03, "identities touch the edge"
    page.locator("#step-by-step").click()
    assert part.get_by_text("explains 20 of 20").count() == 0
    assert part.get_by_role("button", name="Turn 43: ").count() == 1
    page.locator("#eyes").get_by_role("button", name="Alice").click()
    page.locator("#meaning", has_text="Alice discards the chop.").wait_for()
    meaning.evaluate("(one) => (one.textContent = 'of a layered finesse '.repeat(9))")  # as long as its reading
    assert page.locator(".now").evaluate("(one) => one.scrollHeight <= one.clientHeight")
    part.get_by_role("button", name="Show on the table").click()
    assert meaning.is_hidden() and page.locator("#table .convention").count() == 0
    assert [url.partition("?")[2] for url in asked] == ["level=best", "level=best&seat=0"]


@pytest.mark.slow
def test_conventions_of_a_saved_line(server: str, page: Any, imported: str, caller: ApiCaller) -> None:
    """A saved line is read with its own moves, by its conventions."""
    path = f"/v1/replays/{imported}/lines"
    body = {"at": 14, "moves": [{"type": "discard", "card": 11}], "title": "No finesse"}
    line = caller.call("POST", path, body)["id"]
    opened(page, server, imported, f"#line={line}&turn=15")
    page.get_by_role("tab", name="Conventions").click()
    page.locator("#meaning", has_text="Cathy discards the chop.").wait_for()
    assert page.locator("#conventions-part").get_by_role("combobox").count() == 1
    caller.call("DELETE", f"{path}/{line}")
