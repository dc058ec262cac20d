"""Tests that a review shows its whole board in windows of all sizes, with parts that can be hit and read."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from service.platform.languages.choice import LANGUAGES

WIDTHS = (320, 390, 680, 960, 1280, 1920, 2560)
HEIGHTS = (400, 480, 600, 664, 800, 1440)
SEATS = (2, 3, 4, 5, 6)
PHONE = 44
LEAST = 24  # of the cards in the piles, and of those in the hands where a phone zooms in
NARROWEST_PHONE = 320
COMMON = [(390, 664), (390, 844), (768, 1024), (1024, 768), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)]

# Returns the least width and height of the cards and of those in the piles, how many cannot be scrolled to, whether the
# page is too wide, the most pixels by which marks of two cards cover each other, and by which a mark covers a numeral
# from the left, whatever the deal: each card has two marks and one of conventions, and is measured with the place of
# its clues and without. The digits of Liberation Sans and Arial begin 0.04 of their size to the right, and stand in the
# middle 0.64 of their line.
MEASURE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const cards = [...document.querySelectorAll("#table .hand .card")];
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const least = (many) => Math.min(...many.flatMap(({ width, height }) => [width, height]));
    const isUnreachable = (card) => {
        card.scrollIntoView({ block: "center", inline: "center" });
        const { x, y, width, height } = card.getBoundingClientRect();
        return [0.3, 0.5, 0.7].some((part) => {
            const found = document.elementFromPoint(x + width / 2, y + part * height);
            return found?.closest(".hand .card") !== card;
        });
    };
    const covering = (card) => [...card.querySelectorAll(".mark")].map((mark) => {
        const numeral = card.querySelector(".face b");
        if (!numeral?.textContent) return 0;
        const range = new Range();
        range.selectNodeContents(numeral);
        const [ink, cover] = [range.getBoundingClientRect(), mark.getBoundingClientRect()];
        const [top, bottom] = [ink.top + 0.17 * ink.height, ink.bottom - 0.19 * ink.height];
        const within = Math.min(cover.bottom, bottom) - Math.max(cover.top, top);
        const left = ink.left + 0.04 * parseFloat(getComputedStyle(numeral).fontSize);
        return within > 0 && cover.left < ink.right ? Math.max(0, cover.right - left) : 0;
    });
    for (const card of cards) {
        const all = card.querySelector(".marks") ?? card.appendChild(document.createElement("span"));
        all.className = "marks";
        while (all.childElementCount < 2) all.appendChild(document.createElement("span")).className = "mark";
    }
    const covered = [0, 1].flatMap(() => {
        cards.forEach((card) => card.classList.toggle("told-of"));
        return cards.flatMap(covering);
    });
    const pairs = (all) => all.flatMap((one, place) => all.slice(place + 1).map((other) => [one, other]));
    const marks = cards.flatMap((card) => {
        const thought = card.querySelector(".convention") ?? card.appendChild(document.createElement("span"));
        thought.className = "mark convention";
        card.appendChild(document.createElement("span")).className = "mark extra";
        return [...card.querySelectorAll(".mark")].map((mark) => [card, mark.getBoundingClientRect()]);
    });
    for (const head of document.querySelectorAll("#table .head .marks")) {
        while (head.childElementCount < 2) head.appendChild(document.createElement("span")).className = "mark";
        marks.push(...[...head.children].map((mark) => [head, mark.getBoundingClientRect()]));
    }
    document.querySelectorAll(".extra").forEach((mark) => mark.remove());
    const shared = pairs(marks).filter(([[card], [other]]) => card !== other).map(([[, one], [, two]]) => Math.min(
        Math.min(one.right, two.right) - Math.max(one.left, two.left),
        Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top),
    ));
    const targets = [...document.querySelectorAll("#table :is(.copies button, button.firework)")];
    done({
        target: least(targets.map((one) => one.getBoundingClientRect())),
        covered: Math.max(0, ...covered, ...shared),
        cards: cards.length,
        least: least(boxes),
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
        elif measured["target"] < LEAST or ((width, height) in COMMON and measured["covered"] > 1):
            found.append(f"{width} × {height} has parts that cannot be hit or read: {measured}")
        elif width >= NARROWEST_PHONE and measured["wider"] > 0:
            found.append(f"{width} × {height} is too narrow for the page: {measured}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_the_board_in_some_windows(server: str, page: Any, games: Callable[[int], str], seats: int) -> None:
    """Every width is tried with every height, and each with every number of seats."""
    some = [
        (w, h) for (i, w), (j, h) in product(enumerate(WIDTHS), enumerate(HEIGHTS)) if SEATS[(i + 2 * j) % 5] == seats
    ]
    some += COMMON
    page.goto(f"{server}/replays/{games(seats)}#turn=20")
    page.locator("#table .card").first.wait_for()
    assert faults(page, some) == []


@pytest.mark.slow
def test_the_board_on_paper(server: str, page: Any, imported: str) -> None:
    """The board has the size of its place there, which no script measures, and not that in the window."""
    page.set_viewport_size({"width": 718, "height": 1046})  # A4
    page.goto(f"{server}/replays/{imported}?turn=20")
    page.locator("#table .card").first.wait_for()
    page.emulate_media(media="print")
    outside = page.evaluate("""() => {
        const place = document.querySelector("#table");
        const { style } = place.querySelector(".field");
        for (const name of ["--field-width", "--field-height"]) style.setProperty(name, "2000px");
        const { right, bottom } = place.getBoundingClientRect();
        const all = [...place.querySelectorAll(".card, .copies li, .firework")];
        const parts = all.map((part) => part.getBoundingClientRect());
        return parts.filter((part) => part.right > right + 1 || part.bottom > bottom + 1).length;
    }""")
    page.emulate_media(media="screen")
    assert outside == 0


def test_a_small_frame_has_the_whole_board(server: str, page: Any, games: Callable[[int], str]) -> None:
    """Nothing scrolls in a frame of another site. The cards are as high as it allows."""
    page.set_viewport_size({"width": 320, "height": 480})
    page.goto(f"{server}/replays/{games(5)}/embed?turn=20")
    page.locator("#table .card").first.wait_for()
    heights = page.evaluate("""() => {
        const { bottom } = document.querySelector("#table").getBoundingClientRect();
        const boxes = [...document.querySelectorAll("#table .card")].map((card) => card.getBoundingClientRect());
        return [Math.min(...boxes.map((box) => box.height)), bottom - Math.max(...boxes.map((box) => box.bottom))];
    }""")
    assert heights[0] > 20 and heights[1] > 0


# Texts of which a part is not shown. The names of players may be shortened.
CUT = """() => [...document.querySelectorAll("main *:not(#title, #about, h3[id^=hand])")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.clientWidth > 1)
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== "visible")
    .concat([...document.querySelectorAll(".counters > div")]
        .filter((one) => one.getBoundingClientRect().right > innerWidth))
    .concat([...document.querySelectorAll("#choice")].filter((one) => one.scrollHeight > one.clientHeight))
    .map((one) => `${innerWidth}: ${one.textContent}`)"""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut(
    server: str, lend: Any, imported: str, caller: Any, games: Callable[[int], str], language: str
) -> None:
    """In a frame, a review, one before its last turn, whose counter has another name, and a game that is played."""
    played = caller.call("POST", "/v1/games", {"seats": 5, "bots": ["kagiya"] * 4})["id"]
    with lend(locale=language) as page:
        caller.sign_in(page.context)
        reviews = f"/replays/{imported}/embed?turn=55", f"/replays/{imported}?turn=20", f"/replays/{games(2)}"
        for path in (*reviews, f"/play/{played}"):
            page.goto(server + path)
            page.locator("#table .card").first.wait_for()
            for key in ("End", "ArrowLeft") if path == reviews[-1] else ():
                page.keyboard.press(key)
            for width, height in [(320, 568), (360, 640), (480, 800), (900, 700), *COMMON]:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                assert page.evaluate(CUT) == [], path


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
