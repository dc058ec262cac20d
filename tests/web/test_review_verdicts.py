"""Tests of the verdicts of turns on the review page: one line a turn, and a summary of the game."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from engine.formats.hanab_live.writer import write
from engine.verdict import judging
from engine.verdict.judging import Effort
from tests.browsing import expect
from tests.engine.test_verdict import game
from tests.served import serving_patiently
from tests.service.jobs.test_solutions import rows
from tests.service.jobs.working import work_until_idle
from tests.web.axe import findings
from tests.web.conftest import ApiCaller, new_caller
from tests.web.test_review_analysis import opened

TOLD = """async ([address, { decisions, lost, status }]) => {
    const { dear, lossOf, deckAt, isFree, mistakes } = await import(address);
    const judge = ([version, seat, difference, error, ruledOut = false]) => {
        const figures = { difference: difference || null, error, ruled_out: ruledOut };
        return { version, seat, choices: [{ taken: true, best: difference === 0, ...figures }] };
    };
    const found = { decisions: decisions.map(judge) };
    const own = { 2: { losing: 3, deals: 20 }, 6: { losing: 24, deals: 24 } };
    const judged = { status, events: lost.map((points) => ({ points_lost: points })) };
    const loss = (seat) => { const sum = lossOf(found, seat); return sum && [sum.points, sum.error]; };
    const order = dear(found).map(({ version }) => version);
    const anew = [0, 1].map((seat) => mistakes(found, seat).map(({ version }) => version));
    const free = lost.map((_, version) => version).filter((version) => isFree(found, version));
    const decks = lost.map((_, version) => deckAt(found, judged, version, own[version]));
    return [order, anew, free, [loss(0), loss(1)], decks];
}"""
"""Decisions are given as version, seat, difference (0 for the best), error, and whether the play was ruled out."""

DECISIONS = [
    [1, 0, -1, 0.3],
    [2, 1, None, None],
    [3, 0, -2, 0.4],
    [4, 1, 0, None],
    [5, 1, None, None, True],
    [6, 1, 0, None],
]


CURVE = [0, 0, 0, 1, 1, 0, 1]
DECKS: list[tuple[list[int] | list[None], str, list[str | None]]] = [
    (CURVE, "solved", [None, "forgave", None, None, "punished", "forgave", None]),
    (CURVE, "running", [None] * 7),
    ([None] * 7, "solved", [None] * 7),
]


def test_what_is_told_of_verdicts(server: str, page: Any, module: Callable[[str], str]) -> None:
    """The dearest, those to learn from, sums of seats, and of the deck only what a known exact curve says otherwise."""
    page.goto(f"{server}/docs")
    for lost, status, deck in DECKS:
        data = {"decisions": DECISIONS, "lost": lost, "status": status}
        told = [[3, 1], [[1, 3], [5]], [2, 4, 6], [[3, 0.5], None], deck]
        assert page.evaluate(TOLD, [module("review/panels/worth.js"), data]) == told


ENDINGS: list[tuple[str, int | None, int | None, list[str]]] = [
    ("none", None, None, []),
    ("running", None, None, ["worth-choosing"]),
    ("running", 3, 2, ["worth-progress"]),
    ("solved", None, 0, ["worth-no-level"]),
    ("failed", None, None, ["worth-failed"]),
    ("solved", 3, 0, ["worth-none", "worth-hint"]),
]
"""By status, level and number of chosen turns, the texts below the heading."""
SUMMARY = """async ([address, endings]) => {
    const { summary } = await import(address);
    console.warn = () => {}; // this page has no texts, so each is its key
    return endings.map(([status, level, chosen]) => {
        const part = summary({ status, level, chosen, decisions: [] }, { seats: [] });
        return [...(part?.querySelectorAll("p") ?? [])].map((one) => one.textContent);
    });
}"""


def test_each_ending_of_the_verdicts_has_a_sentence(server: str, page: Any, module: Callable[[str], str]) -> None:
    """The page stays silent only where the service has no verdicts."""
    page.goto(f"{server}/docs")
    told = page.evaluate(SUMMARY, [module("review/panels/worth.js"), [ending[:3] for ending in ENDINGS]])
    assert told == [texts for *_, texts in ENDINGS]


@pytest.fixture(scope="module")
def base(empty_database_url: str) -> Iterator[str]:
    """A service with a database of its own."""
    with serving_patiently(empty_database_url) as url:
        yield url


@pytest.fixture(scope="module")
def caller(base: str) -> ApiCaller:
    """An account."""
    return new_caller(base, "Ada")


@pytest.fixture(scope="module")
def judged(base: str, caller: ApiCaller, empty_database_url: str) -> str:
    """A game of two hgroup bots with some random turns, whose verdicts were worked out on few deals."""
    export = write(game(2, 5), ["Alice", "Bob"]).game
    replay: str = caller.call("POST", "/v1/replays", export)["id"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "Effort", partial(Effort, screened=1, few=1, rounds=(1,)))
        for part in ("analysis", "verdicts"):
            while (caller.call("GET", f"/v1/replays/{replay}/{part}"))["status"] == "running":
                work_until_idle(empty_database_url)
                rows(empty_database_url, "update procrastinate_jobs set scheduled_at = now() where status = 'todo'")
    return replay


@pytest.mark.slow
def test_verdicts(base: str, page: Any, judged: str, caller: ApiCaller) -> None:
    """A costly turn leads to itself and the better one. Without a level, the bot gives its opinion."""
    real = caller.call("GET", f"/v1/replays/{judged}/verdicts")
    assert real["level"] and real["decisions"]
    turn = next(one for one in real["decisions"] if not next(c for c in one["choices"] if c["taken"])["best"])
    part = opened(page, base, judged, f"?turn={turn['version']}")
    part.get_by_text("No decision is known to have cost points").wait_for()
    part.get_by_text("What this turn was worth").wait_for()
    part.get_by_text("In expectation it is closer than").first.wait_for()
    part.get_by_text(re.compile("By the conventions: |The conventions asked for ")).first.wait_for()
    assert part.get_by_text("kagiya").count() == 0
    assert findings(page) == []

    taken = next(one for one in turn["choices"] if one["taken"])
    taken |= {"difference": -0.58, "error": 0.18, "closer_than": None}
    answer = dict(real)
    code = {"running": 202}
    page.route(
        "**/v1/replays/*/verdicts",
        lambda route: route.fulfill(json=answer, status=code.get(answer["status"], 200), headers={"Retry-After": "9"}),
    )
    part = opened(page, base, judged, "?turn=1")
    part.get_by_role("row", name="0.58 ± 0.18").wait_for()
    part.get_by_role("button", name="−0.58 ± 0.18").click()
    part.get_by_text("In expectation it cost 0.58 ± 0.18 points.").first.wait_for()
    part.get_by_role("button", name="Try instead").click()
    page.get_by_text("What if?").wait_for()
    assert findings(page) == []

    part = opened(page, base, judged, "?turn=1")
    part.get_by_role("button", name="Learn from mistakes: ").click()
    page.wait_for_url(f"**turn={turn['version'] - 1}&seat={turn['seat']}&spoilers=off")
    expect(part.get_by_role("status")).to_contain_text("which of these is best, by what you can know?")
    assert part.get_by_text("0.58").count() == 0
    part.get_by_role("button", name=re.compile("^(Play|Discard|Tell)")).first.click()
    expect(part.get_by_role("status")).to_be_focused()
    part.locator("li", has_text="taken in the game").get_by_text("−0.58 ± 0.18").wait_for()
    assert findings(page) == []
    part.get_by_role("button", name="Back to the analysis").click()
    part.get_by_text("Costly decisions").wait_for()

    taken |= {"difference": None, "error": None, "ruled_out": True}
    part = opened(page, base, judged, f"?turn={turn['version']}")
    part.get_by_text("The play was ruled out.").first.wait_for()

    for status, level in (("running", None), ("running", 3), ("solved", None), ("failed", None), ("solved", 3)):
        answer |= {"status": status, "level": level, "chosen": level, "decisions": []}
        part = opened(page, base, judged, "?turn=1")
        part.get_by_text("Where points were lost").wait_for()
        expect(part.get_by_text("Costly decisions")).to_have_count(1)
        expect(part.get_by_text("What the bot kagiya would have done")).to_have_count(
            int(level is None and status != "running")
        )
        expect(part.get_by_text("Expected loss")).to_have_count(0)
        expect(part.get_by_text("0 of 3 turns are judged")).to_have_count(int((status, level) == ("running", 3)))
