"""Planned moves on the page of a game: chosen while others are to move, and made by the service."""

from typing import Any

import pytest

from tests.browsing import expect
from tests.service.client import stacked
from tests.service.factories import unique
from tests.web.axe import findings
from tests.web.conftest import new_caller

DECK = stacked("r1 y1 g1 w1 b1 r2 y2 g2 w2 b2 r3 y3 g3 w3 b3")


@pytest.mark.slow
def test_a_move_is_planned_and_taken_back(server: str, page: Any) -> None:
    """The reader chooses a turn of another and a move, sees both in words, and what has become of them.

    The focus goes to what has become of the plan. Before that, the panel scrolls with a card chosen, not the page.
    """
    page.set_viewport_size({"width": 1366, "height": 768})
    people = [new_caller(server, unique(name)) for name in ("Ada", "Bela", "Chloe")]
    path = f"/v1/games/{people[0].call('POST', '/v1/games', {'seats': 3, 'sandbox': True, 'deck': DECK})['id']}"
    for one in people[1:]:
        one.call("POST", f"{path}/seats", {})
    people[2].sign_in(page.context)
    page.goto(server + path.replace("/v1/games", "/play"))
    page.locator("#announcement b").wait_for()
    page.locator("#table .hand [data-card='10']").click()
    page.locator("#knowledge .matrices table").nth(1).wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_label("If").select_option('[{"seat":1,"type":"play","card":5}]')
    page.get_by_label("Then").select_option('{"type":"play","card":10}')
    page.get_by_role("button", name="Plan it").click()
    line = page.locator("#plan li", has_text="Play slot 5 (red 2)")
    line.wait_for()
    expect(page.locator("#plan ol")).to_be_focused()
    assert people[2].call("GET", f"{path}/planned-moves")["moves"] == [
        {"when": [{"seat": 1, "type": "play", "card": 5}], "then": {"type": "play", "card": 10}}
    ]
    assert findings(page) == []
    page.get_by_role("button", name="Take the plan back").click()
    line.wait_for(state="detached")
    expect(page.locator("#plan h3")).to_be_focused()
    page.get_by_role("button", name="Plan it").click()
    page.locator("#plan li").wait_for()
    people[0].call("POST", f"{path}/moves", {"type": "clue", "target": 2, "rank": 3, "expected_version": 0})
    page.locator("#plan", has_text="Your plan is void: something else has happened.").wait_for()
    page.locator("#choice .void").wait_for()
