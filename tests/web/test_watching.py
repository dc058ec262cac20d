"""Stories of watchers: where the pages lead whoever has no seat."""

from typing import Any

import pytest

from tests.browsing import expect
from tests.service.factories import unique
from tests.web.conftest import new_caller

pytestmark = pytest.mark.slow


def test_a_watcher_goes_from_home_to_a_table_and_along_to_the_next(server: str, page: Any, quiet_page: Any) -> None:
    """Home shows a game that is played. After its end the watcher comes along, or finds the review."""
    people = [new_caller(server, unique(name)) for name in ("Ada", "Béla")]

    def end(game: str) -> None:
        for one in people:
            one.call("POST", f"/v1/games/{game}/abort-votes", {})

    first = people[0].game(people[1])
    page.goto(server)
    page.locator("#live-board .back").first.wait_for()
    page.get_by_role("link", name="Watch").click()
    page.wait_for_url("**/play/g_*")
    page.goto(f"{server}/play/{first}")
    expect(page.locator("#table .hand .face.back")).to_have_count(10)
    expect(page.locator("#choice .watchers")).to_contain_text("Watching: ", timeout=40_000)
    end(first)
    page.get_by_role("link", name="Review the game").wait_for()
    second = people[0].call("POST", f"/v1/games/{first}/again", {})["id"]
    people[0].call("POST", f"/v1/games/{first}/messages", {"text": f"{server}/play/{second}"})
    expect(page.get_by_role("link", name="plays again: Go along")).to_have_attribute(
        "href", f"/play/{second}", timeout=20_000
    )
    assert page.locator("#choice").evaluate("place => place.scrollHeight <= place.clientHeight")
    people[1].call("POST", f"/v1/games/{second}/seats", {})
    page.get_by_role("link", name="Go along").wait_for()
    page.wait_for_url(f"**/play/{second}")
    expect(page.locator("#table .hand .face.back")).to_have_count(10)  # an ended game's page would be the review
    end(second)
    page.get_by_role("link", name="Review the game").wait_for()
    page.goto(f"{server}/play/{first}")
    page.wait_for_url(f"**/replays/{first}")
    unseen = people[0].game(people[1], watching="nobody")
    quiet_page.goto(f"{server}/play/{unseen}")
    expect(quiet_page.locator("#trouble")).to_contain_text("Nobody may watch this game.")
