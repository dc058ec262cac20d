"""Recovery codes and links to another device, on the page of the account."""

import re
from typing import Any

import pytest

from tests.browsing import expect


@pytest.fixture
def page(quiet_page: Any) -> Any:
    """A page whose console may tell of refusals."""
    return quiet_page


def opened(chromium: Any, address: str) -> Any:
    """Open the page of the account in another browser."""
    page = chromium.new_context(locale="en-GB").new_page()
    page.goto(address)
    return page


@pytest.mark.slow
def test_a_person_recovers_links_a_second_browser_and_ends_the_first(server: str, chromium: Any, page: Any) -> None:
    """A code signs in without the first browser, a code on the screen lets a third one in, which ends the first."""
    base = server.replace("127.0.0.1", "localhost")
    name = page.request.post(f"{base}/v1/sign-in/guest", data={}).json()["name"]
    page.goto(f"{base}/account")
    page.get_by_role("button", name="Make recovery codes").click()
    code = page.locator(".codes code").first.inner_text()
    expect(page.locator("section:has(.codes) [role=status]")).to_be_focused()

    second = opened(chromium, f"{base}/account")
    section = second.locator("section", has=second.get_by_role("heading", name="With a recovery code"))
    section.get_by_label("Your name").fill(name)
    section.get_by_label("Your code").fill("0000")
    section.get_by_role("button", name="Sign in").click()
    second.locator(".wrong", has_text="that of another account").wait_for()
    section.get_by_label("Your code").fill(code)
    section.get_by_role("button", name="Sign in").click()
    second.get_by_role("button", name=re.compile("^Remove: Codes that were not used: 9")).wait_for()
    second.get_by_role("button", name="Show a code").click()
    second.locator(".qr svg").wait_for()
    expect(second.locator(".code")).to_be_focused()
    shown = second.locator(".code").inner_text()

    third = opened(chromium, f"{base}/account#code={shown}")
    section = third.locator("section", has=third.get_by_role("heading", name="With a code of another device"))
    section.get_by_text("A code that somebody sends you leads to an account of theirs.").wait_for()
    assert (section.get_by_label("Your code").input_value(), third.url) == (shown, f"{base}/account")
    section.get_by_role("button", name="Sign in").click()
    second.get_by_text("Chrome, Linux asks to be let in.").wait_for()
    assert third.get_by_role("button", name="End: Chrome, Linux").count() == 0
    second.get_by_role("button", name="Let it in").click()
    third.get_by_role("button", name="End: Chrome, Linux").first.click()
    second.get_by_text("The other device is signed in.").wait_for()
    page.reload()
    page.get_by_role("heading", name="With a recovery code").wait_for()
    for other in (second, third):
        other.context.close()


@pytest.mark.slow
def test_two_accounts_become_one(server: str, chromium: Any, page: Any) -> None:
    """Both browsers name the other account, and both end up in the older one, whose games are those of both."""
    base = server.replace("127.0.0.1", "localhost")
    old = page.request.post(f"{base}/v1/sign-in/guest", data={}).json()["name"]
    page.goto(f"{base}/account")
    second = opened(chromium, f"{base}/account")
    new = second.request.post(f"{base}/v1/sign-in/guest", data={}).json()["name"]
    second.reload()
    body = {"method": "POST", "headers": {"Content-Type": "application/json"}, "body": '{"seats": 2}'}
    game = second.evaluate("(sent) => fetch('/v1/games', sent).then((answer) => answer.json())", body)["id"]
    second.get_by_role("button", name="Make a code").click()
    code = second.locator(".code").inner_text()
    page.get_by_label("Code of the other account").fill(code)
    page.get_by_role("button", name="Continue").click()
    page.get_by_text(f"The other account is {new}, signed in on Chrome, Linux.").wait_for()
    second.get_by_text(f"The account {old} remains.").wait_for()
    page.get_by_role("button", name="Merge them").click()
    page.get_by_text("Now select the same on the other device.").wait_for()
    second.get_by_role("button", name="Merge them").click()
    for one in (second, page):
        one.get_by_text(f"The accounts are one: {old}.").wait_for()
        assert one.locator("#here strong").first.inner_text() == old
    assert [one["id"] for one in page.request.get(f"{base}/v1/me/games").json()["items"]] == [game]
    second.context.close()


@pytest.mark.slow
def test_a_refused_name_leads_to_signing_in(server: str, page: Any) -> None:
    """Beside the problem stands a link to the page of the account."""
    name = page.request.post(f"{server}/v1/sign-in/guest", data={}).json()["name"]
    page.context.clear_cookies()
    page.goto(server)
    page.locator("#quick input[name=name]").fill(name)
    page.locator("#quick button").first.click()
    page.locator(".wrong a", has_text=re.compile("Is it yours")).click()
    page.get_by_role("heading", name="With a recovery code").wait_for()
