"""Tests of the pages of contests."""

from typing import Any

import pytest

from tests.browsing import expect
from tests.service.factories import unique
from tests.web.conftest import ApiCaller, new_caller
from tests.web.contest_of import contest_with_a_game


def test_a_reader_enters_plays_and_compares(server: str, page: Any) -> None:
    """The list leads to the contest. Who enters with a bot gets a table, and who has played sees the standings."""
    announcer = new_caller(server, unique("Announcer"))
    contest = contest_with_a_game(server, announcer)
    page.goto(f"{server}/contests")
    page.locator(f'#found a[href$="{contest}"]').click()
    expect(page.locator("#title")).to_have_text("Autumn cup")
    expect(page.locator("#standings-said")).to_contain_text("nothing to see")
    page.locator("#enter button").click()
    page.locator("#play").click()
    page.locator("#table [data-card]").first.wait_for()
    expect(page.locator("#about a")).to_have_attribute("href", f"/contests/{contest}")
    page.goto(f"{server}/contests/{contest}")
    expect(page.locator("#play")).to_have_text("Go on playing")
    page.context.clear_cookies()
    announcer.sign_in(page.context)
    page.goto(f"{server}/contests/{contest}")
    expect(page.locator("#standings tr")).to_have_count(3)
    expect(page.locator("#decks li")).to_have_count(1)
    expect(page.locator("#play")).to_have_text("Play the next deck")
    page.locator("#decks a").first.click()
    expect(page.locator("#about a")).to_have_attribute("href", f"/contests/{contest}")


@pytest.mark.slow
def test_a_partner_confirms(server: str, page: Any, caller: ApiCaller) -> None:
    """The page `/play` leads an account that a team has named to the contest, which asks it."""
    partner = new_caller(server, unique("Partner"))
    contest = caller.call("POST", "/v1/contests", {"title": "Pairs", "seats": 2, "rounds": [{"decks": 1}]})["id"]
    me = partner.call("GET", "/v1/me")["id"]
    caller.call("POST", f"/v1/contests/{contest}/entries", {"partners": [{"account": me}]})
    partner.sign_in(page.context)
    page.goto(f"{server}/play")
    expect(page.locator("#invitations li")).to_contain_text("wants you in a team: Pairs")
    page.locator("#invitations a").click()
    page.locator("#confirm").click()
    expect(page.locator("#play")).to_be_visible()
    page.locator("#play").click()
    expect(page.locator("#team-said")).to_contain_text("Waiting for your partners")


@pytest.mark.slow
def test_a_reader_announces_a_contest(server: str, page: Any, caller: ApiCaller) -> None:
    """The form has rounds, rules and who may enter."""
    caller.sign_in(page.context)
    page.goto(f"{server}/contests")
    page.locator("#announce-begin").click()
    page.locator("#announce-rules:not(:empty)").wait_for()
    page.locator("[name=title]").fill("Winter cup")
    page.locator("[name=seats][value='3']").check()
    page.locator("[name=who]").select_option("invited")
    page.locator("#announce-more").click()
    page.locator("[name=decks]").last.fill("2")
    page.locator("[name=closes]").last.fill("2099-01-01T12:00")
    page.locator("[name=invited]").fill(f"{caller.call('GET', '/v1/me')['name']}, ")
    page.locator("#announce .first").click()
    expect(page.locator("#title")).to_have_text("Winter cup")
    contest = caller.call("GET", f"/v1/contests/{page.url.rpartition('/')[2]}")
    assert (contest["seats"], contest["entry"]["who"]) == (3, "invited")
    assert [one["decks_total"] for one in contest["rounds"]] == [4, 2] and contest["rounds"][1]["closes_at"]
