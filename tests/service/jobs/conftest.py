"""Fixtures of the tests of jobs: a service on an empty database, in which no other test adds jobs."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from flask import Flask

from service.platform import ids
from service.platform.database.pool import Database
from tests.service.client import Game, stacked
from tests.service.factories import NewGame
from tests.service.own_database import api, app, new_game, players, sandbox

__all__ = ["Finished", "Play", "api", "app", "new_game", "players", "sandbox"]


class Finished(NamedTuple):
    """A finished game, and its id in the database."""

    game: Game
    id: UUID


Play = Callable[..., Finished]

STRIKES = stacked("r5 y5 g5 b5 w5 r4 y4 g4 b4 w4 r4 y4")
"""A deck in which each of the first plays is a strike."""


@pytest.fixture
def database(app: Flask) -> Iterator[Database]:
    """The database of the service, bound."""
    found: Database = app.extensions["database"]
    with found.bind():
        yield found


@pytest.fixture
def url(empty_database_url: str) -> str:
    """The URL of the database."""
    return empty_database_url


@pytest.fixture
def finished(new_game: NewGame) -> Play:
    """A factory of games that ended by their third strike. Keywords are members of the request."""

    def play(**body: Any) -> Finished:
        if not body.get("private"):
            body = {"sandbox": True, "deck": STRIKES} | body
        body = {name: value for name, value in body.items() if value is not None}
        game = new_game(**body)
        view = game.view(0)
        while view["status"] == "running":
            seat = view["to_move"]
            view = game.play({"type": "play", "card": game.view(seat)["hands"][seat]["cards"][0]["card"]})["view"]
        game_id = ids.parse("g", game.id)
        assert game_id is not None
        return Finished(game, game_id)

    return play
