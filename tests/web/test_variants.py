"""Tests of the pages in a browser with games of variants."""

import json
from typing import Any

import pytest

from engine.proof import record_json
from tests.browsing import expect
from tests.rows import IN_FULL, slow_unless
from tests.web.conftest import ROOT, ApiCaller, play_out

EXPORT = json.loads((ROOT / "tests" / "games" / "hanab_live_2906.json").read_text(encoding="utf-8"))
OVERFLOW = """() => [document.documentElement, ...document
    .querySelectorAll("#table, .board, .hands, .hand, .copies, .counters > *")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.className} ${one.scrollWidth}`)"""


def played(caller: ApiCaller, variant: str, seats: int, *, sandbox: bool = True, **options: Any) -> str:
    """Play a game of a variant to its end, and return its id. Lists leave out games in a sandbox."""
    rules = {"edition": "hanab_live", "variant": variant, **options}
    return play_out(caller, caller.game(seats=seats, bots=["random"] * (seats - 1), sandbox=sandbox, rules=rules))


def opened(page: Any, server: str, game: str, place: str = "") -> Any:
    """Open the review page, and wait until it shows the table."""
    page.goto("about:blank")
    page.goto(f"{server}/replays/{game}{place}")
    page.locator("#announcement b").wait_for()
    return page


@pytest.mark.slow
@IN_FULL
@pytest.mark.parametrize(
    ("variant", "seats", "options"),
    slow_unless(
        lambda row: row[1] == 6,
        [
            ("Up or Down & Rainbow (6 Suits)", 6, {"hand_size": "one_less"}),
            ("Omni-Fives & Cocoa Rainbow (6 Suits)", 2, {"hand_size": "one_more"}),
            ("Throw It in a Hole (5 Suits)", 4, {}),
            ("Sudoku (4 Suits)", 5, {}),
            ("Duck (5 Suits)", 3, {}),
            ("Ambiguous Mix", 3, {}),
        ],
    ),
)
def test_a_game_of_a_variant_by_keyboard(
    server: str, page: Any, caller: ApiCaller, variant: str, seats: int, options: dict[str, Any], in_full: bool
) -> None:
    """Each step fits in narrow and wide windows, with open hands and from a seat."""
    game = played(caller, variant, seats, **options)
    for place, size in (("", (360, 740)), ("#seat=1", (1280, 800))):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        opened(page, server, game, place)
        turns = int(page.get_by_role("slider").get_attribute("max"))
        for key in ["ArrowRight"] * turns if in_full else [*["ArrowRight"] * min(turns, 8), "End"]:
            page.keyboard.press(key)
            page.locator("#table [data-card]").last.focus()
            assert not page.evaluate(OVERFLOW)


@pytest.mark.slow
def test_the_origin_of_an_imported_game(server: str, page: Any, caller: ApiCaller) -> None:
    """The page tells all facts of the source, and has its notes on cards and on stacks."""
    options = {
        "deckPlays": True,
        "timed": True,
        "timeBase": 120,
        "timePerTurn": 20,
        "speedrun": True,
        "detrimentalCharacters": True,
    }
    characters = [{"name": name, "metadata": -1} for name in ("Fuming", "Dumbfounded", "Inept")]
    notes = [["on a card", *[""] * 49, "on red", "", "<b>on green</b>"], [], []]
    export = {**EXPORT, "options": options, "characters": characters, "notes": notes}
    opened(page, server, caller.call("POST", "/v1/replays", export)["id"])
    page.get_by_role("tab", name="More").click()
    page.get_by_text("Rules and origin").click()
    told = page.locator("#facts")
    assert told.get_by_role("link", name="game 2906").get_attribute("href") == "https://hanab.live/replay/2906"
    for text in (
        "Timed: 120 seconds at the start, and 20 more with each turn.",
        "Speedrun:",
        "Alice: Fuming, Bob: Dumbfounded, and Cathy: Inept.",
        "The last card of the deck may be played from there.",
    ):
        expect(told).to_contain_text(text)
    page.get_by_role("tab", name="Notes").click()
    items = page.locator("#notes .note")
    page.locator("#notes summary").click()
    items.nth(2).wait_for()
    assert [" ".join(text.split()) for text in items.all_inner_texts()] == [
        "Note by Alice on green 3 on a card",
        "Note by Alice on the stack red on red",
        "Note by Alice on the stack green <b>on green</b>",
    ]


