"""Tests of the verification in the browser: true games, changed records, and heads that the record does not have."""

import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from engine.proof.record_json import as_json, read
from tests.browsing import expect
from tests.engine.record_vectors import FILE, bytes_of, chained, digested
from tests.rows import IN_FULL
from tests.web.conftest import ApiCaller, new_caller

VECTORS = json.loads(FILE.read_bytes())
OF_RULES = ("illegal-move", "after-the-end", "not-ended", "result")
"""The faults that this page does not look for."""
PLAYED = "while it was played: 2. All are in the record."


@pytest.fixture(scope="session")
def another(server: str) -> ApiCaller:
    """Another account."""
    return new_caller(server, "Béla <b>")


@pytest.fixture
def watcher(quiet_page: Any) -> Any:
    """A page that reports the 409 of a running game on its console."""
    return quiet_page


@pytest.fixture
def watched(server: str, caller: ApiCaller, another: ApiCaller, watcher: Any) -> str:
    """A game that is over, of which the browser saw two heads while it was played."""
    game = caller.game(another, rules={"starting_seat": 0})
    for version in range(2):
        with watcher.expect_response(f"**/v1/games/{game}"):
            watcher.goto(f"{server}/replays/{game}")
        watcher.wait_for_function(
            f"() => JSON.parse(localStorage.getItem('hanabi-receipts {game}'))?.length === {version + 1}"
        )
        if version == 0:
            caller.move(game, type="play", card=0)
    for one in (caller, another):
        one.call("POST", f"/v1/games/{game}/abort-votes")
    return game


def verified(page: Any, server: str, game: str) -> Any:
    """Open the review page and its verification, and return that part of the page when it is done."""
    page.goto(f"{server}/replays/{game}")
    page.locator("#announcement b").wait_for()
    page.locator("#tab-more").click()
    part = page.locator("#verify")
    part.locator("summary").click()
    part.locator("li, [role=alert]").first.wait_for()
    return part


def record_of(server: str, game: str) -> bytes:
    """Return the record of a game."""
    with urllib.request.urlopen(f"{server}/v1/replays/{game}/export?format=native", timeout=60) as answer:
        return bytes(answer.read())


def serve(page: Any, record: bytes) -> None:
    """Let the page get another record."""
    page.route("**/export?format=native", lambda route: route.fulfill(body=record, content_type="application/json"))


@pytest.mark.slow
def test_a_game_that_the_browser_watched(server: str, watcher: Any, watched: str) -> None:
    """Each check is passed, in any language. The record is loaded when the reader asks for it."""
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.url))
    watcher.goto(f"{server}/replays/{watched}")
    watcher.locator("#announcement b").wait_for()
    assert not [url for url in asked if "native" in url]
    part = verified(watcher, server, watched)
    part.get_by_text("All checks that this browser can make are passed.").wait_for()
    said = part.locator("li").all_inner_texts()
    assert len(said) == 8 and all(line.startswith("✓") for line in said)
    assert part.get_by_text("The service could have chosen the deck").is_visible()
    assert said[-1].endswith(PLAYED) and "with its key" in said[5]
    watcher.get_by_role("banner").get_by_role("combobox").select_option("de")
    watcher.get_by_role("tab", name="Mehr").click()
    watcher.locator("#verify summary").click()
    part.get_by_text("Alle Prüfungen, die dieser Browser vornehmen kann, sind bestanden.").wait_for()


@pytest.mark.slow
def test_a_changed_record_is_refused(server: str, page: Any, with_a_bot: str) -> None:
    record = json.loads(record_of(server, with_a_bot))
    record["core"]["events"][3]["at"] = "2026-01-01T00:00:00.000Z"
    serve(page, json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode())
    part = verified(page, server, with_a_bot)
    part.get_by_text("A check has failed.").wait_for()
    expect(part.locator(".failed")).to_contain_text("Fault: chain, event 3.")


@pytest.mark.slow
def test_another_record_than_the_page_shows(server: str, page: Any, with_a_bot: str, with_bots: str) -> None:
    """A true record of another game is not the one of this page. This browser saw neither."""
    serve(page, record_of(server, with_bots))
    part = verified(page, server, with_a_bot)
    expect(part.locator(".failed")).to_have_text(["✗ This page shows the events and cards of the record."])
    part.get_by_text("This browser saw no state of this game").wait_for()


@pytest.mark.slow
def test_an_imported_record_is_compared_with_the_game_here(
    server: str, page: Any, caller: ApiCaller, with_a_bot: str, imported: str
) -> None:
    """Its names are proved if the game here has them. Of a game from elsewhere, a holder's salt proves a seat."""
    record = json.loads(record_of(server, with_a_bot))
    renamed = digested({**record, "names": ["Somebody", "Else"]})
    other = digested(chained({**record, "signature": None, "core": {**record["core"], "sandbox": True}}))
    said = []
    for one in (record, renamed, other):
        copy = caller.call("POST", "/v1/replays", one)["id"]
        said.append(verified(page, server, copy).locator("li").all_inner_texts())
    elsewhere = verified(page, server, imported).locator("li").all_inner_texts()
    assert any(line.startswith("– Whoever had a seat can prove it to you") for line in elsewhere)
    assert all("✓ This game was played here" in " ".join(lines) for lines in said[:2])
    assert "✓ The names are those of the accounts that played here." in said[0]
    assert "– The names are what the writer of the record says: nothing here proves them." in said[1]
    assert any("✗ A game with this id was played here" in line for line in said[2])


@pytest.mark.slow
def test_a_head_that_is_not_in_the_record(server: str, watcher: Any, watched: str) -> None:
    """The service made another game of it, with right hashes. The receipt can be saved."""
    record = as_json(read(record_of(server, watched)))
    record["core"]["events"][1]["at"] = record["core"]["events"][0]["at"]
    serve(watcher, json.dumps(digested(chained({**record, "signature": None})), ensure_ascii=False).encode())
    part = verified(watcher, server, watched)
    part.get_by_text("the service has shown two histories").wait_for()
    with watcher.expect_download() as saved:
        part.get_by_role("link", name="Save the receipt").click()
    receipt = json.loads(saved.value.path().read_bytes())
    assert (receipt["game"], receipt["version"]) == (watched, 1)


@IN_FULL
def test_the_vectors(server: str, page: Any, with_a_bot: str, module: Callable[[str], str], in_full: bool) -> None:
    """The script agrees with the verdicts, except on what it does not check. In part, each fault comes once."""
    page.goto(f"{server}/replays/{with_a_bot}")
    page.locator("#announcement b").wait_for()
    vectors = [one for one in VECTORS["vectors"] if one["fault"] != "malformed"]
    if not in_full:
        vectors = list({(one["fault"], one["verified"]): one for one in vectors}.values())
    found = page.evaluate(
        """async ([record, facts, texts]) => {
          const { verify } = await import(record);
          const { variantOf } = await import(facts);
          const found = [];
          for (const text of texts) {
            const { fault, origin, canonical } = await verify(text, variantOf);
            found.push([fault?.code ?? null, fault?.version ?? null, origin, canonical]);
          }
          return found;
        }""",
        [
            module("proof/record.js"),
            module("board/rules-in-words.js"),
            [bytes_of(VECTORS, one).decode() for one in vectors],
        ],
    )
    for vector, (code, version, origin, canonical) in zip(vectors, found, strict=True):
        if vector["fault"] in OF_RULES:
            assert code in (None, "digest"), vector
        else:
            assert (code, version) == (vector["fault"], vector["version"]), vector
        if vector["verified"]:
            assert (origin, canonical) == (vector["origin"], vector["canonical"]), vector
