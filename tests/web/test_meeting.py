"""Stories of people who meet: four who find each other, and two who play over a week (`make test-all`)."""

import re
from contextlib import ExitStack
from typing import Any

import pytest

from tests.browsing import expect
from tests.service.factories import unique
from tests.web.conftest import new_caller
from tests.web.test_play import OWN, choose

pytestmark = pytest.mark.slow

_DAY_S = 86_400


def moves(page: Any) -> int:
    """Return the number of moves that a page lists."""
    found: int = page.locator("#events li").count()
    return found


def test_four_people_meet_play_by_the_clock_and_review_the_game(server: str, lend: Any) -> None:
    """One of them loses the network for some turns, and sees them afterwards. All find the review."""
    with ExitStack() as stack:
        people = [stack.enter_context(lend()) for _ in range(4)]
        for one, name in zip(people, ("Ada", "Béla", "Chloé", "Đorđe"), strict=True):
            one.goto(f"{server}/play")
            one.get_by_label("Your name").fill(unique(name))
            one.get_by_role("radio", name="With anyone").check()
            one.locator(".number", has_text="4").click()
            one.locator("#setup select[name=pace]").select_option(label="5 minutes, and 10 seconds more with each turn")
            one.get_by_role("button", name="Start").click()
        for one in people:
            one.wait_for_url("**/play/g_*")
            one.locator("#table .card").first.wait_for()
            one.locator("#clock-left").wait_for()
        assert len({one.url for one in people}) == 1

        first = next(one for one in people if one.locator(".strip.mine").count())
        order = people[people.index(first) :] + people[: people.index(first)]
        lost = order[3]
        lost.context.set_offline(True)
        for place in range(2):
            order[place].locator(".strip.mine").wait_for()
            choose(order[place], OWN, "^Play slot")
        expect(order[2].locator("#events li")).to_have_count(moves(order[1]))
        lost.context.set_offline(False)
        expect(lost.locator("#events li")).to_have_count(moves(order[1]))
        turn = 2
        while not order[0].locator(".strip.over").count():
            one = order[turn % 4]
            one.locator(".strip:is(.mine, .over)").wait_for()
            if one.locator(".strip.mine").count():
                choose(one, OWN, "^Play slot")
            turn += 1
        for one in people:
            one.get_by_role("link", name="Review the game").click()
            one.locator("#review").wait_for()
        assert len({moves(one) for one in people}) == 1


def test_two_people_play_over_a_week_with_a_vacation(server: str, page: Any, lend: Any) -> None:
    """The clock of who is on vacation stands still. When the days of a turn are over, both read how it ended."""
    ada, bela = (new_caller(server, unique(name)) for name in ("Ada", "Béla"))
    pace = {"turn_s": 2 * _DAY_S, "vacation_days": 7}
    game = ada.game(bela, sandbox=True, pace=pace, rules={"starting_seat": 0})

    def pass_days(days: int) -> None:
        bela.call("POST", f"/v1/sandbox/{game}/clock", {"advance_s": days * _DAY_S})

    with lend() as friend:
        for one, caller in ((page, ada), (friend, bela)):
            caller.sign_in(one.context)
            one.goto(f"{server}/play/{game}")
            expect(one.locator("#clock-left")).to_contain_text("1 day 23 hours")
        page.get_by_role("tab", name="This table").click()
        for left in (7, 6, 5):
            page.get_by_role("button", name=f"Take a day of vacation ({left} left)").click()
        page.get_by_role("button", name="Take a day of vacation (4 left)").wait_for()
        pass_days(4)
        expect(page.locator("#clock-left")).to_have_text(re.compile(r"^23:\d\d:\d\d$"))
        choose(page, OWN, "^Play slot")
        friend.locator(".strip.mine").wait_for()
        pass_days(1)
        expect(friend.locator("#clock-left")).to_have_text(re.compile(r"^23:\d\d:\d\d$"))
        pass_days(2)
        for one in (page, friend):
            one.locator(".strip.over").wait_for()
            one.get_by_role("link", name="Review the game").click()
            one.locator("#review").wait_for()