@pytest.mark.slow
def test_a_record_can_say_anything_about_its_origin(server: str, page: Any, caller: ApiCaller, with_a_bot: str) -> None:
    """Whatever a record says, the page leads to hanab.live alone, and only to a number."""
    record = caller.call("GET", f"/v1/replays/{with_a_bot}/export?format=native")
    record["source"] = {"site": "hanab.live", "id": "1/../x", "options": {"timed": "a"}, "characters": "b"}
    changed = json.loads(record_json.write(record_json.sealed(record_json.from_json(record))))
    opened(page, server, caller.call("POST", "/v1/replays", changed)["id"])
    page.get_by_role("tab", name="More").click()
    page.get_by_text("Rules and origin").click()
    expect(page.locator("#facts")).to_contain_text("From hanab.live")
    expect(page.locator("#facts a")).to_have_count(0)


@pytest.mark.slow
def test_the_rules_of_a_variant_in_the_language_of_the_reader(server: str, page: Any, caller: ApiCaller) -> None:
    opened(page, server, played(caller, "Up or Down & Rainbow (6 Suits)", 2))
    page.get_by_role("tab", name="More").click()
    page.get_by_text("Rules and origin").click()
    page.get_by_text("There is one START card and one 1 in each suit.").wait_for()
    page.get_by_role("banner").get_by_role("combobox").select_option("de")
    page.get_by_role("tab", name="Mehr").click()
    page.locator("#facts > summary").click()
    (found, *_) = caller.call("GET", "/v1/variants?q=up+or+down+%26+rainbow+%286")["items"]
    page.locator("#facts li", has_text="Es gibt sechs Farben").wait_for()
    expect(page.locator("#facts li")).to_have_count(len(found["text"]))


@pytest.mark.slow
def test_marks_of_clues_that_are_not_heard(server: str, page: Any, caller: ApiCaller) -> None:
    """A touched card has a question mark, and says why."""
    rules = {"edition": "hanab_live", "variant": "Duck (5 Suits)", "starting_seat": 0}
    game = caller.game(bots=["random"], rules=rules)
    caller.move(game, "clue")
    play_out(caller, game)
    opened(page, server, game, "#event=1&seat=1")
    touched = page.locator("#table .card.touched")
    assert touched.count()
    for card in touched.all():
        assert card.locator(".told .positive").inner_text() == "?"
        assert "Touched by a clue whose color or number is not heard" in (card.text_content() or "")


@pytest.mark.slow
def test_cards_show_which_clues_touch_a_special_rank(server: str, page: Any, caller: ApiCaller) -> None:
    """In Omni-Ones, all colors and all numbers touch the 1s."""
    suits = ["red", "yellow", "green", "blue", "purple"]
    deck = [{"suit": suit, "rank": rank} for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5) for suit in suits]
    rules = {"edition": "hanab_live", "variant": "Omni-Ones (5 Suits)"}
    game = caller.game(bots=["random"], sandbox=True, rules=rules, deck=deck[7:] + deck[:7])
    opened(page, server, play_out(caller, game))
    page.locator("#facts li").first.wait_for(state="attached")
    shown = page.locator("#table .card .face").evaluate_all(
        "faces => faces.map(face => [face.innerText, getComputedStyle(face).getPropertyValue('--dots') !== ''])"
    )
    assert any(dots for _, dots in shown)
    assert all(dots == (rank == "1") for rank, dots in shown)


def test_variants_are_suggested_and_found(server: str, page: Any, caller: ApiCaller) -> None:
    """A variant says which suits there are, so that the other field is off."""
    game = played(caller, "Duck (5 Suits)", 6, sandbox=False)
    page.goto(f"{server}/replays")
    field = page.get_by_label("Variant")
    field.press_sequentially("duck 5")
    page.locator("#variants option[value='Duck (5 Suits)']").wait_for(state="attached")
    expect(page.locator("#variants option")).to_have_count(1)
    expect(page.get_by_label("Suits")).to_be_disabled()
    field.fill("Duck (5 Suits)")
    page.get_by_label("Seats").select_option("6")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**#seats=6&variant=Duck+%285+Suits%29")
    row = page.locator("#found li", has=page.locator(f'a[href="/replays/{game}"]'))
    row.get_by_text("Duck (5 Suits)").wait_for()
    field.fill("")
    expect(page.get_by_label("Suits")).to_be_enabled()
