"""Tests of the pages of puzzles in a browser, by mouse, keyboard and touch."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest

from service.app import create_app
from service.core.tables import event_store
from service.features.analysis import puzzles, stored_results
from service.features.analysis.solving import game_puzzles
from service.features.analysis.tables import PuzzleSearch
from service.platform import ids
from service.platform.settings import Settings
from tests.browsing import expect
from tests.rows import slow_unless
from tests.served import serving_patiently
from tests.web.axe import findings
from tests.web.conftest import ROOT, new_caller
from tests.web.test_layout_shift import require_order


class Known(NamedTuple):
    """A game, and its puzzles by the API, oldest turn first."""

    game: str
    puzzles: list[Any]
    solutions: list[Any]


@pytest.fixture(scope="module")
def server(empty_database_url: str) -> Iterator[str]:
    """A service that has no other puzzles, since lists and filters show those of all games."""
    with serving_patiently(empty_database_url) as base:
        yield base


@pytest.fixture(scope="module")
def known(server: str, empty_database_url: str) -> Known:
    """A game of three with three puzzles, which are stored as its job stores them."""
    caller = new_caller(server)
    export = json.loads((ROOT / "tests" / "games" / "hanab_live_1885467.json").read_text(encoding="utf-8"))
    game = caller.call("POST", "/v1/replays", export)["id"]
    game_id = ids.parse("g", game)
    assert game_id is not None
    database = create_app(Settings(database_url=empty_database_url)).extensions["database"]
    with database.bind():
        stored = event_store.load(game_id)
        assert stored is not None and stored.log is not None and stored_results.begin(PuzzleSearch, game_id)
    solved = game_puzzles(stored.log, time.process_time)  # Postgres would end a transaction that waits for it
    with database.bind():
        puzzles.store(game_id, solved, 0.1)
    found = [row["id"] for row in caller.call("GET", "/v1/puzzles?kind=points")["items"]]
    shown = sorted(
        [caller.call("GET", f"/v1/puzzles/{one}") for one in found], key=lambda one: one["position"]["version"]
    )
    return Known(
        game, shown, [caller.call("POST", f"/v1/puzzles/{one['id']}/answers", {"choice": None}) for one in shown]
    )


def opened(page: Any, server: str, puzzle: Any, place: str = "") -> Any:
    """Open the page of a puzzle, and wait until it shows the table."""
    page.goto(f"{server}/puzzles/{puzzle['id']}{place}")
    page.locator("#table .card").first.wait_for()
    return page


@pytest.mark.slow
def test_a_wrong_answer_is_refuted_and_the_solution_shown(server: str, page: Any, known: Known) -> None:
    """The line can be stepped through on the table. The right answer leads to the game."""
    puzzle = known.puzzles[0]
    card = next(one["action"]["card"] for one in puzzle["choices"] if one["action"]["type"] == "play")
    opened(page, server, puzzle)
    page.locator(f'#table [data-card="{card}"]').click()
    page.locator("#choice").get_by_role("button", name=re.compile("^Play")).click()
    verdict = page.get_by_role("region", name="Not this one")
    verdict.wait_for()
    expect(verdict).to_contain_text(f"of {puzzle['score']} points can be reached")
    assert not findings(page)
    steps = page.locator("#step").inner_text()
    page.get_by_role("button", name="Forward").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#step")).to_have_text(f"{steps.split()[-1]} of {steps.split()[-1]}")
    verdict.get_by_role("button", name="Try again").click()
    expect(page.locator("#answer")).to_be_hidden()
    expect(page.locator("#steps")).to_be_hidden()
    page.locator(f'#table [data-card="{card}"]').click()
    page.locator("#choice").get_by_role("button", name=re.compile("^Discard")).click()
    page.locator("#answer").get_by_role("button", name="Show the solution").click()
    page.get_by_role("region", name="The solution").get_by_role("link", name="Go to the game").click()
    page.wait_for_url(f"**/replays/{known.game}?turn={puzzle['position']['turn']}")


@pytest.mark.slow
def test_a_clue_solves_a_puzzle_by_keyboard(server: str, page: Any, known: Known) -> None:
    """Tab and Enter choose, the arrow keys step through the line, and Escape takes a choice back."""
    puzzle, action = known.puzzles[2], known.solutions[2]["choice"]["action"]
    assert action["type"] == "clue"
    opened(page, server, puzzle)
    page.locator(f'#table [data-seat="{action["target"]}"]').first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#choice button")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the first clue has the focus
    page.get_by_role("region", name="Right").wait_for()
    length = len(known.solutions[2]["line"])
    for key, step in (("ArrowRight", 2), ("Home", 0), ("ArrowRight", 1), ("End", length), ("ArrowLeft", length - 1)):
        page.keyboard.press(key)
        expect(page.locator("#step")).to_have_text(f"{step} of {length}")
    page.goto(f"{server}/puzzles")
    page.locator(f'#found li:has(a[href="/puzzles/{puzzle["id"]}"]) .solved').wait_for()
    expect(page.locator("#found .solved")).to_have_count(1)


@pytest.mark.slow
def test_the_list_leads_to_puzzles_with_the_same_filters(server: str, page: Any, known: Known) -> None:
    """Filters are in the fragment, and the next puzzle meets them."""
    level = known.puzzles[0]["difficulty"]
    page.goto(server)
    page.get_by_role("banner").get_by_role("link", name="Puzzles").click()
    page.locator("#daily a").wait_for()
    page.locator('select[name="kind"]').select_option("points")
    page.get_by_label("Difficulty").select_option(level)
    page.get_by_role("button", name="Search").click()
    page.wait_for_url(f"**#kind=points&difficulty={level}")
    wanted = [puzzle["id"] for puzzle in known.puzzles if puzzle["difficulty"] == level]
    count = len(wanted)
    page.locator(f"#found:not(:has(li:nth-child({count + 1}))) li:nth-child({count})").wait_for()
    seen = []
    page.locator("#found a").first.click()
    for _ in wanted:
        page.locator("#other:not([hidden])").wait_for()
        seen.append(page.url.split("/")[-1])
        page.get_by_role("link", name="Next puzzle").click()
        page.wait_for_url(lambda url, last=seen[-1]: not url.endswith(last))
    assert sorted(seen) == sorted(f"{one}#kind=points&difficulty={level}" for one in wanted)


@pytest.mark.slow
@pytest.mark.parametrize("width", slow_unless((320).__eq__, [320, 390]))
def test_a_phone_shows_a_puzzle(server: str, phone: Any, known: Known, width: int) -> None:
    """Nothing is too wide, and every control is large enough."""
    phone.set_viewport_size({"width": width, "height": 700})
    opened(phone, server, known.puzzles[0])
    for press in ("#table .hand.moves .card", "#choice button", "#steps button"):
        phone.locator(press).last.tap()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = phone.evaluate(
        """[...document.querySelectorAll("button:not(.card), select, .links a")]
        .filter((one) => one.offsetParent && !one.closest(".piles"))
        .filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)"""
    )
    assert not small
    phone.goto(f"{server}/puzzles")
    phone.locator("#found a").first.wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_an_unknown_puzzle_is_reported(server: str, quiet_page: Any) -> None:
    """The page says so, and leads to the list."""
    quiet_page.goto(f"{server}/puzzles/p_{'0' * 32}")
    quiet_page.get_by_text("There is no such puzzle").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3, 30])
def test_parts_of_cards_do_not_overlap(server: str, page: Any, known: Known, count: int) -> None:
    """The list repeats a puzzle, with the name of a variant that is long."""
    (row, *_) = httpx.get(f"{server}/v1/puzzles?kind=points", timeout=60).json()["items"]
    row["rules"]["variant"] = "Light-Pink-Ones & Muddy Rainbow (6 Suits)"
    page.route("**/v1/puzzles?*", lambda route: route.fulfill(json={"items": [row] * count, "next": None}))
    page.goto(f"{server}/puzzles")
    page.locator("#found .puzzle-card").nth(count - 1).wait_for()
    require_order(page, ".puzzle-card")


@pytest.mark.slow
def test_a_puzzle_is_found_and_solved(server: str, page: Any) -> None:
    """A list leads to a puzzle. A wrong answer can be tried again, and a right one is explained."""
    page.goto(f"{server}/puzzles")
    page.locator("#found a").first.wait_for()
    assert not findings(page)
    page.locator('select[name="kind"]').select_option("told")
    page.wait_for_url("**#kind=told")
    page.locator("#found a[href$='#kind=told']", has_text="What did the clue tell?").first.click()
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
