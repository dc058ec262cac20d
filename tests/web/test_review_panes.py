"""Tests of the panes of the review page: layout, moves, curve, keys, the life of a card, and moves that are tried."""

import re
from typing import Any

import pytest

from tests.browsing import expect
from tests.rows import IN_FULL, slow_unless
from tests.web.conftest import ApiCaller
from tests.web.test_review import opened, replay

DESKTOPS = [(1280, 960), (1920, 1080), (2560, 1440)]
LAPTOPS = [(720, 640), (1100, 880), (1366, 560)]
BESIDE = {"width": 1440, "height": 900}  # the moves above the tabs
PHONES = [(390, 844), (844, 390)]
OUTSIDE = """(names) => names.filter((name) => {
    const { top, left, bottom, right, height } = document.querySelector(name).getBoundingClientRect();
    return !height || top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
})"""
PLACES = """() => ["#table", "#announcement", ".plot", "#next", "#eyes", "#events", "#tabs"].map((name) => {
    const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
    return [name, x, y, name === "#announcement" ? 0 : width, name === "#announcement" ? 0 : height];
})"""


# Returns where the cards of the first seat are, from the left to the right.
COLUMNS = """() => [...document.querySelectorAll('#table .card[data-seat="0"]')]
    .map((card) => [Number(card.dataset.place), card.getBoundingClientRect().x])
    .sort(([, one], [, other]) => one - other).map(([place]) => place).join(" ")"""


def expect_turn(page: Any, turn: str) -> None:
    """Wait until the page announces a turn."""
    expect(page.locator("#announcement b")).to_have_text(f"{turn}.")


def expect_columns(page: Any, places: str) -> None:
    """Wait until the cards of the first seat are in this order."""
    page.wait_for_function(f"places => ({COLUMNS})() === places", arg=places)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), slow_unless(DESKTOPS[1].__eq__, DESKTOPS))
def test_the_panes_fill_the_window(server: str, page: Any, with_bots: str, width: int, height: int) -> None:
    """Nothing but the panes scrolls, and the board is the largest part."""
    page.set_viewport_size({"width": width, "height": height})
    opened(page, server, with_bots, "#turn=20")
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    assert not page.evaluate(OUTSIDE, ["#table", "#next", "#slider", "#eyes", "#moves-part", "#card-part"])
    areas = [page.locator(f"#{name}").bounding_box() for name in ("table", "moves-part", "card-part")]
    assert max(area["width"] for area in areas) == areas[0]["width"]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), slow_unless(LAPTOPS[0].__eq__, LAPTOPS))
def test_a_part_of_a_screen_shows_the_moves_in_a_tab(
    server: str, page: Any, with_bots: str, width: int, height: int
) -> None:
    """The tabs are beside the board, and nothing covers it."""
    page.set_viewport_size({"width": width, "height": height})
    opened(page, server, with_bots, "#turn=20")
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    expect(page.get_by_role("tab", name="Moves", selected=True)).to_have_count(1)
    assert not page.evaluate(OUTSIDE, ["#table", "#next", "#slider", "#eyes", "#moves-part"])
    page.get_by_role("tab", name="Card").click()
    expect(page.locator("#moves-part")).to_be_hidden()
    assert not page.evaluate(OUTSIDE, ["#table", "#card-part"])
    table, panel = page.locator("#table").bounding_box(), page.locator("#card-part").bounding_box()
    assert table["x"] + table["width"] <= panel["x"]


@pytest.fixture(scope="module")
def five_suits(caller: ApiCaller) -> str:
    """A game of five that soon ends with strikes."""
    game = caller.game(seats=5, bots=["random"] * 4)
    while caller.call("GET", f"/v1/games/{game}")["status"] == "running":
        caller.move(game, "play")
    return game


@pytest.mark.parametrize(("width", "height"), slow_unless(lambda size: size[0] < size[1], PHONES))
def test_a_phone_shows_board_and_controls_at_once(
    server: str, phone: Any, five_suits: str, with_bots: str, width: int, height: int
) -> None:
    """A low phone scrolls to the piles of five seats, and any phone to a part of those of six suits."""
    phone.set_viewport_size({"width": width, "height": height})
    controls = [*(f"#hand-{seat}" for seat in range(5)), "#next", "#slider", "#eyes"]
    opened(phone, server, five_suits, "")
    assert not phone.evaluate(OUTSIDE, [*controls, "#tabs", *(["#table", ".piles"] if width < height else [])])
    opened(phone, server, with_bots, "#turn=20")
    assert not phone.evaluate(OUTSIDE, controls)


