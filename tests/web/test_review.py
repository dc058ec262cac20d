"""Tests of the review page in a browser, by keyboard, mouse and touch."""

import json
import urllib.request
from typing import Any

import pytest

from tests.browsing import expect
from tests.service.client import stacked
from tests.web.conftest import ApiCaller, new_caller, play_out

GROUND = "getComputedStyle(document.body).backgroundColor"


def replay(server: str, game: str, language: str = "en") -> Any:
    """Return a replay from the API."""
    request = urllib.request.Request(f"{server}/v1/replays/{game}", headers={"Accept-Language": language})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def opened(page: Any, server: str, game: str, place: str = "") -> Any:
    """Open the review page, and wait until it shows the table."""
    page.goto(f"{server}/replays/{game}{place}")
    page.locator("#announcement b").wait_for()
    return page


def rank_told(card: Any) -> str:
    """Return the rank on a card, which a back has if its clues leave only one."""
    if "rank" in card:
        return str(card["rank"])
    ranks = card["possible"]["ranks"]
    return str(ranks[0]) if len(ranks) == 1 else "?"


@pytest.mark.slow
def test_a_game_by_keyboard(server: str, page: Any, imported: str) -> None:
    """Every event is announced in order. Slider and address follow, without new history entries."""
    events = replay(server, imported)["events"]
    opened(page, server, imported)
    entries = page.evaluate("history.length")
    announcement = page.locator("#announcement")
    for event in events:
        expect(announcement).to_contain_text(event["line"])
        expect(page.locator("#slider")).to_have_value(str(event["version"]))
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(announcement).to_contain_text(f"Turn {len(events) - 1} of {len(events) - 1}.")
    page.wait_for_url(f"**?turn={len(events) - 1}")
    for key, turn in (("ArrowLeft", 54), ("PageUp", 51), ("Home", 0), ("PageDown", 3), ("End", 55)):
        page.keyboard.press(key)
        expect(announcement).to_contain_text(f"Turn {turn} of 55.")
    assert page.evaluate("history.length") == entries


def test_links_slider_seats_and_the_back_button(server: str, page: Any, imported: str) -> None:
    frames = f"{server}/v1/replays/{imported}/frames/17"
    with urllib.request.urlopen(f"{frames}?seat=2", timeout=60) as answer:
        seen = json.load(answer)
    opened(page, server, imported, "#turn=17&seat=2")
    seats = page.get_by_role("group", name="View as")
    expect(seats.get_by_role("button", name="Cathy", pressed=True)).to_have_count(1)
    expect(page.locator("#announcement b")).to_have_text("Turn 17 of 55.")
    for hand in seen["hands"]:
        shown = page.locator(f'#table [data-seat="{hand["seat"]}"] .face')
        expect(shown).to_have_text([rank_told(card) for card in hand["cards"]])
    seats.get_by_role("button", name="Bob").click()
    page.wait_for_url("**?turn=17&seat=1")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**?turn=18&seat=1")  # arrows step, also after a click on a seat
    seats.get_by_role("button", name="Open hands").click()
    page.wait_for_url("**?turn=18")
    expect(page.locator("#table .back")).to_have_count(0)
    page.get_by_role("slider").fill("20")
    page.wait_for_url("**?turn=20")
    page.locator("#events button", has_text=replay(server, imported)["events"][24]["line"]).click()
    page.wait_for_url("**?turn=24")
    page.keyboard.press("g")
    page.get_by_role("dialog").get_by_label("Turn").fill("7")
    page.keyboard.press("Enter")
    page.wait_for_url("**?turn=7")
    page.go_back()
    expect(page.locator("#announcement b")).to_have_text("Turn 24 of 55.")
    page.go_back()
    expect(page.locator("#announcement b")).to_have_text("Turn 20 of 55.")
    page.go_forward()
    expect(page.locator("#announcement b")).to_have_text("Turn 24 of 55.")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#announcement b")).to_have_text("Turn 55 of 55.")


@pytest.mark.slow
def test_the_reader_chooses_the_language(server: str, page: Any, imported: str) -> None:
    """All texts change, and the next page has the same language."""
    opened(page, server, imported, "#turn=9")
    for language, heading in (
        ("de", "Züge"),
        ("fr", "Coups"),
        ("nl", "Zetten"),
        ("da", "Træk"),
    ):
        page.get_by_role("banner").get_by_role("combobox").select_option(language)
        page.get_by_role("heading", name=heading, exact=True).wait_for()
        line = replay(server, imported, language)["events"][9]["line"]
        page.locator("#announcement", has_text=line).wait_for()
        assert page.locator("html").get_attribute("lang") == language
    for path, heading in (("/", "Seneste spil"), ("/problems", "Problemer"), ("/docs/rules", "Regler")):
        page.goto(server + path)
        page.get_by_role("heading", name=heading, exact=True).wait_for()


