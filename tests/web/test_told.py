"""Tests of messages to browsers: the part of the account's page that asks for them, and one that arrives."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browsing import expect
from tests.served import serving
from tests.service.factories import unique
from tests.service.jobs.working import worker
from tests.service.outgoing.receiving import Receiver, receiver
from tests.service.webhooks.conftest import LOCAL
from tests.service.webhooks.push_decryption import decrypted
from tests.service.webhooks.test_push import KEY, SECRET, subscription
from tests.web.axe import findings
from tests.web.conftest import new_caller

SUBSCRIBED = """([endpoint, keys]) => {
    const known = { endpoint, toJSON: () => ({ endpoint, keys }) };
    PushManager.prototype.subscribe = async (options) => Object.assign(known, options);
    PushManager.prototype.getSubscription = async () => (known.applicationServerKey ? known : null);
}"""
"""Chromium without windows has no push service: a receiver takes its place, with the keys of the test."""

WATCHED = """() => {
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => shown.push({ title, ...options });
}"""
"""Chromium without windows shows no notifications: the service worker notes what it asks for."""


@pytest.fixture
def push_service() -> Iterator[Receiver]:
    """A push service, which gets encrypted messages."""
    with receiver() as running:
        yield running


def shown(page: Any, text: str) -> Any:
    """Deliver a decrypted message to the service worker as a push service does. Return what it asks to show."""
    session = page.context.new_cdp_session(page)
    registered: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    origin = page.evaluate("navigator.serviceWorker.ready.then(() => location.origin)")
    worker_of_page = page.context.service_workers[-1]
    worker_of_page.evaluate(WATCHED)
    asked = {"origin": origin, "registrationId": registered[-1], "data": text}
    session.send("ServiceWorker.deliverPushMessage", asked)
    while not (found := worker_of_page.evaluate("shown")):
        page.wait_for_timeout(50)
    return found


def test_the_page_offers_messages_for_this_browser(server: str, page: Any) -> None:
    """Turns, invitations and matches are chosen at first, with quiet hours. The worker is installed by the page."""
    new_caller(server, unique("Ada")).sign_in(page.context)
    page.goto(f"{server}/account")
    page.get_by_role("heading", name="Messages").wait_for()
    page.evaluate("() => { PushManager.prototype.subscribe = async () => Promise.reject(new DOMException()); }")
    page.locator("form.pushes button").click()
    page.get_by_text("This browser did not allow messages.").wait_for()
    assert page.locator("form.pushes [name=kind]:checked").count() == 4
    assert page.get_by_label("Quiet hours").is_checked()
    state = page.evaluate("navigator.serviceWorker.register('/service-worker.js').then((one) => one.scope)")
    assert state == f"{server}/"
    named = json.dumps({"type": "contest-invited", "data": {"contest": "x_1"}})
    icon = "/docs/assets/icon.png"
    wanted = {"title": "Somebody wants you in a team", "icon": icon, "tag": "x_1", "data": "/contests/x_1"}
    assert shown(page, named) == [wanted]
    assert not findings(page)


@pytest.mark.slow
def test_a_message_is_shown_by_the_service_worker(
    empty_database_url: str, chromium: Any, push_service: Receiver
) -> None:
    """The service encrypts it for the browser, a push service decrypts it, and the browser's worker shows it."""
    with serving(empty_database_url, None, **LOCAL) as base, worker(empty_database_url, **LOCAL):
        context = chromium.new_context(locale="de-DE")
        page = context.new_page()
        ada, bela = (new_caller(base, unique(name)) for name in ("Ada", "Béla"))
        ada.sign_in(context)
        page.goto(f"{base}/account")
        page.locator("form.pushes").wait_for()
        asked = subscription(f"{push_service.url}/ada")
        page.evaluate(SUBSCRIBED, [asked["endpoint"], asked["keys"]])
        page.get_by_label("Ruhezeit").uncheck()
        page.locator("form.pushes button").click()
        expect(page.locator("form.pushes + ul li")).to_contain_text("dieser Browser")

        game = ada.game(bela, rules={"starting_seat": 0})
        (one,) = push_service.wait_for(1)
        text = decrypted(one.body, KEY, SECRET).decode()
        assert json.loads(text)["type"] == "your-turn"
        (found,) = shown(page, text)
        assert (found["title"], found["tag"], found["data"]) == ("Du bist am Zug", game, f"/play/{game}")
        context.close()
