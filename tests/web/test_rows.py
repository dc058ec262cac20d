"""Tests of the rows of games in lists of one, three and thirty."""

import json
from typing import Any

import pytest

from tests.browsing import expect
from tests.rows import slow_unless
from tests.web.conftest import ROOT, new_caller, play_out

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
