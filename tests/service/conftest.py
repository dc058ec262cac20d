"""Fixtures of the tests over HTTP: the application on a real database, players and games."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from flask import Flask

from service.app import create_app
from service.settings import Settings
from tests.service.client import Api, Game, Json, Player

# Connections of one worker's app. Two racing threads hold one each; eight workers stay far below Postgres' limit.
POOL_SIZE: Final = 4

_NAMES: Final = ("Ada", "Béla", "Chloé", "Đorđe", "Eva")


@pytest.fixture(scope="session")
def app(database_url: str) -> Flask:
    """The service on this worker's database."""
    return create_app(Settings(database_url=database_url, pool_size=POOL_SIZE))


@pytest.fixture(scope="session")
def api(app: Flask) -> Api:
    """A client without a token."""
    return Api(app)


@pytest.fixture(scope="session")
def players(api: Api) -> Callable[[int], list[Player]]:
    """A factory of new players."""

    def make(number: int) -> list[Player]:
        return [_player(api, name) for name in _NAMES[:number]]

    return make


def _player(api: Api, name: str) -> Player:
    account = api.post("/v1/accounts", {"name": name}).ok()
    return Player(account["id"], account["name"], account["token"], api.known_by(account["token"]))


@pytest.fixture(scope="session")
def new_game(players: Callable[[int], list[Player]]) -> Callable[..., Game]:
    """A factory of games with a full table; keywords are members of the request."""

    def make(seats: int = 2, *, seated: int | None = None, at_table: list[Player] | None = None, **body: Any) -> Game:
        people = at_table or players(seats)
        view: Json = people[0].api.post("/v1/games", {"seats": seats, **body}).ok()
        game = Game(view, people)
        for player in people[1:seated]:
            if body.get("private"):
                people[0].api.post(f"{game.path}/invitations", {"account": player.id}).ok()
            player.api.post(f"{game.path}/seats", {}).ok()
        return game

    return make


@pytest.fixture(scope="session")
def sandbox(new_game: Callable[..., Game]) -> Callable[..., Game]:
    """A factory of games with a given deck, in which seat 0 starts."""

    def make(deck: list[Json], seats: int = 2, **body: Any) -> Game:
        return new_game(seats, sandbox=True, deck=deck, **body)

    return make
