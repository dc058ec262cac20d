"""Tests that nothing moves on the page while a reader steps through games."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rows import IN_FULL, slow_unless
from tests.web.conftest import ApiCaller

SIZES = [(1280, 800), (390, 844), (844, 390), (320, 640), (2560, 1440)]
ROWS = [(size, seats) for size in SIZES for seats in (2, 3, 4, 5, 6)]
IN_PART = [((390, 844), 5)]

# Steps through the game, and returns what has moved and the shifts of the layout.
WALK = """async (most) => {
    const parts = `#table, .counters > *, .hands, .hand, .hand .head, .piles, .suit, .suit .firework, .copies,
        .steps, .steps > *`;
    const boxes = () => [...document.querySelectorAll(parts)].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return `${one.id || one.className.split(" ")[0]} ${[x, y, width, height].map((n) => n.toFixed(2)).join(" ")}`;
    });
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const moved = new Set();
    let shift = 0;
    const keep = ({ value, sources }) => {
        shift += value;
        sources.forEach(({ node }) => moved.add(node?.textContent));
    };
    const watch = new PerformanceObserver((list) => list.getEntries().forEach(keep));
    await document.fonts.ready;
    await drawn();
    const before = boxes();
    watch.observe({ type: "layout-shift" });
    let steps = 0;
    for (; steps < most && document.getElementById("next").getAttribute("aria-disabled") === "false"; steps += 1) {
        document.getElementById("next").click();
        await drawn();
        boxes().forEach((box, place) => box !== before[place] && moved.add(`${before[place]} -> ${box}`));
    }
    watch.takeRecords().forEach(keep);
    return { steps, shift, parts: before.length, moved: [...moved].slice(0, 5) };
}"""


@IN_FULL
@pytest.mark.parametrize(("size", "seats"), slow_unless(IN_PART.__contains__, ROWS))
def test_nothing_moves_from_turn_to_turn(
    server: str, page: Any, games: Callable[[int], str], seats: int, size: tuple[int, int], in_full: bool
) -> None:
    """In part: in the first turns, from an empty table to discards and plays."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server}/replays/{games(seats)}")
    page.locator("#table .card").first.wait_for()
    page.wait_for_load_state("networkidle")
    found = page.evaluate(WALK, 1000 if in_full else 24)
    assert found["steps"] > 20 and found["parts"] > 20
    assert (found["moved"], found["shift"]) == ([], 0)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_moves_while_a_table_loads(
    server: str, fresh_page: Any, caller: ApiCaller, width: int, height: int
) -> None:
    """Its clock and its messages have their places from the first moment on."""
    page = fresh_page
    rules = {"edition": "hanab_live", "table_talk": "free"}
    pace = {"bank_s": 300, "increment_s": 10}
    game = caller.call("POST", "/v1/games", {"seats": 3, "bots": ["kagiya"] * 2, "rules": rules, "pace": pace})["id"]
    caller.sign_in(page.context)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server}/play/{game}")
    page.locator("#clock:not([hidden])").wait_for()
    page.locator("#events li").first.wait_for(state="attached")
    shifts = page.evaluate("""() => new Promise((done) => {
        const found = [];
        const keep = (list) => list.getEntries().forEach(({ value }) => found.push(value));
        new PerformanceObserver(keep).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(found), 200);
    })""")
    assert shifts == []
