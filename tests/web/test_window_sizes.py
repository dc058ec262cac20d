"""Tests that a review shows its whole board in windows of all sizes."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tests.rows import slow_unless

WIDTHS = (320, 390, 680, 960, 1280, 1920, 2560)
HEIGHTS = (400, 480, 600, 664, 800, 1440)
SEATS = (2, 3, 4, 5, 6)
PHONE = 44
LEAST = 24  # where a phone zooms in
NARROWEST_PHONE = 320

# Returns the least width and height of the cards, how many cannot be scrolled to, and whether the page is too wide.
MEASURE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const cards = [...document.querySelectorAll("#table .hand .card")];
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const isUnreachable = (card) => {
        card.scrollIntoView({ block: "center", inline: "center" });
        const { x, y, width, height } = card.getBoundingClientRect();
        return [0.3, 0.5, 0.7].some((part) => {
            const found = document.elementFromPoint(x + width / 2, y + part * height);
            return found?.closest(".hand .card") !== card;
        });
    };
    done({
        cards: cards.length,
        least: Math.min(...boxes.flatMap(({ width, height }) => [width, height])),
        unreachable: cards.filter(isUnreachable).length,
        wider: document.documentElement.scrollWidth - innerWidth,
    });
})))"""


def faults(page: Any, sizes: list[tuple[int, int]]) -> list[str]:
    """Return what is wrong with the board in windows of these sizes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        measured = page.evaluate(MEASURE)
        least = PHONE if width >= NARROWEST_PHONE else LEAST
        if measured["least"] < least or measured["unreachable"] or not measured["cards"]:
            found.append(f"{width} × {height}: {measured}")
        elif width >= NARROWEST_PHONE and measured["wider"] > 0:
            found.append(f"{width} × {height} is too narrow for the page: {measured}")
    return found


@pytest.mark.parametrize("seats", slow_unless((5).__eq__, SEATS))
def test_the_board_in_some_windows(server: str, page: Any, games: Callable[[int], str], seats: int) -> None:
    """Every width is tried with every height, and each with every number of seats."""
    some = [
        (w, h) for (i, w), (j, h) in product(enumerate(WIDTHS), enumerate(HEIGHTS)) if SEATS[(i + 2 * j) % 5] == seats
    ]
    page.goto(f"{server}/replays/{games(seats)}#turn=20")
    page.locator("#table .card").first.wait_for()
    assert faults(page, some) == []


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_the_board_in_all_windows(server: str, page: Any, games: Callable[[int], str], seats: int) -> None:
    """Zoom makes the window smaller."""
    sizes = product(
        (*WIDTHS, 360, 544, 640, 720, 820, 991, 1024, 1366, 1440), (*HEIGHTS, 420, 500, 540, 700, 768, 900, 1024, 1180)
    )
    zoomed = {(round(w / zoom), round(h / zoom)) for (w, h), zoom in product(sizes, (1, 1.25, 1.5, 2))}
    page.goto(f"{server}/replays/{games(seats)}#turn=20")
    page.locator("#table .card").first.wait_for()
    assert faults(page, sorted(zoomed)) == []
