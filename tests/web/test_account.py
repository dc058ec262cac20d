"""The page of the account: begin, rename, block, and delete; and sentences at the field that they are about."""

from typing import Any

import pytest

from service.cli.arguments import main
from tests.browsing import expect
from tests.web.conftest import new_caller


def test_an_account_is_begun_renamed_and_deleted_on_its_page(server: str, quiet_page: Any) -> None:
    """What is wrong stands at its field, which has the focus."""
    page, other = quiet_page, new_caller(server, "Blocked on a page").call("GET", "/v1/me")
    page.goto(f"{server}/account")
    page.get_by_label("Your name").first.fill("admin")
    page.get_by_role("button", name="New account").click()
    field = page.locator("[aria-invalid=true]")
    expect(field).to_be_focused()
    said = page.locator(f"#{field.get_attribute('aria-describedby')}")
    assert said.inner_text() == "Your name must not be a reserved word or look like an id."
    field.fill("Begun on a page")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    page.get_by_role("button", name="New account").click()
    page.locator("summary", has_text="Rename").click()
    page.get_by_label("New name").fill("Renamed on a page")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#here strong")).to_have_text("Renamed on a page")
    expect(page.locator("summary", has_text="Rename")).to_be_focused()
    page.goto(f"{server}/players/{other['name']}")
    page.get_by_role("button", name="Block").click()
    expect(page.locator("#block")).to_contain_text("You have blocked this player.")
    page.goto(f"{server}/account")
    page.get_by_role("button", name=f"Unblock: {other['name']}").click()
    expect(page.get_by_role("link", name=other["name"])).to_have_count(0)
    page.locator("summary", has_text="Delete the account").click()
    page.get_by_label("Type your name").fill("Renamed on a page")
    page.get_by_role("button", name="Delete the account").click()
    page.wait_for_url(f"{server}/")
    assert page.request.get(f"{server}/v1/accounts/Renamed on a page").status == 404


@pytest.mark.slow
def test_a_suspended_account_is_exported_and_deleted(
    server: str, served_database_url: str, quiet_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of the account has what its sentence says that the reader can still do. No page has an error."""
    page, name = quiet_page, "Noisy Nora"
    caller = new_caller(server, name)
    caller.sign_in(page.context)
    monkeypatch.setenv("DATABASE_URL", served_database_url)
    assert main(["moderate", "suspend", caller.call("GET", "/v1/me")["id"], "--reason", "Spam."]) == 0
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(error))  # noqa: PLW0108  (Playwright marks handlers)
    page.goto(f"{server}/play")
    expect(page.locator("#trouble")).to_contain_text("A moderator has suspended this account.")
    page.goto(f"{server}/account")
    expect(page.locator("#trouble")).to_contain_text("A moderator has suspended this account.")
    with page.expect_download():
        page.get_by_role("button", name="Download your data").click()
    page.locator("summary", has_text="Delete the account").click()
    page.get_by_label("Type your name").fill(name)
    page.get_by_role("button", name="Delete the account").click()
    page.wait_for_url(f"{server}/")
    assert not errors
