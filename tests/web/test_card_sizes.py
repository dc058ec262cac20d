"""Tests that a larger window has no smaller cards, and that small cards leave no room empty."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rows import slow_unless
from tests.web.conftest import ApiCaller

STEP = 10
LEAST = 0.85  # of the area of a card before the window grew by a step
MOST_EMPTY = 0.5  # of the board, below its hands or all of it
SEATS = (2, 3, 4, 5, 6)
PAGES = ("review", "play", "embed")
# Windows that grow by steps: from a width and height to another. Each page and number of seats has three of them.
LINES = [
    ((1440, 400), (1440, 1100)),
    ((320, 800), (2000, 800)),
    ((390, 560), (390, 960)),
    ((400, 1000), (2600, 1000)),
    ((820, 400), (820, 1200)),
    ((320, 600), (1700, 600)),
    ((1100, 400), (1100, 1000)),
]
ROWS = [
    (page, seats, LINES[(3 * (i + j) + k) % len(LINES)])
    for i, page in enumerate(PAGES)
    for j, seats in enumerate(SEATS)
    for k in range(3)
]
# In these, the review of a game of two had cards with a sixth of the area before.
SHORT = [("review", 2, ((1440, 760), (1440, 780))), ("play", 3, ((1440, 810), (1440, 830)))]

# Returns the size of the smallest card, and how much of the board is empty below all parts and below the hands.
MEASURE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const [place] = document.querySelectorAll("#table");
    const { bottom, height } = place.getBoundingClientRect();
    const sizes = [...place.querySelectorAll(".hand .card")].map((card) => [card.offsetWidth, card.offsetHeight]);
    const below = (parts) => {
        const all = [...place.querySelectorAll(parts)].map((part) => part.getBoundingClientRect().bottom);
        return (bottom - Math.max(...all)) / height;
    };
    const isWide = Boolean(place.querySelector(".field.wide"));
    done({
        size: sizes.sort(([w, h], [v, g]) => w * h - v * g)[0],
        empty: Math.max(below(".hand, .firework, .copies li, .strip"), isWide ? below(".hand") : 0),
    });
})))"""


def windows(line: tuple[tuple[int, int], tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the sizes of the window from one end of a line to the other."""
    (width, height), (to_width, to_height) = line
    steps = max(to_width - width, to_height - height) // STEP
    return [(width + STEP * n * (to_width > width), height + STEP * n * (to_height > height)) for n in range(steps + 1)]


@pytest.mark.parametrize(("kind", "seats", "line"), slow_unless(SHORT[0].__eq__, [*SHORT, *ROWS]))
def test_a_larger_window_has_no_smaller_cards(
    server: str,
    page: Any,
    caller: ApiCaller,
    games: Callable[[int], str],
    kind: str,
    seats: int,
    line: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    """By more than 15 %, which no one part of the page takes that comes with more room."""
    if kind == "play":
        rules = {"edition": "hanab_live"} if seats > 5 else {}
        game = caller.game(seats=seats, bots=["random"] * (seats - 1), rules=rules)
        caller.sign_in(page.context)
        page.goto(f"{server}/play/{game}")
    else:
        page.goto(f"{server}/replays/{games(seats)}{'/embed' if kind == 'embed' else ''}?turn=20")
    page.locator("#table .hand .card").first.wait_for()
    faults, before, first = [], None, None
    for width, height in windows(line):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURE)
        area = found["size"][0] * found["size"][1]
        if found["empty"] > MOST_EMPTY or (before and area < LEAST * before["size"][0] * before["size"][1]):
            faults.append(f"{width} × {height}: {found} after {before}")
        before, first = found, first or found
    width, height = line[0]
    page.set_viewport_size({"width": width, "height": height})
    again = page.evaluate(MEASURE)  # the size follows from the window, not from the one before
    assert (faults, again["size"]) == ([], first and first["size"])
