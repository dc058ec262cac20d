"""Fixtures of tests whose module has a database of its own, in which each list is short."""

import pytest
from flask import Flask

from service.app import create_app
from service.platform.settings import Settings
from tests.service.client import Api
from tests.service.conftest import DEADLINE_S, POOL_SIZE
from tests.service.factories import NewGame, Players, game_factory, player_factory, sandbox_factory


@pytest.fixture(scope="module")
def app(empty_database_url: str) -> Flask:
    """The service on an empty database."""
    return create_app(Settings(database_url=empty_database_url, pool_size=POOL_SIZE, database_deadline_s=DEADLINE_S))


@pytest.fixture(scope="module")
def api(app: Flask) -> Api:
    """A client without a token."""
    return Api(app)


@pytest.fixture(scope="module")
def players(api: Api) -> Players:
    """A factory of new players."""
    return player_factory(api)


@pytest.fixture(scope="module")
def new_game(players: Players) -> NewGame:
    """A factory of games with a full table; keywords are members of the request."""
    return game_factory(players)


@pytest.fixture(scope="module")
def sandbox(new_game: NewGame) -> NewGame:
    """A factory of games with a given deck, in which seat 0 starts."""
    return sandbox_factory(new_game)
