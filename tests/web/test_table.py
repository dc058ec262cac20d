"""Tests of a table beside its moves: sending, keys, warnings, names, what clues touch, and the training aid."""

import json
import re
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from engine.rules.card_set import palette_of
from engine.rules.variants import VARIANTS
from tests.browsing import expect
from tests.service.client import stacked
from tests.service.factories import unique
from tests.web.axe import findings
from tests.web.conftest import ApiCaller, new_caller


def opened(server: str, page: Any, caller: ApiCaller, seats: int = 3, **body: Any) -> str:
    """Open the page of a new game with bots, in which the caller begins. Return its path in the API.

    Each partner has a red and a green card: other deals are left alone.
    """
    rules = {"edition": "hanab_live", "starting_seat": 0}
    body = {"seats": seats, "bots": ["kagiya"] * (seats - 1), "rules": rules, **body}
    while True:
        game = caller.call("POST", "/v1/games", body)["id"]
        partners = caller.call("GET", f"/v1/games/{game}")["hands"][1:]
        if all({"red", "green"} <= {card["suit"] for card in hand["cards"]} for hand in partners):
            break
    caller.sign_in(page.context)
    page.goto(f"{server}/play/{game}")
    page.locator(".strip.mine").wait_for()
    return f"/v1/games/{game}"


