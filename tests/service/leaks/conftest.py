"""Fixtures of the leak tests: a database of their own, in which each list is short."""

import pytest

from service.app import create_app
from service.settings import Settings
from tests.service.client import Api
from tests.service.conftest import POOL_SIZE
from tests.service.factories import NewGame, Players, game_factory, player_factory, sandbox_factory


@pytest.fixture(scope="module")
def api(empty_database_url: str) -> Api:
    """A client without a token, of a service on an empty database."""
    return Api(create_app(Settings(database_url=empty_database_url, pool_size=POOL_SIZE)))


@pytest.fixture(scope="module")
def players(api: Api) -> Players:
    """A factory of new players."""
    return player_factory(api)


@pytest.fixture(scope="module")
def sandbox(players: Players) -> NewGame:
    """A factory of games with a given deck, in which seat 0 starts."""
    return sandbox_factory(game_factory(players))
