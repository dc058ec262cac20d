"""Tests of shared links and of the page for frames in a browser."""

import urllib.request
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.browsing import expect
from tests.rows import in_one_test, slow_unless
from tests.service.pages.test_pages import Page
from tests.web.axe import findings
from tests.web.conftest import ApiCaller, play_out


@pytest.mark.parametrize("mark", slow_unless("?".__eq__, ["?", "#"]))
def test_a_shared_link_opens_its_turn_and_seat(server: str, page: Any, imported: str, mark: str) -> None:
    """The page keeps the place in the query, also of an older link, which has it in the fragment."""
    page.goto(f"{server}/replays/{imported}{mark}turn=7&seat=1")
    page.locator("#announcement b", has_text="Turn 7 of 55.").wait_for()
    assert page.url == f"{server}/replays/{imported}?turn=7&seat=1"


def test_the_page_for_frames_steps_through_the_game(server: str, page: Any, imported: str) -> None:
    """By buttons, by keys and by the slider, on the board."""
    page.goto(f"{server}/replays/{imported}/embed?turn=7&seat=1")
    said = page.get_by_role("status")
    said.get_by_text("Turn 7.").wait_for()
    expect(page.locator("#table .hand")).to_have_count(3)
    expect(page.locator("#table .back")).to_have_count(5)
    page.get_by_role("button", name="Forward").click()
    expect(said).to_contain_text("Turn 8.")
    page.keyboard.press("End")
    expect(said).to_contain_text("Turn 55.")
    expect(page.locator("#table .score dd")).to_have_text("25")
    page.locator("#slider").fill("3")
    expect(said).to_contain_text("Turn 3.")
    assert not findings(page)
    for size in ((640, 400), (320, 480)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]


@pytest.mark.slow
def test_a_line_is_shared(server: str, page: Any, imported: str) -> None:
    """The link, the picture and the frame of a line have its moves."""
    line = "from=20&moves=d13,c1:5&turn=22"
    page.goto(f"{server}/replays/{imported}?{line}")
    page.get_by_role("tab", name="Share").click()
    panel = page.locator("#share")
    expect(panel.get_by_label("Link", exact=True)).to_have_value(f"{server}/replays/{imported}?{line}")
    picture = panel.get_by_role("link", name="This turn as PNG")
    expect(picture).to_have_attribute("href", f"/replays/{imported}/board.png?{line}")
    page.goto(f"{server}/replays/{imported}/embed?{line}")
    expect(page.get_by_role("status")).to_contain_text("Turn 22. Alice to Bob: “You have a 5: slot 5.”")
    expect(page.get_by_role("slider")).to_have_attribute("max", "22")


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    slow_unless(lambda name: "Hole" in name, ["Throw It in a Hole (5 Suits)", "Up or Down & Rainbow (6 Suits)"]),
)
def test_the_page_for_frames_shows_variants(server: str, page: Any, caller: ApiCaller, variant: str) -> None:
    """As a seat saw them, also while the fireworks lie face down."""
    rules = {"edition": "hanab_live", "variant": variant}
    game = caller.game(bots=["random"], rules=rules)
    page.goto(f"{server}/replays/{play_out(caller, game)}/embed?seat=0")
    turns = min(10, int(page.get_by_role("slider").get_attribute("max") or 0))  # a bot of random moves may strike out
    for _ in range(turns):
        page.get_by_role("button", name="Forward").click()
    expect(page.get_by_role("status")).to_contain_text(f"Turn {turns}.")


def test_the_panel_shares_what_the_reader_sees(server: str, page: Any, imported: str) -> None:
    """The link, the frame and the pictures follow the turn, the seat and the choice to leave the result out."""
    page.goto(f"{server}/replays/{imported}#turn=7")
    page.locator("#announcement b", has_text="Turn 7").wait_for()
    page.get_by_role("tab", name="Share").click()
    panel = page.locator("#share")
    link, frame = panel.get_by_label("Link", exact=True), panel.get_by_label("For a web page")
    expect(link).to_have_value(f"{server}/replays/{imported}?turn=7")
    panel.get_by_label("View as").select_option("1")
    panel.get_by_label("Without the result").check()
    expect(link).to_have_value(f"{server}/replays/{imported}?turn=7&seat=1&spoilers=off")
    shown = page.evaluate(
        "code => new DOMParser().parseFromString(code, 'text/html').querySelector('iframe').src", frame.input_value()
    )
    assert shown == f"{server}/replays/{imported}/embed?turn=7&seat=1"
    picture = panel.get_by_role("link", name="This turn as PNG")
    expect(picture).to_have_attribute("href", f"/replays/{imported}/board.png?turn=7&seat=1")
    panel.get_by_label("Preview without names").check()
    expect(picture).to_have_attribute("href", f"/replays/{imported}/board.png?turn=7&seat=1&names=off")
    expect(link).to_have_value(f"{server}/replays/{imported}?turn=7&seat=1&spoilers=off&names=off")
    panel.get_by_label("Preview without names").uncheck()
    picture = panel.get_by_role("link", name="This turn as SVG")
    expect(picture).to_have_attribute("href", f"/v1/replays/{imported}/positions/7.svg?seat=1")
    page.get_by_role("button", name="Forward").click()
    page.locator("#announcement b", has_text="Turn 8").wait_for()
    expect(link).to_have_value(f"{server}/replays/{imported}?turn=8&seat=1&spoilers=off")
    panel.get_by_label("This turn", exact=True).uncheck()
    expect(link).to_have_value(f"{server}/replays/{imported}?seat=1&spoilers=off")
    page.goto(link.input_value())
    page.locator("#announcement b", has_text="Turn 0.").wait_for()


@pytest.mark.slow
def test_the_link_is_copied(server: str, chromium: Any, imported: str) -> None:
    """The clipboard has it, and the page says so."""
    context = chromium.new_context(locale="en-GB", permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{server}/replays/{imported}#turn=7")
    page.get_by_role("tab", name="Share").click()
    page.locator("#share").get_by_role("button", name="Copy").first.click()
    page.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{server}/replays/{imported}?turn=7"
    context.close()


@in_one_test("path", ["/", "/puzzles", f"/puzzles/p_{'0' * 32}", "/play", f"/play/g_{'0' * 32}"])
def test_other_pages_have_a_description_for_links(server: str, path: str) -> None:
    """Title, text and picture are there before any script runs. They are the same for all puzzles and games."""
    try:
        answer = urllib.request.urlopen(f"{server}{path}", timeout=60)
    except HTTPError as nothing:  # what does not exist is 404
        answer = nothing
    with answer:
        page = Page(answer.read().decode())
    found = {
        attributes["property"]: attributes["content"] or ""
        for tag, attributes in page.tags
        if tag == "meta" and "property" in attributes
    }
    assert found["og:title"] and found["og:description"] and found["og:url"] == f"{server}{path}"
    with urllib.request.urlopen(found["og:image"], timeout=60) as answer:
        assert answer.headers["Content-Type"] == "image/png"
