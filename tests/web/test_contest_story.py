"""A contest of three teams over two decks in browsers, from the announcement to compared replays."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import psycopg
import pytest

from service.cli.arguments import main
from tests.browsing import expect
from tests.service.factories import unique
from tests.web.axe import findings
from tests.web.conftest import ROOT, ApiCaller, new_caller
from tests.web.test_every_page import PICTURES, SIZES
from tests.web.test_play import OWN, await_turn

pytestmark = pytest.mark.slow


def look(page: Any, name: str) -> None:
    """Take pictures in three sizes and both color schemes. The page is not wider, and axe finds nothing."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(300)  # transitions end
            page.screenshot(path=PICTURES / f"story-{name}-{size}-{scheme}.png", full_page="table" not in name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, size)
        assert not findings(page), (name, size)
    page.set_viewport_size(before)


def announce(page: Any, server: str, title: str) -> str:
    """Announce a contest of two decks with the form, and return the address of its page."""
    page.goto(f"{server}/")
    page.get_by_role("navigation").get_by_role("link", name="Contests").click()
    page.locator("#announce-begin").click()
    page.locator("#announce-rules:not(:empty)").wait_for()
    page.locator("[name=title]").fill(title)
    page.locator("[name=text]").fill("Two decks, teams of two. Programs are welcome.")
    page.locator("[name=decks]").fill("2")
    page.locator("[name=closes]").fill("2099-01-01T12:00")
    look(page, "announce")
    page.locator("#announce .first").click()
    expect(page.locator("#title")).to_have_text(title)
    return str(page.url)


def strike_out(pages: list[Any]) -> None:
    """Play the oldest cards until the game is over."""
    for page in pages:
        page.locator(".strip").first.wait_for()
    order = pages if pages[0].locator(".strip.mine").count() else pages[::-1]
    turn = 0
    while await_turn(order[turn % len(order)]):
        page = order[turn % len(order)]
        page.locator(OWN).click()
        with page.expect_response("**/moves") as answer:
            page.locator("#choice .play").click()
        assert answer.value.status == 201, answer.value.text()
        turn += 1
    for page in pages:
        page.locator(".strip.over").wait_for()
        expect(page.locator("#choice a")).to_have_count(3)  # to the review, the contest and a new table
        expect(page.locator("#choice button")).to_have_count(0)


def play(contest: str, pages: list[Any]) -> None:
    """Let a team play its next deck from the page of the contest."""
    for page in pages:
        page.goto(contest)
        page.locator("#play").click()
    for page in pages:
        page.wait_for_url("**/play/g_*")
        page.locator("#table [data-card]").first.wait_for()
    strike_out(pages)


def saved(address: str, file: Path) -> str:
    """Save a document, and return its path."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        file.write_bytes(answer.read())
    return str(file)


def close(database_url: str, contest: str) -> None:
    """Let the round close now, as if the time had come."""
    with psycopg.connect(database_url, autocommit=True) as db:
        for table, column in (("contest_round", "closes_at"), ("contest", "closes_at"), ("game", "sealed_until")):
            statement = f"update {table} set {column} = now() where contest_id = %s"
            db.execute(statement.encode(), (contest.rpartition("/x_")[2],))


def test_a_contest_from_the_announcement_to_compared_replays(
    server: str, served_database_url: str, page: Any, lend: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two people, a person with a bot, and two programs play. Then all compare, and the results are verified."""
    people: list[ApiCaller] = [new_caller(server, unique(name)) for name in ("Ada", "Béla", "Chloé", "Dora")]
    title = unique("Autumn cup")
    with lend() as bela, lend(locale="de-DE") as chloe:
        ada = page
        for one, each in zip((ada, bela, chloe), people, strict=False):
            each.sign_in(one.context)
        contest = announce(ada, server, title)
        path = f"/v1/contests/{contest.rpartition('/')[2]}"

        ada.locator("[name=partner-1]").fill(people[1].call("GET", "/v1/me")["name"])
        look(ada, "enter")
        ada.locator("#enter button").click()
        expect(ada.locator("#team")).to_contain_text("Not everybody has confirmed")
        bela.goto(f"{server}/play")
        expect(bela.locator("#invitations li")).to_contain_text(title)
        look(bela, "invited")
        bela.locator("#invitations a").click()
        bela.locator("#confirm").click()
        expect(bela.locator("#play")).to_be_visible()
        chloe.goto(contest)
        chloe.locator("#enter button").click()
        chloe.locator("#play").wait_for()
        look(chloe, "entered-de")

        command = ["evaluate", path.rpartition("/")[2], "--agent", "random", "--name", unique("Robot")]
        environ = {**os.environ, "HANABI_URL": server, "HANABI_TOKEN": people[3].token}
        played = subprocess.run(
            [sys.executable, "-m", "service.cli", *command],
            env=environ,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert played.returncode == 0 and "2 of 2 decks ended" in played.stdout, played.stderr

        expect(chloe.locator("#decks li")).to_have_count(0)
        play(contest, [ada, bela])
        look(ada, "table")
        play(contest, [ada, bela])
        ada.goto(contest)
        expect(ada.locator("#team-said")).to_contain_text("played all decks")
        expect(ada.locator("#standings tr")).to_have_count(3)
        expect(ada.locator("#decks li")).to_have_count(2)
        expect(ada.locator("#decks a")).to_have_count(2)  # its own games alone
        look(ada, "sealed")
        chloe.goto(contest)
        chloe.locator("#standings-said:not(:empty)").wait_for()
        expect(chloe.locator("#standings tr")).to_have_count(0)
        for _ in range(2):
            play(contest, [chloe])

        close(served_database_url, contest)
        ada.goto(contest)
        expect(ada.locator("#decks li").first.locator(".row")).to_have_count(3)
        expect(ada.locator("#decks a")).to_have_count(2 * (3 + 2))  # all games, and two to compare with its own
        look(ada, "closed")
        chloe.goto(contest)
        chloe.locator("#decks li").first.wait_for()
        look(chloe, "closed-de")

        with ada.expect_download() as download:
            ada.locator("#results").click()
        results = tmp_path / "results.json"
        download.value.save_as(results)
        games = [table["game"] for table in json.loads(results.read_text())["tables"]]
        files = [saved(f"{server}/v1/replays/{one}/export", tmp_path / f"{one}.json") for one in games]
        keys = saved(f"{server}/.well-known/hanabi-keys", tmp_path / "keys.json")
        given = [part for file in files for part in ("--game", file)]
        assert main(["verify", str(results), "--keys", keys, *given]) == 0
        assert "6 games, 6 of them" in capsys.readouterr().out

        for reader, suffix in ((ada, ""), (chloe, "-de")):
            reader.locator("#decks li").first.locator("a[href*='#with=']").first.click()
            expect(reader.locator("#turns tbody tr").first).to_be_visible()
            assert reader.locator("#other").input_value() == reader.url.partition("#with=")[2]
            expect(reader.locator("#comparison")).to_be_in_viewport()
            expect(reader.locator("#found > li")).to_have_count(3)
            look(reader, f"compared{suffix}")
        ada.goto(f"{server}/contests")
        ada.locator("#found a", has_text=title).wait_for()
        look(ada, "list")
