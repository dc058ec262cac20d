"""Every page in three sizes and both color schemes, on phones in German and French too (`make pictures`).

The pictures are in `build/pages`.
"""

from typing import Any

import pytest

from tests.web.axe import findings
from tests.web.conftest import ROOT, ApiCaller
from tests.web.contest_of import contest_with_a_game
from tests.web.meeting import STATES, Meeting, arrange

pytestmark = pytest.mark.slow

PICTURES = ROOT / "build" / "pages"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
LONG_WORDS = ("de", "fr")
# Returns the texts that are wider than their buttons, and the page if it is wider than its window.
CUT = """() => [document.documentElement, ...document.querySelectorAll("main :is(button, .button, h1, h2, .tile span)")]
    .filter((one) => one.checkVisibility?.() !== false && one.clientWidth && one.scrollWidth > one.clientWidth + 1)
    .filter((one) => getComputedStyle(one).textOverflow !== "ellipsis" && !one.closest("#table, .unseen"))
    .map((one) => `${one.tagName} ${one.id} ${one.textContent.slice(0, 40)}`)"""
PAGES = [
    ("home", "/", "#found a"),
    ("search", "/replays", "#found a"),
    ("player", "/players/ada_b", "#found a"),
    ("review", "/replays/{ended}#turn=20", "#table [data-card]"),
    ("same-deck", "/replays/{imported}/same-deck", "#turns td, #found a"),
    ("embed", "/replays/{ended}/embed?turn=20", "[data-card]"),
    ("new-table", "/play", "main form"),
    ("table", "/play/{running}", "#table [data-card]"),
    ("puzzles", "/puzzles", "main h1"),
    ("arena", "/arena", "#count:not(:empty)"),
    ("contests", "/contests", "#found a"),
    ("contest", "/contests/{contest}", "#standings tr"),
    ("contest-announced", "/contests", "#found a"),
    ("guides", "/docs/guides", "main h1"),
    ("guide", "/docs/first-game", "main h1"),
    ("lesson", "/learn", "#table [data-card]"),
    ("how-to-play", "/how-to-play", "main h1"),
    ("rules", "/docs/rules", "main h1"),
    ("problems", "/problems", "main h1"),
    ("reference", "/docs", "main h1"),
    ("operations", "/docs/reference/puzzles", "main h1"),
    ("wrong-address", "/nowhere", "main h1"),
    ("meet-lists", "/play", "#watchable li"),
    ("meet-seek", "/play", "main form"),
    ("meet-seeking", "/play", "main form"),
    ("meet-clock", "/play/{timed}", "#table [data-card]"),
    ("meet-paused", "/play/{paused}", "#table [data-card]"),
    ("meet-past", "/play/{shown}", "#table .hand [data-card]"),
    ("meet-table", "/play/{open}", "#who li"),
    ("meet-over", "/play/{ended}", ".strip.over .again"),
    ("account", "/account", "form.pushes"),
]
WHOLE = ("contest-announced", "meet-lists", "meet-seek", "meet-seeking", "account")
"""The pages of which there is a picture beyond the window."""


@pytest.fixture(scope="module")
def running(caller: ApiCaller) -> str:
    """A running game with a bot."""
    return caller.game(bots=["kagiya"])


@pytest.fixture(scope="module")
def contest(server: str, caller: ApiCaller) -> str:
    """A contest in which the caller has played a deck."""
    return contest_with_a_game(server, caller)


@pytest.fixture(scope="module")
def meeting(server: str, caller: ApiCaller) -> Meeting:
    """Tables of others, an invitation, and games with clocks and watchers."""
    return arrange(server, caller)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "path", "complete"), PAGES, ids=[name for name, *_ in PAGES])
def test_every_page(
    server: str,
    chromium: Any,
    caller: ApiCaller,
    with_bots: str,
    imported: str,
    newly_imported: str,
    running: str,
    contest: str,
    meeting: Meeting,
    arenas: None,
    name: str,
    path: str,
    complete: str,
    size: str,
) -> None:
    """It is not wider than the window, and axe finds nothing. On phones, long words fit too."""
    width, height = SIZES[size]
    context = chromium.new_context(locale="en-GB", viewport={"width": width, "height": height})
    caller.sign_in(context)
    page = context.new_page()
    games = {"ended": with_bots, "running": running, "imported": imported, "contest": contest, **meeting._asdict()}
    page.goto(f"{server}{path.format(**games)}")
    page.locator(complete).first.wait_for(timeout=60_000)
    STATES.get(name, lambda _: None)(page)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(300)  # the pictures load, and transitions end
        page.screenshot(path=PICTURES / f"{name}-{size}-{scheme}.png", full_page=name in WHOLE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not findings(page)
    for language in LONG_WORDS if size == "phone" else ():
        context.add_cookies([{"name": "language", "value": language, "url": server}])
        page.goto(f"{server}{path.format(**games)}")
        page.locator(complete).first.wait_for(timeout=60_000)
        page.wait_for_timeout(300)
        page.screenshot(path=PICTURES / f"{name}-{size}-{language}.png", full_page=name in WHOLE)
        assert page.evaluate(CUT) == []
    context.close()
