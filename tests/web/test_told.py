"""Test of the part of the account's page that says what a browser is told."""

from typing import Any

from tests.service.factories import unique
from tests.web.axe import findings
from tests.web.conftest import new_caller


def test_the_page_offers_messages_for_this_browser(server: str, page: Any) -> None:
    """Turns, invitations and matches are chosen at first, with quiet hours. The worker is installed by the page."""
    new_caller(server, unique("Ada")).sign_in(page.context)
    page.goto(f"{server}/account")
    page.get_by_role("heading", name="Messages").wait_for()
    assert page.locator("form.pushes [name=kind]:checked").count() == 4
    assert page.get_by_label("Quiet hours").is_checked()
    state = page.evaluate("navigator.serviceWorker.register('/service-worker.js').then((one) => one.scope)")
    assert state == f"{server}/"
    assert not findings(page)