@pytest.mark.slow
def test_the_reader_chooses_light_or_dark(server: str, page: Any, imported: str) -> None:
    """The next page has the same colors, and the choice of the system's scheme is not kept."""
    opened(page, server, imported, "")
    page.emulate_media(color_scheme="light")
    light = page.evaluate(GROUND)
    page.get_by_role("button", name="Light or dark").click()
    assert (dark := page.evaluate(GROUND)) != light
    page.goto(f"{server}/docs/rules")
    assert page.evaluate(GROUND) == dark and "theme=dark" in page.evaluate("document.cookie")
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(GROUND) == light and "theme" not in page.evaluate("document.cookie")


def test_the_knowledge_of_a_card_by_mouse_and_keyboard(server: str, page: Any, with_bots: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})  # the card beside the moves
    opened(page, server, with_bots, "#turn=12")
    panel = page.get_by_role("region", name="Card knowledge")
    card = page.locator("#table .hand:not(.moves) .card").first  # which is still there one turn later
    card.hover()
    panel.get_by_role("table", name="Common knowledge").wait_for()
    expect(panel.get_by_role("table")).to_have_count(2)
    page.mouse.move(5, 5)
    panel.get_by_text("Point at a card").wait_for()
    card.focus()
    panel.get_by_role("table", name="Common knowledge").wait_for()
    page.keyboard.press("Escape")
    panel.get_by_text("Point at a card").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")  # the selected card stays selected one step later
    expect(page.locator("#announcement b")).to_contain_text("Turn 13")
    panel.get_by_role("table", name="Common knowledge").wait_for()