def test_a_move_that_waits_for_the_net_is_taken_back(server: str, page: Any, caller: ApiCaller) -> None:
    """It says so after a second. A move that had arrived nevertheless is on the table."""
    path = opened(server, page, caller)
    sent: list[Any] = []
    page.route("**/moves", lambda route, _: sent.append(route))
    page.locator('#table .card[data-seat="0"]').first.click()
    page.locator("#choice").get_by_role("button", name="Play slot 5").click()
    expect(page.get_by_text("Sending …")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#choice")).to_contain_text("The move is taken back.")
    assert len(sent) == 1 and caller.call("GET", path)["version"] == 0
    page.unroute("**/moves")
    page.route("**/moves", lambda route: route.fetch() and None)  # it arrives, and its answer is lost
    page.locator('#table .card[data-seat="0"]').first.click()
    page.locator("#choice").get_by_role("button", name="Play slot 5").click()
    page.get_by_role("button", name="Take back").click()
    page.unroute("**/moves")
    expect(page.locator("#events li")).to_have_count(4)  # the deal and three turns


def test_keys_lead_to_moves_that_are_confirmed(server: str, page: Any, caller: ApiCaller) -> None:
    """A key moves the focus, the same key to the next partner. The game that ends soon warns."""
    path = opened(server, page, caller, idle_limit_s=3600)
    expect(page.locator("#choice .hint")).to_contain_text(re.compile("The game ends on .* unless somebody moves."))
    page.get_by_role("tab", name="This table").click()
    page.get_by_role("button", name="Confirm moves").click()
    partners = caller.call("GET", path)["hands"][1:]
    rank = next(one["rank"] for one in partners[0]["cards"])
    page.keyboard.press(str(rank))
    first = page.evaluate("document.activeElement.ariaLabel")
    assert re.match(rf"Tell .*: {rank}$", first)
    page.keyboard.press("g")
    assert page.evaluate("document.activeElement.ariaLabel").endswith(": green")
    page.keyboard.press("g")
    again = page.evaluate("document.activeElement.ariaLabel")
    assert again.endswith(": green") and again.split(":")[0] != first.split(":")[0]
    page.keyboard.press("Enter")
    expect(page.locator("#choice")).to_have_text(f"{again}Not yet")
    page.get_by_role("button", name="Not yet").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("green")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keys for moves").click()
    page.locator("#table").focus()
    page.keyboard.press(str(rank))
    assert page.evaluate("document.activeElement.id") == "table"


@pytest.mark.slow
def test_a_clue_to_no_card_is_not_given_by_accident(server: str, page: Any, caller: ApiCaller) -> None:
    """Keys skip it. Its button asks first, and *Not yet* returns to the clues."""
    deck = stacked("r1 r1 r1 r2 r2 y1 y2 y3 g4 w4 b1 b1 b1 b2 b2")
    game = caller.game(seats=3, bots=["kagiya"] * 2, sandbox=True, deck=deck, rules={"starting_seat": 0})
    caller.sign_in(page.context)
    page.goto(f"{server}/play/{game}")
    page.locator("#events li").wait_for()
    page.locator("#table .card[data-card='5']").focus()
    page.keyboard.press("Enter")
    focused = page.locator("#choice button:focus")
    expect(focused).to_have_accessible_name(re.compile(": yellow$"))
    page.keyboard.press("5")
    expect(focused).to_have_accessible_name(re.compile(": 5$"))
    page.keyboard.press("Enter")
    expect(focused).to_have_text("Not yet")
    page.keyboard.press("Enter")
    expect(page.locator("#choice .clue")).to_have_count(10)
    page.locator("#choice .clue.empty").first.click()
    page.get_by_role("button", name=": red (touches no card)").click()
    expect(page.locator("#events li").nth(1)).to_contain_text("[–]")


def test_a_row_says_you_to_the_ear_too(server: str, page: Any, caller: ApiCaller) -> None:
    """As it does to the eye. A clue has its whole sentence while no buttons need its room."""
    path = opened(server, page, caller)
    caller.call("POST", f"{path}/moves", {"type": "clue", "target": 1, "color": "red", "expected_version": 0})
    row = page.locator("#events li").nth(1)
    expect(row.locator(".compact")).to_contain_text("You")
    expect(row.locator(".unseen")).to_have_text(re.compile(r"^1 You → .* red \[.*\]$"))
    expect(page.locator("#announcement .compact")).to_be_hidden()


# Returns the cards that each clue touches, as texts.
TOUCHED = """async ([address, variants]) => {
    const { touching } = await import(address);
    return variants.map((variant) => {
        const touches = touching({ variant: variant.name, multicolor: "none" }, variant);
        const cards = variant.suits.flatMap(({ name: suit }) => variant.ranks.map((rank) => ({ suit, rank })));
        const colors = variant.clue_colors.map((color) => ({ color }));
        const clues = [...colors, ...variant.clue_ranks.map((rank) => ({ rank }))];
        const told = ({ suit, rank }) => `${suit} ${rank}`;
        const touched = (clue) => cards.filter((card) => touches(clue, card)).map(told);
        return clues.map((clue) => [clue.color ?? `${clue.rank}`, touched(clue)]);
    });
}"""


def names() -> list[str]:
    """Return variants with every flag and every modifier, and some others."""
    first: dict[str, str] = {}
    for name, variant in VARIANTS.items():
        for mark in (*variant.modifiers, *(flag for suit in variant.suits for flag in suit.flags)):
            first.setdefault(mark, name)
    return sorted({*first.values(), *list(VARIANTS)[::200]})


def test_a_clue_touches_what_the_engine_says(server: str, page: Any, module: Callable[[str], str]) -> None:
    wanted = names()
    variants = []
    for name in wanted:
        query = urllib.parse.urlencode({"q": name, "limit": 50})
        with urllib.request.urlopen(f"{server}/v1/variants?{query}", timeout=60) as answer:
            variants.append(next(one for one in json.load(answer)["items"] if one["name"] == name))
    page.goto(f"{server}/docs")
    found = page.evaluate(TOUCHED, [module("page/touch.js"), variants])
    for name, clues in zip(wanted, found, strict=True):
        palette = palette_of(name)
        touched = {str(clue): codes for clue, codes in (*palette.color_touches.items(), *palette.rank_touches.items())}
        assert [clue for clue, _ in clues] == list(touched), name
        for clue, cards in clues:
            expected = [f"{suit} {rank}" for (suit, rank), code in palette.codes.items() if touched[clue] >> code & 1]
            assert sorted(cards) == sorted(expected), (name, clue)


# Three hands, oldest card first. The newest card of seat 1 is the red 1, that of seat 2 the red 2.
DECK = stacked("w4 w4 w3 b4 b4  g4 y4 g4 b3 r1  y4 y3 g3 b3 r2")


@pytest.mark.slow
def test_a_finesse_is_explained_at_the_table(server: str, page: Any) -> None:
    """The clue has its sentence and the card its mark. Nothing is asked for after the reader has switched it off."""
    people = [new_caller(server, unique(name)) for name in ("Ada", "Bela", "Chloe")]
    game = people[0].game(*people[1:], seats=3, sandbox=True, deck=DECK, training=True)
    people[1].sign_in(page.context)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/conventions" in request.url else None)
    page.goto(f"{server}/play/{game}")
    page.locator("#announcement b").wait_for()
    page.get_by_role("tab", name="This table").click()
    page.locator("#about-more", has_text="training").wait_for()
    people[0].move(game, type="clue", target=2, color="red")
    page.locator("#meaning", has_text="Turn 1: Play clue: slot 1 is the red 2. First, ").wait_for()
    page.locator("#meaning", has_text="is called to play slot 1 blind.").wait_for()
    card = page.locator('#table .hand [data-card="9"]')
    card.locator(".mark.finessed").wait_for()
    assert card.locator(".pencil b").count() == 1
    assert findings(page) == []
    page.get_by_role("button", name="Explain by conventions").click()
    assert page.locator("#meaning").is_hidden() and page.locator("#table .convention").count() == 0
    assert [url.partition("?")[2] for url in asked] == ["level=3", "level=3"]
