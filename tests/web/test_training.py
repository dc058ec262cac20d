"""The training aid on the page of a game that was made with it: on the cards and below the turn, until switched off."""

from typing import Any

import pytest

from tests.service.client import stacked
from tests.service.factories import unique
from tests.web.axe import findings
from tests.web.conftest import new_caller

# Three hands, oldest card first. The newest card of seat 1 is the red 1, that of seat 2 the red 2.
DECK = stacked("w4 w4 w3 b4 b4  g4 y4 g4 b3 r1  y4 y3 g3 b3 r2")


@pytest.mark.slow
def test_a_finesse_is_explained_at_the_table(server: str, page: Any) -> None:
    """The clue has its sentence and the card its mark. Nothing is asked for after the reader has switched it off."""
    people = [new_caller(server, unique(name)) for name in ("Ada", "Bela", "Chloe")]
    body = {"seats": 3, "sandbox": True, "deck": DECK, "training": True}
    path = f"/v1/games/{people[0].call('POST', '/v1/games', body)['id']}"
    for one in people[1:]:
        one.call("POST", f"{path}/seats", {})
    people[1].sign_in(page.context)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/conventions" in request.url else None)
    page.goto(server + path.replace("/v1/games", "/play"))
    page.locator("#announcement b").wait_for()
    page.get_by_role("tab", name="This table").click()
    page.locator("#about-more", has_text="training").wait_for()
    people[0].call("POST", f"{path}/moves", {"type": "clue", "target": 2, "color": "red", "expected_version": 0})
    page.locator("#meaning", has_text="Turn 1: Play clue: slot 1 is the red 2. First, ").wait_for()
    page.locator("#meaning", has_text="is called to play slot 1 blind.").wait_for()
    card = page.locator('#table .hand [data-card="9"]')
    card.locator(".mark.finessed").wait_for()
    assert card.locator(".pencil b").count() == 1
    assert findings(page) == []
    page.get_by_role("button", name="Explain by conventions").click()
    assert page.locator("#meaning").is_hidden() and page.locator("#table .convention").count() == 0
    assert [url.partition("?")[2] for url in asked] == ["level=3", "level=3"]
