"""Tests of the browser example and the API reference in Chromium, under their Content-Security-Policy."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.examples.test_examples import read, sent
from tests.rows import slow_unless
from tests.service.factories import unique


@pytest.mark.slow
def test_a_page_shows_moves_of_another_player(server: str, page: Any) -> None:
    """Ada's page shows Béla's moves without a reload and after a reload."""
    page.goto(f"{server}/docs/examples/browser/index.html")
    page.get_by_label("Your name").fill(name := unique("Ada"))
    page.get_by_label("Partners").select_option("")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text(f"Seats taken: {name}.").wait_for()
    game = f"{server}/v1/games/{page.url.partition('#')[2]}"
    bold = unique("<b>Béla</b>")
    bela = sent(f"{server}/v1/accounts", {"name": bold})["token"]
    sent(f"{game}/seats", {}, bela)
    page.get_by_text("The cards are dealt").wait_for()
    assert page.get_by_role("heading", name=bold, exact=True).count() == 1
    reloaded = False
    while (view := read(game, token=bela))["status"] == "running":
        if view["to_move"] == view["viewer"]["seat"]:
            move = {**view["legal_actions"][0], "expected_version": view["version"]}
            line = sent(f"{game}/moves", move, bela)["event"]["line"]
            page.locator("#log li").first.filter(has_text=line).wait_for()
        else:
            page.get_by_text("It is your turn.").wait_for()
            page.get_by_role("button", name="play").first.click()
            page.locator("#log li").first.filter(has_text=f"{name} plays").wait_for()
        if not reloaded:
            page.reload()
            page.get_by_text("The cards are dealt").wait_for()
            reloaded = True
    page.get_by_text("The game is over: ").wait_for()
    assert page.locator("#log li").count() == view["version"] + 1


def start_with_a_bot(server: str, page: Any) -> None:
    """Start a game on the page, which contributes to the deal."""
    page.goto(f"{server}/docs/examples/browser/index.html")
    page.get_by_label("Your name").fill(unique("Ada"))
    page.get_by_role("button", name="Play", exact=True).click()


def test_the_page_contributes_to_the_deal(server: str, page: Any) -> None:
    """The deal has the bytes that the page drew, and the page keeps the receipts of what it saw."""
    start_with_a_bot(server, page)
    page.get_by_text("The cards are dealt").wait_for()
    game = page.url.partition("#")[2]
    events = read(f"{server}/v1/games/{game}/events")["items"]
    deal = events[0]
    part = page.evaluate("sessionStorage.getItem('part')")
    assert deal["reveals"] == [part, None] and deal["protection"]["kind"] == "contributed"
    page.get_by_role("button", name="tell").or_(page.get_by_role("button", name="play")).first.wait_for()
    receipts = json.loads(page.evaluate(f"localStorage.getItem('hanabi-receipts {game}')"))
    assert {one["game"] for one in receipts} == {game}
    heads = {one["version"]: one["head"] for one in receipts if "version" in one}
    assert heads and all(events[version]["hash"] == head for version, head in heads.items())


def forget_the_part(deal: Any) -> None:
    deal["reveals"] = [64 * "0", None]


def change_the_secret(deal: Any) -> None:
    deal["secret_commitment"] = 64 * "0"


def change_the_commitment(deal: Any) -> None:
    deal["entropy_commitments"] = [64 * "0", None]


OTHER = "The service dealt from something else than it had shown before."
WITHOUT = "The service dealt without the contribution of this seat."


@pytest.mark.parametrize(
    ("change", "trouble"),
    slow_unless(
        (change_the_secret, OTHER).__eq__,
        [(forget_the_part, OTHER), (change_the_secret, OTHER), (change_the_commitment, WITHOUT)],
    ),
)
def test_a_deal_from_something_else_is_refused(server: str, page: Any, change: Any, trouble: str) -> None:
    """The page compares the deal with what was fixed before it revealed its bytes."""
    streams = 0

    def cheat(route: Any) -> Any:
        """Answer the first stream with the true view, and the next one with another deal."""
        nonlocal streams
        headers = route.request.headers
        if headers.get("accept") != "text/event-stream":
            return route.continue_()
        token, streams = headers["authorization"].removeprefix("Bearer "), streams + 1
        if streams == 1:
            event, data = "snapshot", read(route.request.url.removesuffix("/events"), token=token)
        else:
            event, data = "event", read(route.request.url, token=token)["items"][0]
            change(data)
        body = f"retry: 50\nevent: {event}\ndata: {json.dumps(data)}\n\n"
        return route.fulfill(body=body, content_type="text/event-stream")

    page.route("**/events", cheat)
    start_with_a_bot(server, page)
    page.get_by_text(trouble).wait_for()
    assert streams == 2


def each_turn(page: Any, button: Any) -> Iterator[None]:
    """Click `button` until the game is over, and yield after each click.

    The page draws again at each event. The button may thus vanish before it is clicked, with the last turn for good.
    """
    from playwright.sync_api import TimeoutError  # here, since it takes a second in each worker

    over = page.get_by_text("The game is over: ")
    for _ in range(200):
        button.or_(over).first.wait_for()
        if over.count():
            return
        with contextlib.suppress(TimeoutError):
            button.click(timeout=1_000)
        yield
    raise AssertionError("the game does not end")


@pytest.mark.slow
def test_one_page_and_bots_play_a_whole_game(server: str, page: Any) -> None:
    page.goto(f"{server}/docs/examples/browser/index.html")
    page.get_by_label("Your name").fill(unique("Ada"))
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("The cards are dealt").wait_for()
    play = page.get_by_role("button", name="play")
    for _ in each_turn(page, play.first):
        pass
    assert play.count() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    slow_unless(
        "Throw It in a Hole (5 Suits)".__eq__,
        ["Throw It in a Hole (5 Suits)", "Up or Down & Rainbow (6 Suits)", "Duck (5 Suits)", "Ambiguous Mix"],
    ),
)
def test_one_page_and_bots_play_a_variant(server: str, page: Any, variant: str) -> None:
    """The page draws suits that it does not know, and what is hidden until the end."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server}/docs/examples/browser/index.html")
    page.get_by_label("Your name").fill(unique("Ada"))
    page.get_by_label("Variant").press_sequentially(variant)
    page.locator("#variants option").first.wait_for(state="attached")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("The cards are dealt").wait_for()
    move = page.get_by_role("button", name="tell").or_(page.get_by_role("button", name="play"))
    for _ in each_turn(page, move.last):
        shown = page.locator("#table").inner_text()
        assert not any(word in shown for word in ("undefined", "null", "NaN", "[object"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
