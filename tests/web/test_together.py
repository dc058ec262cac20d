"""Tests of a review together in browsers: a leader and two followers."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.browsing import expect, watched
from tests.rows import slow_unless
from tests.web.axe import findings
from tests.web.conftest import new_caller


@pytest.fixture
def readers(lend: Any) -> Iterator[list[Any]]:
    """Pages of three people, of whose scripts nobody complains."""
    with ExitStack() as stack:
        pages = [stack.enter_context(lend()) for _ in range(3)]
        for page in pages:
            stack.enter_context(watched(page, ""))
        yield pages


def at_turn(page: Any, turn: int) -> None:
    """Wait until a page shows a turn."""
    page.locator("#announcement b", has_text=f"Turn {turn} of 55.").wait_for()


def begin(leader: Any, server: str, game: str, turn: int) -> None:
    """Begin a review at a turn of a game."""
    leader.goto(f"{server}/replays/{game}#turn={turn}")
    at_turn(leader, turn)
    leader.get_by_role("tab", name="Share").click()
    leader.locator("#share").get_by_role("button", name="Review together").click()
    leader.get_by_text("You lead this review.").wait_for()


@pytest.mark.slow
def test_a_leader_and_two_followers(server: str, readers: list[Any], imported: str) -> None:
    """The boards follow turn, seat and pointer. One of the followers has no account, the other one takes the lead."""
    leader, guest, friend = readers
    for page, name in ((leader, "Lea"), (friend, "Finn")):
        new_caller(server, name).sign_in(page.context)
    begin(leader, server, imported, 7)
    assert "?turn=7#session=s_" in leader.url
    for page in (guest, friend):
        page.goto(leader.url)
        page.get_by_text("Lea leads this review.").wait_for()
        at_turn(page, 7)
    leader.get_by_role("button", name="Forward").click()
    leader.locator("#table [data-card]").first.hover()
    card = leader.locator("#table [data-card]").first.get_attribute("data-card")
    for page in (guest, friend):
        at_turn(page, 8)
        page.wait_for_function(
            "card => getComputedStyle(document.querySelector(`#table [data-card='${card}']`)).outlineStyle === 'solid'",
            arg=card,
        )
    friend.locator(".together-talk").get_by_label("Message").fill("Why <b>this</b>?")
    friend.locator(".together-talk").get_by_role("button", name="Send").click()
    for page in (leader, guest):
        page.locator(".together-talk li", has_text="Finn Why <b>this</b>?").wait_for()
    leader.get_by_label("Hand over").select_option(label="to Finn")
    friend.get_by_text("You lead this review.").wait_for()
    friend.keyboard.press("Escape")
    friend.get_by_role("button", name="Forward").click()
    for page in (leader, guest):
        page.get_by_text("Finn leads this review.").wait_for()
        at_turn(page, 9)
    guest.get_by_role("button", name="Follow").click()
    friend.get_by_role("button", name="Forward").click()
    at_turn(leader, 10)
    at_turn(guest, 9)
    guest.get_by_role("button", name="Follow").click()
    at_turn(guest, 10)
    guest.get_by_role("button", name="Back", exact=True).click()  # who goes elsewhere no longer follows
    guest.get_by_role("button", name="Follow", pressed=False).wait_for()
    friend.get_by_role("button", name="Forward").click()
    at_turn(leader, 11)
    at_turn(guest, 9)
    guest.get_by_role("button", name="Follow").click()
    at_turn(guest, 11)
    guest.reload()
    guest.get_by_text("Finn leads this review.").wait_for()
    assert not findings(guest)
    guest.get_by_role("button", name="Leave").click()
    expect(guest.locator(".together, .together-talk")).to_have_count(0)
    guest.wait_for_url(lambda url: "session" not in url)
    guest.reload()
    at_turn(guest, 11)
    assert not guest.locator(".together").count()


@pytest.mark.slow
def test_a_follower_asks_to_lead(server: str, readers: list[Any], imported: str) -> None:
    """The leader hands over with one click, and who finds no leader leads at once, mutes, deletes and ends."""
    leader, guest, _ = readers
    begin(leader, server, imported, 3)
    expect(leader.locator(".together .talk")).to_be_focused()
    guest.goto(leader.url)
    guest.get_by_role("button", name="Ask to lead").click()
    for page in (guest, leader):
        page.locator(".together-talk li", has_text="May I lead?").wait_for()
    leader.get_by_role("button", name="Hand over to").click()
    guest.get_by_text("You lead this review.").wait_for()
    leader.get_by_text(" leads this review.").wait_for()
    guest.get_by_label("Hand over").select_option("none")
    leader.get_by_text("Nobody leads this review.").wait_for()
    leader.get_by_role("button", name="Lead", exact=True).click()
    leader.get_by_text("You lead this review.").wait_for()
    asked = "May I lead?"
    leader.locator(".together-talk li", has_text=asked).get_by_role("button", name="Mute").click()
    for page in (guest, leader):
        page.locator(".together-talk li", has_text=asked).wait_for(state="detached")
    leader.get_by_label("Muted").select_option(index=1)
    leader.get_by_label("Muted").wait_for(state="hidden")
    guest.locator(".together-talk").get_by_label("Message").fill("Thanks.")
    guest.locator(".together-talk").get_by_role("button", name="Send").click()
    leader.locator(".together-talk li", has_text="Thanks.").get_by_role("button", name="Delete").click()
    guest.locator(".together-talk li", has_text="Thanks.").wait_for(state="detached")
    leader.get_by_role("button", name="End for all").click()
    expect(guest.get_by_role("status").filter(has_text="The review together has ended.")).to_be_visible()
    expect(leader.get_by_role("button", name="Close", exact=True)).to_be_focused()
    leader.keyboard.press("Enter")
    expect(leader.locator(".together")).to_have_count(0)
    expect(leader.locator("#table")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"),
    slow_unless(
        (390, 844).__eq__,
        [(1440, 900), (1366, 768), (1280, 720), (1024, 768), (820, 1180), (390, 844), (844, 390), (320, 568)],
    ),
)
def test_the_bar_covers_nothing(server: str, readers: list[Any], imported: str, width: int, height: int) -> None:
    """It stands beside the title or above the panes, in the window. The chat covers no tab, and both have room."""
    reader = readers[0]
    reader.set_viewport_size({"width": width, "height": height})
    begin(reader, server, imported, 3)
    overlaps = reader.evaluate(
        """() => {
          const box = (place) => place.getBoundingClientRect();
          const bar = box(document.querySelector(".together"));
          const names = ["header", "#title", "#table", ".now", ".controls", "#tabs"];
          const others = names.map((one) => document.querySelector(one));
          const beside = (one) => one.right <= bar.left || one.left >= bar.right;
          const apart = (one) => beside(one) || one.bottom <= bar.top + 1 || one.top >= bar.bottom - 1;
          return [...others.filter((one) => !apart(box(one))).map((one) => one.id || one.className || one.tagName),
            ...(bar.right > innerWidth || bar.bottom > innerHeight ? ["window"] : [])];
        }"""
    )
    assert not overlaps
    for part, opener in (("#notes-part", "#tab-notes"), (".together-talk", ".together .talk")):
        if opener == "#tab-notes" or reader.locator(part).is_hidden():
            reader.locator(opener).click()
        assert reader.evaluate(
            """(part) => {
              document.querySelector(part).scrollIntoView({ block: "nearest" });
              const { left, right, top, bottom, height } = document.querySelector(part).getBoundingClientRect();
              const corners = [left + 8, right - 8].flatMap((x) => [top + 8, bottom - 8].map((y) => [x, y]));
              const isOpen = corners.every((at) => document.elementFromPoint(...at)?.closest(part));
              return isOpen && height > Math.min(180, innerHeight / 4);
            }""",
            part,
        ), part
