"""Tests of the exact analysis on the review page, from the bounds to the solution."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from engine.verdict import judging
from engine.verdict.judging import Effort
from tests.browsing import expect
from tests.served import serving_patiently
from tests.service.client import move_of, stacked
from tests.service.jobs.working import work_until_idle
from tests.web.conftest import ApiCaller, new_caller

DECK = stacked("r1 r5 r3 r4 y1  y1 y2 y3 g4 b5")


@pytest.fixture(scope="module")
def base(empty_database_url: str) -> Iterator[str]:
    """A service with a database of its own, in which no other game waits for its analysis."""
    with serving_patiently(empty_database_url) as url:
        yield url


@pytest.fixture(scope="module")
def callers(base: str) -> list[ApiCaller]:
    """Two accounts."""
    return [new_caller(base, name) for name in ("Ada", "Béla")]


@pytest.fixture(scope="module")
def lost(callers: list[ApiCaller]) -> str:
    """A game in which Ada discards the red 5 in turn 3, and which both abort."""
    ada, bela = callers
    game = ada.game(bela, sandbox=True, deck=DECK)
    for caller, move in ((ada, "clue 1 yellow"), (bela, "play 5"), (ada, "discard 1")):
        caller.move(game, **move_of(move))
    for caller in callers:
        caller.call("POST", f"/v1/games/{game}/abort-votes")
    return game


def opened(page: Any, base: str, game: str, place: str = "") -> Any:
    """Open the review page, wait until it shows the table, and return the part with the analysis."""
    page.goto(f"{base}/replays/{game}{place}")
    page.locator("#announcement b").wait_for()
    page.get_by_role("tab", name="Analysis").click()
    return page.locator("#analysis-part")


def expect_no_wider(page: Any) -> None:
    """Require that no window is too narrow for the page."""
    before = page.viewport_size
    for width in (320, 390, 844, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    page.set_viewport_size(before)


def work_until_shown(database_url: str, part: Any) -> None:
    """Run the jobs that the page asks for, until it shows a part by itself."""
    for _ in range(60):
        work_until_idle(database_url)
        if part.count():
            return
        part.page.wait_for_timeout(500)
    part.wait_for()


@pytest.fixture(scope="module")
def solved(base: str, lend: Any, lost: str, empty_database_url: str) -> str:
    """The same game after the page has shown the bounds, and by itself the solution."""
    with pytest.MonkeyPatch.context() as patch, lend() as page:
        patch.setattr(
            judging, "Effort", partial(Effort, screened=1, few=1, rounds=(1,))
        )  # verdicts have tests of their own
        part = opened(page, base, lost, "#turn=1")
        part.get_by_text("The exact analysis is still running;").wait_for()
        part.get_by_text("at the latest").first.wait_for()
        part.get_by_text("This is still being computed").first.wait_for()  # hindsight and verdicts
        expect(page.locator("#curve .band")).to_have_count(1)
        expect(page.locator("#curve-reachable")).to_have_text("≤ 25")
        expect(part.locator(".counts > div", has_text="Points lost").locator("dd")).to_have_text("…")
        text = "One point was lost here: until then, 25 could be reached."
        work_until_shown(empty_database_url, part.get_by_text(text))
        expect(page.locator("#curve-reachable")).to_have_text("25")
        work_until_shown(empty_database_url, part.get_by_role("table").filter(has_text="the cards drawn"))
    return lost


@pytest.mark.slow
def test_losses_have_a_sentence_and_a_mark(base: str, page: Any, solved: str, callers: list[ApiCaller]) -> None:
    """The sentence is that of the API, with the players' names, and leads to the turn, as do two keys."""
    found = callers[0].call("GET", f"/v1/replays/{solved}/analysis")
    part = opened(page, base, solved)
    turns = [loss for loss in found["losses"] if loss["kind"] == "turn"]
    assert turns
    expect(page.locator("#curve .dot")).to_have_count(len(turns))
    told = [loss["text"].replace("Seat 0", "Ada").replace("Seat 1", "Béla") for loss in turns]
    expect(part.locator(".losses .step > span:first-child")).to_have_text(told)
    part.get_by_role("button", name="Ada discards the red 5").click()
    page.wait_for_url("**?turn=3")
    shown = part.get_by_role("button", name="Ada discards the red 5")
    expect(shown).to_have_attribute("aria-current", "step")
    for away, back in (("Home", "n"), ("End", "N")):  # the nearest loss, with one in the game
        page.keyboard.press(away)
        expect(shown).not_to_have_attribute("aria-current", "step")
        page.keyboard.press(back)
        expect(shown).to_have_attribute("aria-current", "step")


