"""Tests of the import on the home page in a browser."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.formats.hanab_live.links import write_link

EXPORT = (Path(__file__).parents[1] / "games" / "hanab_live_2906.json").read_text(encoding="utf-8")
LINK = write_link(json.loads(EXPORT))


def opened(page: Any, server: str, token: str | None = None) -> Any:
    """Open the home page, with a token or without. Return the field for a game."""
    page.goto(server)
    if token:
        page.evaluate("token => localStorage.setItem('hanabi-token', token)", token)
    field = page.locator("#bring-text")
    field.wait_for()
    page.locator("#count:not(:empty)").wait_for()
    return field


def test_a_link_opens_the_replay_at_its_turn(server: str, page: Any, caller: Any) -> None:
    """By keyboard alone: paste, import, and follow the link to the turn."""
    opened(page, server, caller.token).fill(f"{LINK}#8")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Open the replay").focus()
    page.keyboard.press("Enter")
    page.locator("#announcement b", has_text="Turn 7 of 55.").wait_for()


@pytest.mark.parametrize("kind", ["export", "notation"])
def test_an_export_and_notation_are_imported(server: str, page: Any, caller: Any, imported: str, kind: str) -> None:
    """The text is recognized by its beginning."""
    field = opened(page, server, caller.token)
    notation = page.evaluate(f"fetch('/v1/replays/{imported}/export?format=notation').then(found => found.text())")
    field.fill(EXPORT if kind == "export" else notation)
    page.get_by_role("button", name="Import").click()
    page.get_by_role("link", name="Open the replay").wait_for()


@pytest.mark.parametrize("address", ["https://hanab.live/replay/123456", " hanab.live/shared-replay/123456#5 "])
def test_the_address_of_a_replay_leads_to_its_export(server: str, page: Any, address: str) -> None:
    """Nothing is sent to any site, also not to this one, and no token is needed."""
    field = opened(page, server)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    field.fill(address)
    page.get_by_role("button", name="Import").click()
    link = page.get_by_role("link", name="https://hanab.live/export/123456")
    link.wait_for()
    assert (link.get_attribute("href"), link.get_attribute("rel")) == ("https://hanab.live/export/123456", "noreferrer")
    page.get_by_role("banner").get_by_role("combobox").select_option("de")
    page.get_by_text("Öffne ihren Export").wait_for()
    assert not [url for url in sent if "hanab.live" in url]


def test_a_token_is_asked_for_and_the_import_goes_on(server: str, page: Any) -> None:
    """The new token is shown after the import."""
    opened(page, server).fill(LINK)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("No token yet? Then choose a name").fill("Bring 1")
    page.get_by_role("button", name="New account").click()
    page.get_by_role("link", name="Open the replay").wait_for()
    page.locator("#bring-token code", has_text="hnb_").wait_for()


def test_a_fault_is_named(server: str, chromium: Any, caller: Any) -> None:
    """The reader sees the place, the reason and the ruling."""
    export = json.loads(EXPORT)
    export["actions"][3]["target"] = 49
    page = chromium.new_page(locale="en-GB")
    opened(page, server, caller.token).fill(json.dumps(export))
    page.get_by_role("button", name="Import").click()
    fault = page.locator("#bring-answer li")
    fault.wait_for()
    assert "#/actions/3" in fault.inner_text() and "R5" in fault.inner_text()
    page.context.close()
