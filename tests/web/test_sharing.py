"""Tests of shared links and of the page for frames in a browser."""

from typing import Any


def test_a_shared_link_opens_its_turn_and_seat(server: str, page: Any, imported: str) -> None:
    """The place moves from the query to the fragment, where the page keeps it."""
    page.goto(f"{server}/replays/{imported}?turn=7&seat=1")
    page.locator("#announcement b", has_text="Turn 7 of 55.").wait_for()
    assert page.url == f"{server}/replays/{imported}#turn=7&seat=1"


def test_the_page_for_frames_steps_through_the_game(server: str, page: Any, imported: str) -> None:
    """By buttons, by keys and by the slider; the picture is described."""
    page.goto(f"{server}/replays/{imported}/embed?turn=7")
    board = page.locator("#board")
    assert board.get_attribute("alt") == "Turn 7"
    page.get_by_role("button", name="Forward").click()
    assert "/positions/8.svg" in board.get_attribute("src")
    page.keyboard.press("End")
    assert board.get_attribute("alt") == "Turn 55"
    page.locator("#slider").fill("3")
    assert "/positions/3.svg" in board.get_attribute("src")
    assert board.evaluate("async image => { await image.decode(); return image.naturalWidth }") > 0