ENDED = """async (address) => {
    const { bounds, ofTurns } = await import(address);
    const losses = [{ version: 1, kind: "turn" }, { version: 2, kind: "end" }];
    const after = { reachable_at_least: 3, reachable_score: 24, exact: false };
    const events = [0, 1, 21].map((points_lost) => ({ points_lost, after }));
    const judged = ofTurns({ losses, events, totals: { turns: 1, points_lost: 22 } });
    const result = (outcome) => ({ result: { outcome }, score: null, table_points: 3 });
    const most = (outcome) => bounds(judged, { last: 2 }, [{}, {}, result(outcome)]).map((one) => one.most);
    const points = judged.events.map((event) => event.points_lost);
    return [judged.losses.length, points, judged.totals.points_lost, most("aborted"), most("lost")];
}"""


def test_without_a_score_the_end_loses_nothing(server: str, page: Any, module: Callable[[str], str]) -> None:
    """An aborted game lost only what its turns lost, and its curve does not drop at the end."""
    page.goto(f"{server}/docs")
    found = page.evaluate(ENDED, module("review/panels/analysis.js"))
    assert found == [1, [0, 1, 0], 1, [24, 24, 24], [24, 24, 0]]


# Whether no part of an element is cut off, outside of the window or covered.
IS_WHOLE = """(it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    const corners = [[left + 1, top + 1], [right - 1, bottom - 1]];
    const seen = corners.every(([x, y]) => it.contains(document.elementFromPoint(x, y)));
    return seen && it.scrollWidth <= it.clientWidth && right <= innerWidth;
}"""


@pytest.mark.slow
def test_a_saving_line_is_played_on_the_table(base: str, page: Any, solved: str, callers: list[ApiCaller]) -> None:
    """By keyboard, without a token: to its end, seen from a seat, and back. Nothing is stored."""
    part = opened(page, base, solved, "#turn=4")
    saver = part.locator("[data-saver]").first
    saver.focus()
    page.keyboard.press("Enter")
    page.get_by_text("What if? 25 points, with every card known: Ada: ").wait_for()
    expect(page.locator("#announcement b")).to_contain_text("Turn 3 of ")
    expect(part).to_contain_text("The analysis is of the game as it was played.")
    page.keyboard.press("End")
    whole = page.viewport_size
    for width, height in ((390, 844), (390, 664), (768, 1024)):  # narrow windows show the whole sentence
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#in-line p").evaluate(IS_WHOLE), (width, height)
    page.set_viewport_size(whole)
    expect(page.locator("#table .counters .score dd")).to_have_text("25")
    page.locator("#eyes").get_by_role("button", name="Béla").click()
    page.locator('#table [data-seat="1"] .face', has_text="?").first.wait_for()
    page.get_by_role("button", name="Back to the game").click()
    page.locator("#announcement", has_text="Béla plays the yellow 1.").wait_for()
    expect(page.locator("#in-line")).to_be_hidden()
    assert callers[0].call("GET", f"/v1/replays/{solved}/lines")["items"] == []
    part.get_by_text("Other ways").last.click()
    part.locator("[data-saver]").last.click()
    page.get_by_text("What if?").wait_for()
    expect_no_wider(page)
    page.go_back()
    page.locator("#in-line").wait_for(state="hidden")


def without_verdicts(page: Any, replay: str, callers: list[ApiCaller]) -> None:
    """Let a game fit no level: where there are verdicts, the bot is silent, and hindsight blames no seat."""
    real = callers[0].call("GET", f"/v1/replays/{replay}/verdicts")
    none = real | {"status": "solved", "level": None, "decisions": []}
    page.route("**/v1/replays/*/verdicts", lambda route: route.fulfill(json=none))