@pytest.mark.slow
@IN_FULL
@pytest.mark.parametrize("place", slow_unless("#seat=1".__eq__, ["", "#seat=1", "#spoilers=off"]))
def test_nothing_moves_while_stepping(server: str, page: Any, imported: str, place: str, in_full: bool) -> None:
    opened(page, server, imported, place)
    before = page.evaluate(PLACES)
    for _ in range(55 if in_full else 15):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(PLACES) == before


@pytest.mark.slow
def test_moves_are_compact_and_lead_to_turns(server: str, page: Any, imported: str) -> None:
    """Each row has the sentence as its name, and marks its cards on the board."""
    opened(page, server, imported, "#turn=17")
    events = replay(server, imported)["events"]
    rows = page.locator("#events > li > button")
    expect(rows).to_have_count(len(events))
    told = ["Alice → Bob [4]", "Bob plays 1 (4)", "Cathy → Alice [3]", "Alice → Bob [1,2,3]"]
    for number, text in enumerate(told, start=1):
        expect(rows.nth(number).locator(".compact")).to_have_text(text, use_inner_text=True)
    page.get_by_role("button", name=f"18 {events[18]['line']}", exact=True).hover()
    expect(page.locator("#table .pointed")).to_have_count(len(events[18]["touched"]))
    rows.nth(18).click()
    page.wait_for_url("**?turn=18")
    expect(page.locator("#events [aria-current]")).to_have_count(1)
    expect(rows.nth(18)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowDown")
    expect(rows.nth(19)).to_be_focused()


@pytest.mark.slow
def test_the_curve_is_the_slider(server: str, page: Any, imported: str) -> None:
    """A drag goes to the turn below the pointer, and the slider says what it shows."""
    opened(page, server, imported)
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 1, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 22 / 55, box["y"] + 20, steps=5)
    page.mouse.up()
    expect_turn(page, "Turn 22 of 55")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(r"^Turn 22 of 55\. Score 9, (at most )?25 reachable\.$")
    )
    slider.press("ArrowLeft")
    expect_turn(page, "Turn 21 of 55")
    expect(page.locator("#curve .axis.points span")).to_have_text(["0", "10", "25"])
    slider.press("Home")
    assert page.evaluate(COVERED) == [0, 0], "the knob covers a label"


# Returns how many labels of the curve the knob covers, and how many cover each other.
COVERED = """() => {
    const line = document.querySelector(".thumb").getBoundingClientRect();
    const { left, bottom, width, height } = getComputedStyle(document.querySelector(".thumb"), "::after");
    const [x, y] = [line.left + parseFloat(left), line.bottom - parseFloat(bottom)];
    const knob = { left: x, right: x + parseFloat(width), top: y - parseFloat(height), bottom: y };
    const labels = [...document.querySelectorAll("#curve .axis span")].map((one) => one.getBoundingClientRect());
    const beside = (one, two) => one.right <= two.left || two.right <= one.left;
    const meet = (one, two) => !beside(one, two) && one.top < two.bottom && two.top < one.bottom;
    const others = (one) => labels.filter((two) => one !== two && meet(one, two));
    return [labels.filter((one) => meet(one, knob)).length, labels.flatMap(others).length];
}"""

KEYS = [
    ("]", "Turn 23 of 55"),
    ("[", "Turn 20 of 55"),
    ("[", "Turn 17 of 55"),
    ("ArrowRight ArrowRight", "Turn 19 of 55"),
    ("e", "Turn 19"),
    ("e", "Turn 19 of 55"),
    ("2 ArrowRight", "Turn 20 of 55"),
    ("Home", "Turn 0 of 55"),
]


def test_keys_go_through_the_game(server: str, page: Any, imported: str) -> None:
    opened(page, server, imported, "#turn=20")
    for keys, expected in KEYS:
        for key in keys.split():
            page.keyboard.press(key)
        expect_turn(page, expected)


@pytest.mark.slow
def test_keys_choose_eyes_and_order(server: str, page: Any, imported: str) -> None:
    """The browser remembers the order. Slots are counted from the left."""
    opened(page, server, imported, "#turn=3")
    page.keyboard.press("2")
    page.wait_for_url("**?turn=3&seat=1")
    page.keyboard.press("0")
    page.wait_for_url("**?turn=3")
    expect_columns(page, "0 1 2 3 4")
    page.keyboard.press("l")
    expect_columns(page, "4 3 2 1 0")
    page.reload()
    expect_columns(page, "4 3 2 1 0")
    expect(page.locator("#events .compact").nth(1)).to_have_text(re.compile(r"\[4\]$"))


@pytest.mark.slow
def test_the_sheet_of_keys(server: str, page: Any, imported: str) -> None:
    """No key does anything else while it is open."""
    opened(page, server, imported, "#turn=20")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet.locator("kbd").nth(12)).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    sheet.wait_for(state="hidden")
    expect_turn(page, "Turn 20 of 55")


