"""Tests that nothing outside keeps a place of the service from others."""

import socket
import threading
import time
from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import pytest
from flask import Flask

from service.app import create_app
from service.core.replays import fetching
from service.features.oauth import client_documents
from service.platform.outgoing.door import Door
from service.platform.requests.exchange import Exchange
from service.platform.settings import Settings
from tests.rows import slow_unless
from tests.service.client import Answer, Api
from tests.service.factories import player_factory
from tests.service.oauth.app import App
from tests.service.outgoing.slow_sites import TOTAL_S, Site, site


def show_consent(app: Flask, slow: str) -> Answer:
    """A stranger opens the page on which a person answers an app."""
    return Api(app).get("/oauth/authorize", query=App(app, slow, slow).query())


def ask_for_device(app: Flask, slow: str) -> Answer:
    """An app asks for the codes of a device."""
    return App(app, slow).post("device", scope="games:play")


def import_link(app: Flask, _: str) -> Answer:
    """A player imports a game of hanab.live."""
    return player_factory(Api(app))(1)[0].api.post("/v1/replays", {"link": "5"})


@pytest.mark.parametrize(
    ("send", "refusals"),
    slow_unless(
        lambda row: row[0] is not ask_for_device,
        [(show_consent, (400,)), (ask_for_device, (400, 401)), (import_link, (503,))],
    ),
)
def test_a_request_that_waits_for_another_site_holds_no_place(
    database_url: str, send: Callable[[Flask, str], Answer], refusals: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one place, the requests of others are answered meanwhile, also heavy ones."""
    with site(b"", b"HTTP/1.1 102 \r\n\r\n") as slow:
        monkeypatch.setattr(socket, "getaddrinfo", lead_here)
        for module in (client_documents, fetching):
            monkeypatch.setattr(module, "_door", Door(2, total_s=TOTAL_S, name="tests"))
        origin = f"http://slow.example:{slow.port}"
        app = create_app(
            Settings(
                database_url=database_url,
                pool_size=2,
                max_in_flight=1,
                hanab_live=origin,
                webhook_http=True,
                webhook_networks=(ip_network("127.0.0.0/8"),),
            )
        )
        answers: list[Answer] = []
        waiting = threading.Thread(target=lambda: answers.append(send(app, f"{origin}/{send.__name__}.json")))
        waiting.start()
        await_asked(slow)
        held = places(app)
        waiting.join(30)
    assert held == [0, 0, 0] and answers[0].status in refusals
    assert places(app) == [0, 0, 0]


def lead_here(host: Any, port: int, *_: Any, **__: Any) -> list[Any]:
    """Return the address of this machine."""
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]


def await_asked(slow: Site) -> None:
    """Wait until the slow site is asked."""
    give_up = time.monotonic() + 30
    while not slow.asked and time.monotonic() < give_up:
        time.sleep(0.01)
    assert slow.asked


def places(app: Flask) -> list[int]:
    """Return how many places of each kind are held."""
    exchange: Exchange = app.extensions["exchange"]
    limit = exchange.concurrency
    return [sum(slots._held.values()) for slots in (limit.slots, limit._visitors, limit._heavy)]
