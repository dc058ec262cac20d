"""Tests of what a page loads: few requests and bytes, and data before scripts."""

import re
from typing import Any

import pytest

from tests.rows import slow_unless
from tests.web.conftest import ApiCaller

MOST = 12
PAGES = [
    ("home", "/", "#found a", 58),
    ("search", "/replays", "#found a", 38),
    ("player", "/players/ada_b", "#found a", 44),
    ("review", "/replays/{ended}#turn=20", "#table .card", 124),
    ("embed", "/replays/{ended}/embed?turn=7", "#table .card", 64),
    ("new-table", "/play", "#setup-rules:not(:empty)", 54),
    ("table", "/play/{running}", ".strip.mine", 86),
    ("puzzles", "/puzzles", "main h1", 40),
    ("arena", "/arena", "#count:not(:empty)", 34),
    ("contests", "/contests", "#announce-part:not([hidden])", 36),
    ("same-deck", "/replays/{ended}/same-deck", "#found a", 36),
    ("account", "/account", "#here > *", 48),
    ("rules", "/docs/rules", "main h1", 45),
    ("reference", "/docs/reference/games", "main h1", 160),
]
OWN = re.compile(r"/v1/((replays|games)/\w+(/frames)?|editions|me)(\?|$)|^(?!/v1/)")
"""What weighs the same whatever other tests have left on this server, which fills lists and comparisons."""
AGAIN = ("/analysis", "/hindsight")
"""What the page asks for again, until a worker has solved the game."""


@pytest.mark.parametrize(
    ("path", "complete", "kilobytes"),
    slow_unless(lambda row: row[0].partition("#")[0] == "/replays/{ended}", [row[1:] for row in PAGES]),
    ids=[name for name, *_ in PAGES],
)
def test_a_page_needs_few_requests(
    request: pytest.FixtureRequest,
    server: str,
    fresh_page: Any,
    caller: ApiCaller,
    imported: str,
    path: str,
    complete: str,
    kilobytes: int,
) -> None:
    """No address is asked for twice, and those of the first data are in the page."""
    page = fresh_page
    if path == "/arena":
        request.getfixturevalue("arenas")
    if path in ("/", "/replays", "/players/ada_b"):  # with a game in the list
        request.getfixturevalue("with_a_bot")
    runs = path in ("/", "/play/{running}")  # home shows a game that waits for the reader
    running = caller.call("POST", "/v1/games", {"seats": 2, "bots": ["kagiya"]})["id"] if runs else None
    caller.sign_in(page.context)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sent: list[tuple[str, str]] = []
    sizes: dict[str, float] = {}
    urls: dict[str, str] = {}
    session.on(
        "Network.requestWillBeSent",
        lambda event: sent.append((event["request"]["url"].removeprefix(server), event["initiator"]["type"])),
    )
    session.on("Network.responseReceived", lambda event: urls.update({event["requestId"]: event["response"]["url"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(server + path.format(ended=imported, running=running))
    page.locator(complete).first.wait_for()
    early = page.locator("link[rel=preload]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    if not path.startswith("/play"):  # these have streams
        page.wait_for_load_state("networkidle")
    asked = [
        url for url, _ in sent if not url.startswith("/docs/assets/") and not url.partition("?")[0].endswith(AGAIN)
    ]
    assert len(asked) == len(set(asked)), sorted(asked)
    counted = [size for one, size in sizes.items() if OWN.match(urls[one].removeprefix(server))]
    assert len({url for url, _ in sent}) <= MOST and sum(counted) < 1000 * kilobytes
    assert {url for url, initiator in sent if initiator == "parser"} >= set(early)


@pytest.mark.parametrize(
    ("path", "held", "beside"),
    [
        ("/players/ada_b", "**/v1/accounts/*", "**/v1/me"),
        ("/account", "**/v1/me/access", "**/v1/me/bots"),
    ],
)
def test_what_does_not_follow_from_an_answer_is_asked_beside_it(
    server: str, page: Any, caller: ApiCaller, path: str, held: str, beside: str
) -> None:
    """Each answer that is awaited first costs another way to the service and back."""
    waiting: list[Any] = []
    caller.sign_in(page.context)
    page.route(held, lambda route: waiting.append(route))  # noqa: PLW0108
    with page.expect_request(beside):
        page.goto(server + path, wait_until="commit")
    for route in waiting:
        route.continue_()
