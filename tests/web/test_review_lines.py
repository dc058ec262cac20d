"""Tests of other moves on the review page: the deck, what seats could know, what can be reached, and keys."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browsing import expect
from tests.rows import slow_unless
from tests.web.axe import findings
from tests.web.conftest import ApiCaller, play_out
from tests.web.test_review import opened
from tests.web.test_variants import played

LINE = "#from=20&moves=d13&turn=21"
"""Cathy discards a white 3 that Bob's play of turn 20 left to her."""


def fronts(page: Any) -> list[str]:
    """Return the cards in all hands, as the board names them."""
    names: list[str] = page.locator("#table .card").evaluate_all("cards => cards.map((card) => card.textContent)")
    return names


def deck_of(page: Any) -> str | None:
    """Return the deck in the address."""
    found = re.search(r"[?&]deck=([\d.]+)", page.url)
    return found[1] if found else None


@pytest.mark.slow
def test_the_deck_of_a_line(server: str, page: Any, lend: Any, imported: str, caller: ApiCaller) -> None:
    """It is chosen, dealt again, undone, shared and saved; a saved line goes on with it; one card can be another."""
    opened(page, server, imported, LINE)
    page.locator("#in-line", has_text="From turn 20 on.").wait_for()
    before, deck = fronts(page), page.get_by_label("Deck", exact=True)
    assert deck.locator("option").all_inner_texts() == [
        "as it was",
        *(f"another that {name} could not tell from it" for name in ("Cathy", "Alice", "Bob")),
    ]
    deck.select_option(label="another that Cathy could not tell from it")
    page.wait_for_url(re.compile(r"\?from=20&deck=2\.\d+&moves=d13&turn=21"))
    page.get_by_role("button", name="Deal again").wait_for()
    first, cards = deck_of(page), fronts(page)
    assert cards[:10] == before[:10] and cards != before  # she sees the others' hands
    with lend() as other:
        opened(other, server, imported, f"?{page.url.partition('?')[2]}")
        other.get_by_role("button", name="Deal again").wait_for()
        assert fronts(other) == cards
    page.get_by_role("button", name="Deal again").click()
    page.wait_for_url(lambda url: f"deck={first}&" not in url)
    second = deck_of(page)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(f"**deck={first}&**")
    page.get_by_role("button", name="Redo").click()
    page.wait_for_url(f"**deck={second}&**")
    caller.sign_in(page.context)
    page.get_by_role("button", name="Save line").click()
    page.get_by_role("dialog").get_by_role("button", name="Save line").click()
    page.wait_for_url("**?line=b_*")
    (stored,) = caller.call("GET", f"/v1/replays/{imported}/lines")["items"]
    assert f"{stored['deal_seat']}.{stored['deal_seed']}" == second
    page.locator("#table .hand.moves .card").first.click()
    page.get_by_role("button", name=re.compile("^Discard slot")).click()
    page.wait_for_url(f"**?from=20&deck={second}&moves=d13,d*&turn=22")
    page.get_by_label("Deck", exact=True).select_option(label="as it was")
    page.wait_for_url("**?from=20&moves=d13,d*&turn=22")
    caller.call("DELETE", f"/v1/replays/{imported}/lines/{stored['id']}")
    mine = page.locator("#table .hand.moves .card").first
    was = mine.inner_text()
    mine.click()
    changed = page.get_by_label("What if this card were")
    changed.select_option(label=changed.locator("option:not(:checked)").first.inner_text())
    page.wait_for_url(re.compile(r"deck=\d+x\d+"))
    page.locator("#in-line", has_text="Swapped cards").wait_for()
    expect(mine).not_to_have_text(was)


@pytest.mark.slow
def test_escape_closes_the_card_and_then_leaves_the_line(server: str, page: Any, imported: str) -> None:
    opened(page, server, imported, LINE)
    page.locator("#in-line", has_text="From turn 20 on.").wait_for()
    page.locator("#events .line", has_text="Played in the game instead:").wait_for()
    page.locator("#table .card").first.click()
    page.keyboard.press("Escape")
    page.locator("#in-line", has_text="From turn 20 on.").wait_for()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "moves=" not in url)