@pytest.mark.slow
def test_a_tap_on_a_phone_shows_knowledge_and_nothing_is_too_wide(server: str, phone: Any, with_bots: str) -> None:
    opened(phone, server, with_bots, "#turn=30&seat=0")
    phone.locator('#table [data-seat="0"]').first.tap()
    panel = phone.locator("#knowledge")
    panel.get_by_role("table").first.wait_for()
    panel.get_by_role("button", name="Close").tap()
    expect(panel.get_by_role("table")).to_have_count(0)
    phone.get_by_role("button", name="Forward").tap()
    expect(phone.locator("#announcement b")).to_contain_text("Turn 31")
    for place in ("#turn=0", "#turn=60"):
        phone.goto(f"{server}/replays/{with_bots}{place}")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = phone.evaluate(
        """[...document.querySelectorAll("button, select, input:not([type=radio]), .pill span, textarea")]
        .filter((one) => one.offsetParent && !one.closest("[hidden], .counters, .piles"))
        .map((one) => [one.id || one.className || one.textContent, one.getBoundingClientRect()])
        .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
        .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    assert not small


def test_step_by_step_mode_reveals_no_later_event(server: str, page: Any, imported: str) -> None:
    told = replay(server, imported)
    opened(page, server, imported, "#spoilers=off")
    for event in told["events"][:4]:
        expect(page.locator("#announcement")).to_contain_text(event["line"])
        expect(page.locator("#events > li")).to_have_count(event["version"] + 1)
        text = page.locator("body").inner_text()
        assert "25 points" not in text and "of 55" not in text and "Fireworks complete" not in text
        expect(page.get_by_role("slider")).to_have_attribute("max", str(event["version"]))
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.locator("#announcement b")).to_have_text("Turn 4.")
    page.get_by_role("button", name="Step by step").click()
    expect(page.locator("#about")).to_contain_text("25 points")


@pytest.mark.slow
def test_a_token_opens_a_private_game_and_is_not_kept(server: str, quiet_page: Any, private: str, caller: Any) -> None:
    page, urls = quiet_page, []
    page.on("request", lambda sent: urls.append(sent.url))
    page.goto(f"{server}/replays/{private}")
    page.get_by_text("There is no such replay").wait_for()
    page.locator("#trouble").get_by_label("Your token").fill(caller.token)
    page.locator("#trouble").get_by_role("button", name="Use it").click()
    page.locator("#announcement b").wait_for()
    assert not [url for url in urls if caller.token in url] and caller.token not in page.url
    assert not page.evaluate("Object.keys(localStorage).length + Object.keys(sessionStorage).length")
    assert "hnb_" not in page.evaluate("document.cookie")
    page.reload()
    page.locator("#announcement b").wait_for()


@pytest.mark.parametrize(
    ("game", "text"), [("g_" + "0" * 32, "There is no such replay"), ("running", "Still being played")]
)
def test_errors_are_shown(server: str, quiet_page: Any, caller: Any, game: str, text: str) -> None:
    if game == "running":
        game = caller.game(bots=["random"])
    quiet_page.goto(f"{server}/replays/{game}")
    quiet_page.get_by_text(text).wait_for()


@pytest.mark.slow
def test_a_lost_game_has_nothing_left_to_reach(server: str, page: Any, caller: ApiCaller) -> None:
    """The page shows the score that counts, and not the points on the table."""
    other = new_caller(server, "Béla of the strikes")
    game = caller.game(other, sandbox=True, deck=stacked("r1 r5 r3 r4 y1  y1 y2 y3 g4 b5"))
    for player, card in ((caller, 0), (other, 9), (caller, 1), (other, 8)):
        player.move(game, type="play", card=card)
    opened(page, server, game, "#turn=4")
    for name in ("score", "reachable"):
        expect(page.locator(f"#table .counters .{name} dd")).to_have_text("0")
        assert page.locator(f"#curve path.{name}").get_attribute("d").endswith("V100.0")
    expect(page.locator("#curve-score")).to_have_text("0")
    expect(page.locator("#announcement")).to_contain_text("That was the last strike, and the game is lost.")


def test_replays_are_found(server: str, page: Any, caller: ApiCaller, newly_imported: str) -> None:
    """Conditions and pages work without a mouse, and the address has the conditions. Imports are listed apart."""
    ended = play_out(caller, caller.game(bots=["kagiya"]))
    page.goto(f"{server}/replays")
    page.locator(f'#found a[href="/replays/{ended}"]').wait_for()
    assert not page.locator(f'#found a[href="/replays/{newly_imported}"]').count()
    page.get_by_label("Seats").select_option("3")
    page.get_by_label("Suits").select_option("none")
    page.get_by_label("Played here").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_text("More filters").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Score from").fill("1")
    page.keyboard.press("Enter")
    page.wait_for_url("**#seats=3&multicolor=none&imported=true&score_gte=1")
    page.locator(f'#found a[href="/replays/{newly_imported}"]').wait_for()
    assert not page.locator(f'#found a[href="/replays/{ended}"]').count()
    page.get_by_label("Score from").fill("30")
    page.keyboard.press("Enter")
    page.get_by_text("No replays found").wait_for()
    page.go_back()
    page.locator(f'#found a[href="/replays/{newly_imported}"]').click()
    page.locator("#announcement b").wait_for()


def test_notes_are_shown_and_a_comment_is_written(server: str, page: Any, imported: str, caller: Any) -> None:
    """The reader pastes a token and comments on the current turn. The author can delete the comment."""
    opened(page, server, imported, "#turn=20")
    page.get_by_role("tab", name="Notes").click()
    part = page.locator("#notes-part")
    part.get_by_text("Other notes and comments").click()
    part.get_by_text("Note by Alice").first.wait_for()
    part.get_by_label("Your comment").fill("A 5 <i>first</i>?\nYes.")
    part.get_by_role("button", name="Send").click()
    part.get_by_text("This needs an account").wait_for()
    part.get_by_label("Your token").fill(caller.token)
    part.get_by_role("button", name="Use it").click()
    part.get_by_text("You are signed in.").wait_for()
    part.get_by_role("button", name="Send").click()
    part.get_by_text("Comment posted.").wait_for()
    written = part.get_by_role("listitem").filter(has_text="Comment by Ada <b>")
    expect(written).to_contain_text("A 5 <i>first</i>?\nYes.", use_inner_text=True)
    page.get_by_role("button", name="To the start").click()
    written.get_by_role("button", name="Turn 20").click()
    page.wait_for_url("**?turn=20")
    (stored,) = caller.call("GET", f"/v1/replays/{imported}/comments")["items"]
    assert (stored["anchor"], stored["text"]) == ("turn-20", "A 5 <i>first</i>?\nYes.")
    opened(page, server, imported, "#turn=10&spoilers=off")
    expect(written).to_have_count(0)
    opened(page, server, imported, "#turn=20")
    page.reload()
    page.get_by_role("tab", name="Notes").click()
    written.get_by_role("button", name="Delete").click()
    written.wait_for(state="detached")
    assert not caller.call("GET", f"/v1/replays/{imported}/comments")["items"]


@pytest.mark.slow
def test_a_longer_list_has_pages(server: str, page: Any, with_a_bot: str, with_bots: str) -> None:
    """The pages are made short, so that a few replays are enough."""
    page.route("**/v1/replays?*", lambda sent: sent.continue_(url=sent.request.url.replace("limit=20", "limit=1")))
    page.goto(f"{server}/replays")
    found = page.locator("#found .result")
    for shown in (1, 2):
        page.get_by_text(f"Replays shown: {shown}").wait_for()
        expect(found).to_have_count(shown)
        if shown == 1:
            page.get_by_role("button", name="More").press("Enter")
    expect(found.nth(1)).to_be_focused()
    assert len({found.nth(n).get_attribute("href") for n in range(2)}) == 2
