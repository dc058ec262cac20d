"""Planned moves on the page of a game: chosen while others are to move, and made by the service."""

from typing import Any

import pytest

from tests.browsing import expect
from tests.service.client import stacked
from tests.service.factories import unique
from tests.web.axe import findings
from tests.web.conftest import ApiCaller, new_caller

HINT = "Select a card to plan your move. A clue to you, a failed play or a message ends the plan."
DECK = stacked("r1 y1 g1 w1 b1 r2 y2 g2 w2 b2 r3 y3 g3 w3 b3")


@pytest.fixture
def people(server: str) -> list[ApiCaller]:
    """Three people."""
    return [new_caller(server, unique(name)) for name in ("Ada", "Bela", "Chloe")]


@pytest.fixture
def path(server: str, page: Any, people: list[ApiCaller]) -> str:
    """The path of a game in the API, whose page the last of three people has open while the first one is to move."""
    page.set_viewport_size({"width": 1366, "height": 768})
    game = people[0].game(*people[1:], seats=3, sandbox=True, deck=DECK)
    people[2].sign_in(page.context)
    page.goto(f"{server}/play/{game}")
    page.locator("#events li").wait_for()
    expect(page.locator("#choice")).to_have_text(HINT)
    return f"/v1/games/{game}"


def play(people: list[ApiCaller], path: str, seat: int, version: int, **move: Any) -> None:
    """Make a move of a seat."""
    people[seat].call("POST", f"{path}/moves", {"type": "play", **move, "expected_version": version})


@pytest.mark.slow
def test_a_move_is_planned_and_taken_back(page: Any, people: list[ApiCaller], path: str) -> None:
    """With the buttons and keys of a turn. The reader sees it in words, and what has become of it.

    The panel scrolls with a card chosen, not the page.
    """
    page.locator("#table .hand [data-card='10']").focus()
    page.keyboard.press("Enter")
    page.locator("#knowledge .matrices table").nth(1).wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_label("If").select_option('[{"seat":1,"type":"play","card":5}]')
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Plan: Discard slot 5")).to_be_focused()
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    expect(page.locator("#choice")).to_contain_text("Play slot 5 (red 2) → Play slot 5")
    expect(page.locator("#table [data-card='10']")).to_be_focused()
    foreseen = {"when": [{"seat": 1, "type": "play", "card": 5}], "then": {"type": "play", "card": 10}}
    assert people[2].call("GET", f"{path}/planned-moves")["moves"] == [foreseen]
    assert findings(page) == []
    for key, clue in (("r", "red"), ("1", "1")):  # the second of two plans that rest on the same stays
        page.keyboard.press(key)
        expect(page.locator("#choice")).to_contain_text(f": {clue}")
    expect(page.locator("#plan li")).to_have_count(2)
    anyhow = {"when": [], "then": {"type": "clue", "target": 0, "rank": 1}}
    assert people[2].call("GET", f"{path}/planned-moves")["moves"] == [foreseen, anyhow]
    page.get_by_role("button", name="Take the plan back").click()
    expect(page.locator("#choice")).to_have_text(HINT)


@pytest.mark.slow
def test_a_plan_changes_by_its_keys_and_says_why_it_is_void(page: Any, people: list[ApiCaller], path: str) -> None:
    """A key plans at once where a plan waits, which a selected card does not hide."""
    choice = page.locator("#choice")
    for seat, move, reason in (
        (0, {"type": "clue", "target": 2, "rank": 3}, "you got a clue."),
        (1, {"card": 6}, "a play failed."),
    ):
        page.locator("#table .hand [data-card='10']").focus()
        page.keyboard.press("p")
        page.keyboard.press("Enter")
        expect(choice).to_contain_text("Plan: Play slot 5")
        page.keyboard.press("d")
        expect(choice).to_contain_text("Plan: Discard slot 5")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Plan: Play slot 5").wait_for()
        page.get_by_role("button", name="Take the plan back").wait_for()
        page.locator("#announcement .compact", has_text="Plan: Discard slot 5").wait_for()
        page.keyboard.press("Escape")
        play(people, path, seat, seat, **move)
        expect(choice.locator(".void")).to_have_text(f"Your plan is void: {reason}")


@pytest.mark.slow
def test_a_plan_that_is_due_says_so(page: Any, people: list[ApiCaller], path: str) -> None:
    """In place of the turn. The reader makes it at once, takes it back, or makes another move, which wins."""

    def plan(card: int, slot: int) -> None:
        page.locator(f"#table .hand [data-card='{card}']").click()
        page.get_by_role("button", name=f"Plan: Play slot {slot}").click()
        page.get_by_role("button", name="Take the plan back").wait_for()

    plan(10, 5)
    play(people, path, 0, 0, card=0)
    play(people, path, 1, 1, card=5)
    due = page.locator("#announcement b")
    expect(due).to_have_text("Your plan is about to be made: Play slot 5")
    page.get_by_role("button", name="Make it now").click()
    expect(page.locator("#events li")).to_have_count(4)
    expect(page.locator("#table")).to_be_focused()
    expect(page.locator("#announcement")).to_contain_text("You play red 3")
    plan(11, 5)
    play(people, path, 0, 3, type="clue", target=1, rank=2)
    play(people, path, 1, 4, type="clue", target=0, rank=1)
    expect(due).to_have_text("Your plan is about to be made: Play slot 5")
    page.locator("#table .hand [data-card='12']").click()
    page.get_by_role("button", name="Discard slot 4").click()
    expect(page.locator("#events li")).to_have_count(7)
    expect(page.locator("#choice .void, #trouble:not([hidden])")).to_have_count(0)
    assert people[2].call("GET", f"{path}/planned-moves")["reason"] == "own-move"
    plan(11, 5)
    play(people, path, 0, 6, type="clue", target=1, color="yellow")
    play(people, path, 1, 7, type="clue", target=0, color="yellow")
    page.get_by_role("button", name="Take the plan back").click()
    expect(due).to_have_text("Your turn")
