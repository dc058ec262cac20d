"""The reference: requests that are sent from its pages, and findings of axe with everything open."""

from typing import Any

import pytest

from tests.web.axe import findings
from tests.web.conftest import ApiCaller


@pytest.fixture
def page(quiet_page: Any, caller: ApiCaller) -> Any:
    """A page of somebody who is signed in."""
    caller.sign_in(quiet_page.context)
    return quiet_page


@pytest.mark.slow
def test_a_request_is_sent_from_the_reference(server: str, page: Any) -> None:
    """The body is that of the example, and the sign-in that of the pages. Keys alone are enough."""
    page.goto(f"{server}/docs/reference/games#createGame")
    operation = page.locator("#createGame")
    operation.locator("summary", has_text="Send it").focus()
    page.keyboard.press("Enter")
    operation.get_by_label("Body").fill('{"seats": 3}')
    operation.get_by_role("button", name="Send").focus()
    page.keyboard.press("Enter")
    output = operation.locator("output")
    output.get_by_text('"seats": [').wait_for()
    assert output.text_content().startswith("201 ") and "location: /v1/games/g_" in output.text_content()


@pytest.mark.slow
def test_a_stream_is_shown_as_it_comes(server: str, page: Any, caller: ApiCaller) -> None:
    """The parameters are in the address and in the headers. The stream is not over when it is shown."""
    game = caller.call("POST", "/v1/games", {"seats": 2})["id"]
    page.goto(f"{server}/docs/reference/games")
    operation = page.locator("#listEvents")
    operation.locator("summary", has_text="Send it").click()
    operation.locator("[name=game]").fill(game)
    operation.locator("[name=Accept]").select_option("text/event-stream")
    operation.get_by_role("button", name="Send").click()
    operation.locator("output").get_by_text("event: snapshot").wait_for()
    operation.locator("[name=game]").fill("x")
    operation.get_by_role("button", name="Send").click()
    operation.locator("output").get_by_text('"code": "not-found"').wait_for()


@pytest.mark.slow
def test_axe_finds_nothing_with_everything_open(server: str, page: Any) -> None:
    """In both color schemes, with each form, its response, the examples and the members."""
    page.goto(f"{server}/docs/reference/accounts")
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    page.locator("#createAccount").get_by_label("Body").fill("{}")  # the name in the example may be taken
    for button in page.get_by_role("button", name="Send").all():
        button.click()
    page.locator("#createAccount output").get_by_text("201").wait_for()
    assert findings(page) == []
