"""Tests of the page of a game whose connection is lost."""

from typing import Any

import pytest

from tests.browsing import expect
from tests.service.factories import unique
from tests.web.conftest import ApiCaller, new_caller
from tests.web.test_play import OWN

BUSY = {"status": 503, "headers": {"Retry-After": "1"}, "content_type": "application/problem+json", "body": "{}"}
ONLINE = "dispatchEvent(new Event('online'))"
RETURN = "document.dispatchEvent(new Event('visibilitychange'))"


def started(server: str, page: Any, caller: ApiCaller) -> None:
    """Open a new game with a bot, at a turn of the reader."""
    game = caller.call("POST", "/v1/games", {"seats": 2, "bots": ["kagiya"]})["id"]
    caller.sign_in(page.context)
    with page.expect_response("**/events?views=true"):
        page.goto(f"{server}/play/{game}")
    page.locator(".strip.mine").wait_for()


def test_a_dead_line_is_found_within_twelve_seconds(server: str, chromium: Any, caller: ApiCaller) -> None:
    """No answer comes, and no error either. The page connects again when the browser is online again."""
    tab = chromium.new_page(locale="en-GB")  # no other has its clock
    tab.clock.install()
    started(server, tab, caller)
    held: list[Any] = []
    tab.route("**/livez", lambda route: held.append(route))  # noqa: PLW0108 (it is called by its signature)
    tab.route("**/events?views=true", lambda route: route.abort())
    tab.clock.run_for(8000)
    tab.clock.run_for(4000)
    tab.locator("#interrupted").wait_for()
    tab.unroute("**/events?views=true")
    tab.evaluate(ONLINE)
    tab.locator("#interrupted").wait_for(state="hidden")
    tab.context.close()


def test_a_move_is_sent_until_it_arrives(server: str, quiet_page: Any, caller: ApiCaller) -> None:
    """Also when the reader comes back to the page. It is made once, and no trouble stays on the page."""
    tab = quiet_page
    started(server, tab, caller)
    failed: list[str] = []

    def fail_twice(route: Any) -> None:
        if len(failed) > 1:
            route.continue_()
        else:
            failed.append(route.request.post_data)
            route.abort()

    tab.route("**/moves", fail_twice)
    tab.locator(OWN).click()
    tab.locator("#choice .discard, #choice .play").first.click()
    tab.locator("#interrupted").wait_for()
    with tab.expect_event("requestfailed", lambda request: request.url.endswith("/moves")):
        tab.evaluate(ONLINE)
    with tab.expect_response("**/moves") as answer:
        tab.evaluate(RETURN)
    assert answer.value.status == 201 and [answer.value.request.post_data] * 2 == failed
    assert "expected_version" in failed[0]
    tab.locator("#interrupted").wait_for(state="hidden")
    expect(tab.locator("#trouble")).to_be_hidden()


def fail_first(page: Any, *paths: str) -> None:
    """Answer the first request for each path with 503."""
    left = set(paths)

    def answer(route: Any) -> None:
        path = route.request.url.partition("/v1/")[2]
        if path in left:
            left.remove(path)
            route.fulfill(**BUSY)
        else:
            route.continue_()

    page.route("**/v1/**", answer)


@pytest.mark.slow
def test_pages_to_play_recover_from_a_busy_service(server: str, quiet_page: Any, caller: ApiCaller) -> None:
    """All lists and the table come as soon as the service answers, and no trouble stays on the page."""
    tab, friend = quiet_page, new_caller(server, unique("Béla"))
    me = caller.call("GET", "/v1/me")["id"]
    friend.call("POST", "/v1/games", {"seats": 2, "private": True, "invite": [me]})
    friend.call("POST", "/v1/games", {"seats": 2, "bots": ["kagiya"]})
    game = caller.call("POST", "/v1/games", {"seats": 2, "bots": ["kagiya"]})["id"]
    caller.sign_in(tab.context)
    fail_first(tab, "editions", "me", "me/games?limit=100", "me/invitations", "games?watchable=true&limit=20", "lobby")
    tab.goto(f"{server}/play")
    for part in ("#setup-rules:not(:empty)", "#invitations li", "#watchable li", "#my-tables li"):
        tab.locator(part).first.wait_for()
    expect(tab.locator("#open-tables")).not_to_have_class("lost")
    expect(tab.locator(f"#watchable a[href='/play/{game}']")).to_have_count(0)
    fail_first(tab, f"games/{game}", f"games/{game}/events", f"games/{game}/notes", f"games/{game}/messages")
    tab.goto(f"{server}/play/{game}")
    tab.locator(".strip.mine").wait_for()
    tab.locator("#events li").first.wait_for()
    for trouble in ("#trouble", "#interrupted"):
        expect(tab.locator(trouble)).to_be_hidden()
