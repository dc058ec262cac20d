"""Fixtures of the tests of moderation."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.service.client import Answer, Api, Player
from tests.service.factories import grant
from tests.service.tables.conftest import settings

__all__ = ["settings"]

Moderate = Callable[..., Answer]


@pytest.fixture(scope="module")
def moderator(app: Flask, players: Callable[[int], list[Player]]) -> Player:
    """A player whose client has the token of moderation."""
    player = players(3)[2]
    token = grant(app, player)
    return Player(player.id, player.name, token, player.api.known_by(token))


@pytest.fixture(scope="module")
def moderate(moderator: Player) -> Moderate:
    """A function that takes an action on a target. Keywords are other members of the request."""

    def take(action: str, target: str, **members: Any) -> Answer:
        body = {"action": action, "target": target, "reason": "A test.", **members}
        return moderator.api.post("/v1/moderation/actions", body)

    return take


@pytest.fixture(scope="module")
def stranger(players: Callable[[int], list[Player]]) -> Api:
    """The client of an account without a seat."""
    return players(1)[0].api
