"""Tests that nothing moves while a reader steps through games, and that parts of rows do not overlap."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.browsing import expect
from tests.rows import IN_FULL, slow_unless
from tests.web.conftest import ROOT, ApiCaller, new_caller, play_out

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


WIDTHS = (390, 820, 1024, 1440)

# Returns the parts of rows that cover another part of their row, or that are outside of it.
OVERLAPS = """(selector) => {
    const isBefore = (one, other) => one.right <= other.left + 0.5 || one.bottom <= other.top + 0.5;
    const isApart = (one, other) => isBefore(one, other) || isBefore(other, one);
    const isInside = (one, { left, right, top, bottom }) =>
        one.left > left - 0.5 && one.right < right + 0.5 && one.top > top - 0.5 && one.bottom < bottom + 0.5;
    return [...document.querySelectorAll(selector)].flatMap((row) => {
        const whole = row.getBoundingClientRect();
        const parts = [...row.children].filter((part) => part.clientHeight || part.getClientRects().length);
        const boxes = parts.map((part) => [part.className.baseVal ?? part.className, part.getBoundingClientRect()]);
        const outside = boxes.filter(([, box]) => !isInside(box, whole));
        const covered = boxes.filter(([, box], n) => boxes.slice(n + 1).some(([, other]) => !isApart(box, other)));
        return [...outside.map(([name]) => `${name} is outside`), ...covered.map(([name]) => `${name} is covered`)];
    });
}"""


@pytest.mark.slow
@pytest.mark.parametrize("count", slow_unless((3).__eq__, [1, 3, 30]))
def test_parts_of_a_row_do_not_overlap(server: str, page: Any, count: int) -> None:
    """Some games wait for players, one is running, and one has ended."""
    player = new_caller(server, f"A player with a long name, {count} games")
    for number in range(count):
        bots = ["kagiya"] if number % 3 < 2 else []
        game = player.call("POST", "/v1/games", {"seats": 2 if bots else 2 + number % 4, "bots": bots})["id"]
        if number == 1:
            play_out(player, game)
    player.sign_in(page.context)
    page.goto(f"{server}/play")
    page.locator(".game").nth(count - 1).wait_for()
    assert page.locator(".game").count() == count
    require_order(page)


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3, 30])
def test_parts_of_found_games_do_not_overlap(server: str, page: Any, count: int) -> None:
    """In searches and on the home page, with long names of players."""
    player = new_caller(server, f"Importer of {count}")
    export = json.loads((ROOT / "tests" / "games" / "hanab_live_2906.json").read_text(encoding="utf-8"))
    name = f"Somebody with quite a long name, {count:02}"  # lists find the beginnings of names
    for _ in range(count):
        player.call("POST", "/v1/replays", {**export, "players": [name, "Wilhelmina Konstantinopolitanska", "Bo"]})
    page.goto(f"{server}/replays#name={name.replace(' ', '+')}&imported=true")
    expect(page.locator(".game")).to_have_count(min(count, 20))  # the page may show all games until it has searched
    require_order(page)
    page.goto(server)
    page.locator("#found .game").first.wait_for()
    require_order(page)


def require_order(page: Any, rows: str = ".game") -> None:
    """Require that no part of a row covers another in any window, and that the page is not wider than it."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERLAPS, rows) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
