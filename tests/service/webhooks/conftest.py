"""Fixtures of the tests of webhooks: a service on an empty database, which allows receivers on this machine."""

from collections.abc import Callable, Iterator
from ipaddress import ip_network
from typing import Any, Final

import pytest
from flask import Flask

from service.app import create_app
from service.platform.settings import Settings
from tests.service.client import Api, Json, Player
from tests.service.conftest import DEADLINE_S, POOL_SIZE
from tests.service.contract import CONTRACT
from tests.service.jobs.conftest import database
from tests.service.outgoing.receiving import Receiver, receiver
from tests.service.own_database import api, new_game, players, sandbox

__all__ = ["LOCAL", "Hooked", "api", "database", "new_game", "players", "sandbox"]

LOCAL: Final = {"WEBHOOK_HTTP": "on", "WEBHOOK_NETWORKS": "127.0.0.0/8"}
"""The settings that allow receivers on this machine."""

ALL: Final = ["your-turn", "game-started", "game-ended", "invited", "matched", "message", "contest-invited"]

Hooked = Callable[..., Json]


@pytest.fixture(scope="module")
def settings(empty_database_url: str) -> Settings:
    """The settings of the service."""
    return Settings(
        database_url=empty_database_url,
        pool_size=POOL_SIZE,
        database_deadline_s=DEADLINE_S,
        webhook_http=True,
        webhook_networks=(ip_network("127.0.0.0/8"),),
    )


@pytest.fixture(scope="module")
def app(settings: Settings) -> Flask:
    """The service."""
    return create_app(settings)


@pytest.fixture
def target() -> Iterator[Receiver]:
    """A receiver. Each body that it gets fits the contract."""
    with receiver() as running:
        yield running
        for one in running.received:
            content = f"/x-webhooks/{one.event['type']}/post/requestBody/content"
            assert CONTRACT.faults(f"{content}/application~1json/schema", one.body) == ()


@pytest.fixture
def hooked(target: Receiver) -> Hooked:
    """A function that creates a webhook of a player at the receiver."""

    def create(player: Player, **body: Any) -> Json:
        webhook: Json = player.api.post("/v1/me/webhooks", {"url": target.url, "events": ALL, **body}).ok()
        return webhook

    return create


def statuses(client: Api, webhook: Json) -> list[str]:
    """Return the states of the deliveries of a webhook, oldest first."""
    items = client.get(f"/v1/me/webhooks/{webhook['id']}/deliveries").ok()["items"]
    return [item["status"] for item in reversed(items)]