@pytest.mark.slow
def test_autoplay_stops_at_the_end_and_by_any_key(server: str, fresh_page: Any, imported: str) -> None:
    page = fresh_page
    page.clock.install(time="2026-01-01")
    opened(page, server, imported, "#turn=52")
    page.get_by_role("tab", name="More").click()
    page.get_by_label("Seconds per turn").select_option("0.5")
    page.clock.pause_at("2026-01-02")
    page.locator("#table").focus()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.clock.run_for(1500)
    page.locator("#announcement b", has_text="Turn 55 of 55.").wait_for()
    page.get_by_role("button", name="Play automatically").wait_for()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play automatically").click()
    page.clock.run_for(500)
    page.locator("#announcement b", has_text="Turn 2 of 55.").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play automatically").wait_for()


@pytest.mark.slow
def test_a_swipe_steps(server: str, phone: Any, imported: str) -> None:
    """To the left forward, to the right back; not up or down."""
    opened(phone, server, imported, "#turn=20")
    phone.wait_for_function("document.elementFromPoint(200, 300)?.closest('#table')")
    touches = phone.context.new_cdp_session(phone)

    def send(kind: str, points: list[dict[str, int]]) -> None:
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for to, expected in (((100, 310), "Turn 21"), ((320, 310), "Turn 20"), ((200, 180), "Turn 20")):
        send("touchStart", [{"x": 200, "y": 300}])
        send("touchMove", [{"x": to[0], "y": to[1]}])
        send("touchEnd", [])
        expect_turn(phone, f"{expected} of 55")


@pytest.mark.slow
def test_the_life_of_a_card(server: str, page: Any, imported: str) -> None:
    """From a hand, from a row of the moves and from a firework, with links to its turns."""
    page.set_viewport_size(BESIDE)
    opened(page, server, imported, "#turn=1")
    page.locator('#table .card[data-card="6"]').click()
    life = page.locator("#life li")
    told = ["Dealt to Bob.", "Alice to Bob: “You have one green card: slot 4.”", "Bob plays the green 1."]
    expect(life.locator(".turn + span")).to_have_text(told)
    life.last.get_by_role("button").click()
    page.wait_for_url("**?turn=2")
    page.locator("#card-part").get_by_role("button", name="Close").click()
    page.locator('#table .firework[data-card="6"]').click()
    page.get_by_text("Dealt to Bob.").wait_for()
    page.locator('#events [data-life="9"]').click()
    page.wait_for_url("**?turn=20")
    expect(page.locator("#life h3")).to_have_text("Life of the card")
    expect(life.last).to_contain_text("red 2")


@pytest.mark.parametrize(
    ("place", "count"),
    slow_unless(lambda row: "off" in row[0], [("#turn=1&seat=1", 2), ("#turn=1&spoilers=off", 2), ("#turn=1", 3)]),
)
def test_the_life_of_a_card_tells_no_more_than_the_view(
    server: str, page: Any, imported: str, place: str, count: int
) -> None:
    """Neither what is to come, nor what a hidden card will turn out to be."""
    opened(page, server, imported, place)
    page.locator('#table .card[data-card="6"]').click()
    expect(page.locator("#life .life li")).to_have_count(count)