@pytest.mark.slow
def test_moves_that_another_deck_forbids_are_left_out(server: str, quiet_page: Any, caller: ApiCaller) -> None:
    """A clue must touch a card, and some deck has none of the rank in the hand of the other."""
    page = quiet_page  # whose console may tell of the refusal
    game = play_out(caller, caller.game(bots=["kagiya"], rules={"empty_clues": False, "starting_seat": 0}))
    clue = next(
        action
        for action in caller.call("GET", f"/v1/replays/{game}/frames/0?seat=0")["legal_actions"]
        if action["type"] == "clue" and "rank" in action
    )
    opened(page, server, game, f"#from=0&moves=c1:{clue['rank']}&turn=1")
    page.get_by_label("Deck", exact=True).select_option(label="another that kagiya could not tell from it")
    again = page.get_by_role("button", name="Deal again")
    again.wait_for()
    for _ in range(60):
        if "&moves=" not in page.url:
            break
        now = deck_of(page)
        again.click()
        page.wait_for_url(lambda url, now=now: f"deck={now}" not in url)
    assert "&moves=" not in page.url and page.locator("#trouble").is_hidden()
    page.reload()
    page.locator("#announcement b", has_text="Turn 0 of 0.").wait_for()


@pytest.mark.parametrize(
    "place",
    slow_unless(
        lambda place: place.endswith("7&moves=d13&turn=21"),
        [LINE, "#from=20&deck=2.7&moves=d13&turn=21", "#from=20&deck=2.7&moves=d13&turn=3"],
    ),
)
def test_what_seats_could_know_in_a_line(server: str, page: Any, imported: str, place: str) -> None:
    """The panel has exact probabilities, as for the turns of the game."""
    opened(page, server, imported, place)
    page.locator('#table .card[data-seat="1"]').first.click()
    panel = page.locator("#knowledge")
    for table in ("Bob can know", "Common knowledge"):
        panel.get_by_role("table", name=table).wait_for()
    panel.get_by_text("Playable now:").wait_for()
    if place == LINE:
        assert not findings(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    slow_unless("Clue Starved (5 Suits)".__eq__, ["No Variant", "Up or Down (5 Suits)", "Clue Starved (5 Suits)"]),
)
def test_what_can_be_reached_is_said_once(server: str, page: Any, caller: ApiCaller, variant: str) -> None:
    """As a bound until it is computed, beside the score and nowhere else; also with stacks and half clue tokens."""
    game = played(caller, variant, 2)
    opened(page, server, game, "#turn=3")
    page.locator("#table .hand.moves .card").first.click()
    with page.expect_response(lambda answer: re.search(r"/frames/\d+/analysis$", answer.url)) as asked:
        page.locator("#choice").get_by_role("button", name=re.compile("^Play slot")).click()
    assert asked.value.status == 202
    page.locator("#verdict", has_text="still being computed").wait_for()
    assert page.locator("#table .counters .reachable dd").inner_text() == f"≤ {asked.value.json()['reachable_score']}"
    assert "Reachable points" not in page.locator("body").inner_text()


@pytest.mark.slow
def test_keys_in_a_line(server: str, page: Any, imported: str) -> None:
    """`g` goes to a turn of the line. The way back to the game can be undone, and `?` lists the keys."""
    opened(page, server, imported, "#turn=12")
    for _ in range(2):
        page.locator("#table .hand.moves .card").first.click()
        page.locator("#choice").get_by_role("button", name=re.compile("^Play slot")).click()
        page.locator("#choice button").first.wait_for(state="hidden")
    page.locator("#announcement b", has_text="Turn 14 of 14.").wait_for()
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_label("Turn").get_attribute("max") == "14"
    dialog.get_by_label("Turn").fill("13")
    page.keyboard.press("Enter")
    page.locator("#announcement b", has_text="Turn 13 of 14.").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    page.locator("#in-line").wait_for(state="hidden")
    page.keyboard.press("u")
    page.locator("#announcement b", has_text="Turn 13 of 14.").wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("next or previous turn of the game that lost points").wait_for()