@pytest.mark.slow
def test_figures_that_are_not_decided(base: str, page: Any, solved: str, callers: list[ApiCaller]) -> None:
    """Have no number, and the page says how many positions have only bounds."""
    found = callers[0].call("GET", f"/v1/replays/{solved}/hindsight")
    found["open_hands"] |= {"inexact": 3, "searched": 40, "undecided": 2}
    found["open_hands"]["seats"][0]["points"] = None
    page.route("**/v1/replays/*/hindsight*", lambda route: route.fulfill(json=found))
    without_verdicts(page, solved, callers)
    part = opened(page, base, solved, "#turn=3")
    rows = part.get_by_role("table").filter(has_text="the cards drawn").get_by_role("row")
    rows.first.wait_for()
    assert rows.filter(has_text="Ada").locator("td").first.inner_text() == "not decided"
    assert rows.last.inner_text().split() == ["not", "decided", "2"]
    part.get_by_text("Bounds only: 3 of 40 positions.").wait_for()


@pytest.mark.slow
def test_hindsight_and_the_bot(base: str, page: Any, solved: str, callers: list[ApiCaller]) -> None:
    """Points by cause with errors, what the seat could know, and the worth of other turns."""
    found = callers[0].call("GET", f"/v1/replays/{solved}/hindsight")
    without_verdicts(page, solved, callers)
    part = opened(page, base, solved, "#turn=3")
    rows = part.get_by_role("table").filter(has_text="the cards drawn").get_by_role("row")
    rows.first.wait_for()
    labels = ["the deal", "the cards drawn", "Ada", "Béla"]
    if found["open_hands"]["undecided"]:  # the samples are random, and some are too hard for the budget
        labels.append("not decided")
    expect(rows.locator("th[scope=row]")).to_have_text(labels)
    lost_by_ada = found["open_hands"]["seats"][0]["points"]
    assert rows.nth(3).locator("td").first.inner_text().startswith(f"{round(lost_by_ada, 2):g}")
    (own,) = (view for view in found["own_views"] if view["version"] == 3)
    part.get_by_text(f"in {own['losing']} of {own['deals']} deals").or_(
        part.get_by_text(f"In {own['losing']} of them")
    ).wait_for()
    advice = part.get_by_role("table").filter(has_text="Worth")
    assert advice.get_by_role("row").filter(has_text="done").inner_text().startswith("Discard slot 4 (red 5)")
    expect_no_wider(page)


@pytest.mark.slow
def test_a_line_is_saved_with_its_place(base: str, page: Any, solved: str, callers: list[ApiCaller]) -> None:
    """With a token, the same place of the line has the address of the saved line, and is still analyzed."""
    part = opened(page, base, solved, "#turn=4")
    part.locator("[data-saver]").first.click()
    page.get_by_text("What if?").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Save line").click()
    form = page.get_by_role("dialog", name="Save line")
    form.get_by_label("Your token").fill(callers[0].token)
    form.get_by_role("button", name="Use it").click()
    form.get_by_text("You are signed in.").wait_for()
    form.get_by_label("Title").fill("Play on")
    form.get_by_role("button", name="Save line").click()
    page.wait_for_url("**?line=b_*&turn=4")
    page.locator("#in-line", has_text="Play on. What if? From turn 2 on.").wait_for()
    page.locator("#verdict", has_text="This is still being computed").wait_for()
    (stored,) = callers[0].call("GET", f"/v1/replays/{solved}/lines")["items"]
    assert (stored["at"], stored["score"], stored["title"]) == (2, 25, "Play on")
    callers[0].call("DELETE", f"/v1/replays/{solved}/lines/{stored['id']}")


@pytest.mark.slow
def test_step_by_step_mode_tells_no_later_loss(base: str, page: Any, solved: str) -> None:
    """Neither a loss nor a line that shows the deck, before the end was reached."""
    part = opened(page, base, solved, "#turn=2&spoilers=off")
    part.get_by_text("No turn lost a point").wait_for()
    assert not part.locator("[data-saver]").count() and not page.locator("#curve .dot").count()
    page.keyboard.press("ArrowRight")
    part.get_by_text("Ada discards the red 5").wait_for()
    assert not part.locator("[data-saver]").count()
    for _ in range(2):  # the votes to abort
        page.keyboard.press("ArrowRight")
    part.locator("[data-saver]").first.wait_for()