@pytest.mark.slow
def test_other_moves_are_tried_on_the_table(server: str, page: Any, chromium: Any, imported: str) -> None:
    """Without a token: play, clue, undo, redo, and a link that others can open."""
    stored: list[str] = []
    page.on(
        "request",
        lambda sent: stored.append(sent.url) if sent.url.endswith("/lines") and sent.method == "POST" else None,
    )
    page.set_viewport_size(BESIDE)
    opened(page, server, imported, "#turn=20")
    page.locator('#table .card[data-seat="2"]').nth(2).click()
    page.get_by_role("button", name="Discard slot 3 (white 3)").click()
    page.locator("#announcement", has_text="Cathy discards the white 3.").wait_for()
    page.locator('#table .card[data-seat="1"]').first.click()
    page.locator("#choice").get_by_role("button", name="Tell Bob: 5").click()
    page.locator("#announcement", has_text="Alice to Bob").wait_for()
    page.wait_for_url("**?from=20&moves=d13,c1:5&turn=22")
    line = page.get_by_role("list", name="Tried line").get_by_role("listitem")
    expect(line).to_have_count(2)
    expect(page.locator("#events > li:not(.line)")).to_have_count(56)
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_text("The analysis is of the game as it was played.").wait_for()
    page.keyboard.press("u")
    page.locator("#announcement", has_text="Cathy discards the white 3.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("#announcement b", has_text="Turn 20 of 55.").wait_for()
    page.keyboard.press("r")
    page.locator("#announcement", has_text="Cathy discards the white 3.").wait_for()
    page.get_by_role("button", name="Redo").click()
    page.wait_for_url("**?from=20&moves=d13,c1:5&turn=22")
    other = chromium.new_context(locale="de-DE").new_page()
    other.goto(page.url)
    other.locator("#announcement b", has_text="Zug 22 von 22.").wait_for()
    other.keyboard.press("ArrowLeft")
    other.locator("#announcement", has_text="Cathy wirft die weiße 3 ab.").wait_for()
    other.keyboard.press("u")
    other.wait_for_url("**?from=20&moves=d13&turn=21")
    other.context.close()
    page.locator("#events > li").nth(5).get_by_role("button").click()
    page.wait_for_url("**?turn=5")
    assert not stored
    page.go_back()
    page.locator("#announcement b", has_text="Turn 22 of 22.").wait_for()


@pytest.mark.slow
def test_a_line_is_saved_and_deleted(server: str, page: Any, lend: Any, imported: str, caller: ApiCaller) -> None:
    """With a title, by a reader who has no account before."""
    opened(page, server, imported, "#turn=20")
    page.locator('#table .card[data-seat="2"]').nth(2).click()
    page.get_by_role("button", name="Discard slot 3 (white 3)").click()
    page.get_by_role("button", name="Save line").click()
    form = page.get_by_role("dialog", name="Save line")
    form.get_by_label("Title").fill("Keep the clue")
    form.get_by_label("No token yet?").fill("Zoë")
    form.get_by_role("button", name="New account").click()
    form.get_by_text("You are signed in.").wait_for()
    form.get_by_role("button", name="Save line").click()
    page.wait_for_url("**?line=b_*&turn=21")
    with lend() as other:
        other.goto(page.url)
        other.get_by_text("Keep the clue").first.wait_for()
    page.get_by_role("tab", name="Analysis").click()
    saved = page.locator("#saved-lines")
    saved.get_by_role("button", name="Keep the clue").wait_for()
    saved.get_by_role("button", name="Delete").click()
    page.locator("#announcement b", has_text="of 55").wait_for()
    assert not caller.call("GET", f"/v1/replays/{imported}/lines")["items"]


@pytest.mark.slow
def test_step_by_step_mode_is_not_shortened_by_a_line(server: str, page: Any, imported: str) -> None:
    """After a line that goes on for longer, the game is still known only up to the turn that was reached."""
    opened(page, server, imported, "#turn=5&spoilers=off")
    for _ in range(3):
        page.locator("#table .hand.moves .card").first.click()
        page.get_by_role("button", name=re.compile("^Discard")).click()
        page.locator("#choice button").first.wait_for(state="hidden")
    page.get_by_role("button", name="Back to the game").click()
    page.locator("#in-line").wait_for(state="hidden")
    expect(page.locator("#events > li:not(.line)")).to_have_count(6)


@pytest.mark.slow
def test_the_tabs_by_keyboard(server: str, page: Any, imported: str) -> None:
    """Arrow keys change the tab, and do not step."""
    page.set_viewport_size(BESIDE)
    opened(page, server, imported, "#turn=20")
    page.get_by_role("tab", name="Card").focus()
    for key, name in (("ArrowRight", "Notes"), ("End", "More"), ("ArrowRight", "Card"), ("ArrowLeft", "More")):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name, selected=True)).to_be_focused()
    expect_turn(page, "Turn 20 of 55")
    expect(page.get_by_role("tabpanel", name="More")).to_be_visible()


@pytest.mark.slow
def test_the_sheet_of_a_phone_leaves_the_tapped_card_visible(server: str, phone: Any, imported: str) -> None:
    opened(phone, server, imported, "#turn=20")
    assert phone.locator("#about").evaluate("(one) => one.scrollWidth <= one.clientWidth"), "the header is cut"
    for seat in (0, 2):
        card = phone.locator(f'#table .card[data-seat="{seat}"]').nth(1)
        card.tap()
        phone.locator("#card-part").wait_for()
        assert phone.evaluate(
            "document.querySelector('#knowledge').compareDocumentPosition(document.querySelector('#choice')) === 4"
        ), "what is known comes before other moves"
        sheet, tapped = phone.locator("#card-part").bounding_box(), card.bounding_box()
        assert sheet["y"] >= tapped["y"] + tapped["height"] or sheet["y"] + sheet["height"] <= tapped["y"]
        phone.locator("#card-part").get_by_role("button", name="Close").tap()
        phone.locator("#card-part").wait_for(state="hidden")
    phone.get_by_role("tab", name="Moves").tap()
    phone.locator("#events [aria-current]").wait_for()
    phone.get_by_role("button", name="Forward").tap()
    expect_turn(phone, "Turn 21 of 55")
