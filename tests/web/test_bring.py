"""Tests of the import on the home page in a browser."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from engine.formats.hanab_live.links import write_link
from tests.browsing import expect
from tests.rows import slow_unless
from tests.served import serving
from tests.service.replays.hanab_live import stand_in

pytestmark = pytest.mark.usefixtures("imported")  # the page lists it, which shows that its scripts have run

EXPORT = (Path(__file__).parents[1] / "games" / "hanab_live_2906.json").read_text(encoding="utf-8")
LINK = write_link(json.loads(EXPORT))
BAD_LINK = "https://hanab.live/shared-replay-json/xyz"
DROP = """text => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "game.json"));
  document.querySelector("#bring").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
}"""


def opened(page: Any, server: str, caller: Any = None) -> Any:
    """Open the home page, signed in or not. Return the field for a game."""
    if caller:
        caller.sign_in(page.context)
    page.goto(server)
    field = page.locator("#bring-text")
    field.wait_for()
    page.locator("#found li").first.wait_for()
    return field


def test_a_link_opens_the_replay_at_its_turn(server: str, page: Any, caller: Any) -> None:
    """By keyboard alone: paste and press a key."""
    opened(page, server, caller).fill(f"{LINK}#8")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#announcement b", has_text="Turn 7 of 55.").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["export", "notation"])
def test_an_export_and_notation_are_imported(server: str, page: Any, caller: Any, imported: str, kind: str) -> None:
    """The text is recognized by its beginning."""
    field = opened(page, server, caller)
    notation = page.evaluate(f"fetch('/v1/replays/{imported}/export?format=notation').then(found => found.text())")
    field.fill(EXPORT if kind == "export" else notation)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/replays/g_*")


@pytest.mark.parametrize("how", slow_unless("file".__eq__, ["file", "drop"]))
def test_a_file_is_chosen_or_dropped(server: str, page: Any, caller: Any, how: str) -> None:
    """The game opens at once."""
    opened(page, server, caller)
    if how == "file":
        content = {"name": "game.json", "mimeType": "application/json", "buffer": EXPORT.encode()}
        page.locator("#bring-file").set_input_files(content)
    else:
        page.evaluate(DROP, EXPORT)
    page.wait_for_url("**/replays/g_*")


@pytest.mark.parametrize(
    "address",
    slow_unless(
        "#123456".__eq__, ["https://hanab.live/replay/123456", " hanab.live/shared-replay/123456#5 ", "#123456"]
    ),
)
def test_the_address_of_a_replay_leads_to_its_export(server: str, page: Any, address: str) -> None:
    """Nothing is sent to any site, also not to this one, and no token is needed."""
    field = opened(page, server)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    field.fill(address)
    page.get_by_role("button", name="Review", exact=True).click()
    link = page.get_by_role("link", name="https://hanab.live/export/123456")
    link.wait_for()
    assert (link.get_attribute("href"), link.get_attribute("rel")) == ("https://hanab.live/export/123456", "noreferrer")
    assert not [url for url in sent if "hanab.live" in url]


@pytest.mark.slow
def test_the_turn_of_a_link_survives_the_paste(server: str, page: Any, caller: Any) -> None:
    """The export that the page asks for opens at the turn of the link."""
    field = opened(page, server, caller)
    field.fill("hanab.live/replay/2906?from=chat#8")
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("link", name="https://hanab.live/export/2906").wait_for()
    field.fill(EXPORT)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/replays/g_*?turn=7")


@pytest.mark.slow
def test_the_bookmark_brings_an_export(server: str, page: Any, caller: Any) -> None:
    """On a page that serves the export, the bookmark opens the home page with it. The reader imports it."""
    opened(page, server, caller)
    script = page.locator("#bring-bookmark").get_attribute("href").removeprefix("javascript:")
    page.route("**/export/2906", lambda route: route.fulfill(body=EXPORT, content_type="application/json"))
    page.route(
        "**/shared-replay/2906",
        lambda route: route.fulfill(body="<link rel=icon href=data:>", content_type="text/html"),
    )
    page.goto(f"{server}/shared-replay/2906#8")
    page.evaluate(unquote(script))
    page.wait_for_url(f"{server}/")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/replays/g_*?turn=7")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Bring 1", ""])
def test_no_account_is_needed(server: str, page: Any, name: str) -> None:
    """The import makes an account, with the name or with one that the service chooses. It is used from then on."""
    field = opened(page, server)
    page.get_by_label("Your name (optional)").fill(name)
    field.fill(LINK)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/replays/g_*")
    page.goto(server)
    page.locator("#account summary").click()
    page.locator("#account-name", has_text=name or re.compile("[A-Z][a-z]+ [A-Z][a-z]+")).wait_for()


def test_faults_are_named(server: str, quiet_page: Any, caller: Any) -> None:
    """The reader sees the place, the reason and the ruling of each. Links that are read lead to their reviews."""
    export = json.loads(EXPORT)
    export["actions"][0]["target"] = 49
    page = quiet_page
    field, review = opened(page, server, caller), page.get_by_role("button", name="Review", exact=True)
    lines = page.locator("#bring-answer li")
    field.fill(json.dumps(export))
    review.click()
    expect(lines).to_contain_text("actions › 0")
    assert "R5" in lines.inner_text() and "#" not in lines.inner_text()
    expect(field).to_be_focused()
    assert field.get_attribute("aria-invalid")
    field.fill(BAD_LINK)
    review.click()
    expect(lines.filter(has_not_text="R5")).to_have_count(1)
    assert lines.inner_text().strip() and "#/" not in lines.inner_text()  # a link has no members
    field.fill(f"{LINK}\n  <{BAD_LINK}>,\n\n{LINK}#8")
    review.click()
    page.get_by_text("Imported games: 2.").wait_for()
    assert [line.get_by_role("link").count() for line in lines.all()] == [1, 0, 1]
    assert lines.nth(1).inner_text().startswith(f"{BAD_LINK}: ") and "#/" not in lines.nth(1).inner_text()


@pytest.mark.slow
def test_what_was_left_out_is_said_before_the_game(server: str, quiet_page: Any, caller: Any) -> None:
    """The reader sees the report, goes on to the game, and finds it marked as incomplete."""
    export = json.loads(EXPORT)
    export["actions"][3]["target"] = 49
    page = quiet_page
    opened(page, server, caller).fill("\n".join(f"> {line}" for line in json.dumps(export, indent=1).splitlines()))
    page.get_by_role("button", name="Review", exact=True).click()
    line = page.locator("#bring-answer li")
    line.wait_for()
    assert line.inner_text().startswith("Move 4 is not possible")
    page.locator("#bring-answer a.button").click()
    page.locator("#about", has_text="incomplete").wait_for()


@pytest.mark.slow
def test_the_page_lists_what_this_browser_has_imported(server: str, page: Any, caller: Any) -> None:
    """The games are links by the names of their players, and only this browser knows them."""
    opened(page, server, caller).fill(LINK)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/replays/g_*")
    address = page.url.partition("?")[0]
    page.goto(server)
    link = page.locator("#brought").get_by_role("link", name=": 25 points")
    link.wait_for()
    assert address.endswith(link.get_attribute("href"))


@pytest.mark.slow
def test_games_are_fetched_from_hanab_live(empty_database_url: str, page: Any) -> None:
    """If the operator allows it: a number at its turn, and the games of a player ten at a time."""
    with (
        stand_in() as site,
        serving(
            empty_database_url, HANAB_LIVE=f"http://127.0.0.1:{site.server_port}", WEBHOOK_NETWORKS="127.0.0.0/8"
        ) as base,
    ):
        page.goto(base)
        field, send = page.locator("#bring-text"), page.get_by_role("button", name="Review", exact=True)
        field.fill("hanab.live/replay/2906#8")
        send.click()
        page.get_by_text("Open the replay").click()  # after what the import has left out: its tags
        page.locator("#announcement b", has_text="Turn 7 of 55.").wait_for(timeout=60_000)
        page.goto(base)
        for count in (10, 2, 0):
            field.fill("https://hanab.live/history/Alice%20B")
            send.click()
            page.get_by_text(f"Imported games: {count}.").wait_for(timeout=60_000)
        field.fill("https://hanab.live/history/broken")
        send.click()
        page.get_by_text("The service cannot answer at the moment.").wait_for()