WORST = """async ([address, losses]) => {
    const { worst } = await import(address);
    const own = (losing) => (losing === undefined ? null : { losing, deals: 20 });
    const found = losses.map(([version, points, losing]) => ({ version, points, own: own(losing) }));
    return [...worst(found, 3)].map(([loss, run]) => [loss.version, run.map(({ version }) => version)]);
}"""


LOSSES: list[tuple[list[list[int]], list[Any]]] = [
    ([], []),
    ([[5, 1], [6, 3], [30, 2]], [[5, [5]], [6, [6]], [30, [30]]]),  # few are all shown, in order
    ([[5, 1], [20, 1], [40, 3], [60, 2]], [[40, [40]], [60, [60]], [5, [5]]]),
    ([[5, 2], [20, 1], [23, 2], [25, 1], [40, 1], [60, 1]], [[23, [20, 23, 25]], [5, [5]], [40, [40]]]),
    ([[4, 1], [8, 1], [12, 1], [16, 1]], [[4, [4]], [8, [8]], [12, [12]]]),
    ([[4, 1], [5, 1], [6, 1], [7, 1]], [[4, [4, 5, 6, 7]]]),
    (
        [[5, 1, 0], [20, 1, 12]],
        [[20, [20]], [5, [5]]],
    ),  # nobody could know the first, and 12 of 20 deals tell the second
    ([[5, 2, 0], [20, 1, 3], [40, 1, 12], [60, 1, 3]], [[40, [40]], [20, [20]], [60, [60]]]),
]
PARTS = """async (address) => {
    const { list } = await import(address);
    console.warn = () => {}; // the module has no texts here
    const losses = [5, 6, 20, 40].map((version) => ({ version, points: 1, text: "", causes: [], saving_turns: [] }));
    const context = { seats: 2, frames: [{ seats: [] }], name: String, deck: () => null, price: () => null };
    const [rows] = list(losses, context);
    return [...rows.children].map((row) => [...row.children].map((one) => one.tagName));
}"""
"""What is said of a run of losses stands below the one that stands for it, so it is no heading of the next."""


@pytest.mark.slow
def test_the_worst_losses_come_first(server: str, page: Any, imported: str, module: Callable[[str], str]) -> None:
    """Of three seats: losses within a round belong together, and the worst of them stands for all."""
    opened(page, server, imported)
    for losses, shown in LOSSES:
        assert page.evaluate(WORST, [module("review/panels/losses.js"), losses]) == shown
    assert page.evaluate(PARTS, module("review/panels/losses.js")) == [["BUTTON", "P"], ["BUTTON"], ["BUTTON"]]


@pytest.mark.slow
def test_notes_of_this_turn_come_first(server: str, page: Any, imported: str, caller: ApiCaller) -> None:
    """The others are counted, and shown on request. A note on a card belongs to the turns that touch the card."""
    written = caller.call("POST", f"/v1/replays/{imported}/comments", {"anchor": "turn-20", "text": "Why not the 5?"})
    opened(page, server, imported, "#turn=20")
    page.get_by_role("tab", name="Notes").click()
    notes = page.locator("#notes")
    comment = notes.get_by_text("Why not the 5?")
    comment.wait_for()
    page.keyboard.press("ArrowRight")
    comment.wait_for(state="hidden")
    others = notes.get_by_text("Other notes and comments:")
    others.click()
    comment.wait_for()
    page.keyboard.press("ArrowRight")
    comment.wait_for()  # what the reader opened stays open
    caller.call("DELETE", f"/v1/replays/{imported}/comments/{written['id']}")
