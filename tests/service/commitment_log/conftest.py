"""Fixture of a service with an empty log."""

from collections.abc import Iterator

import psycopg
import pytest

from service.app import create_app
from service.platform.settings import Settings
from tests.service.client import Api
from tests.service.commitment_log.logs import Log
from tests.service.factories import game_factory, player_factory


@pytest.fixture
def log(another_database: str) -> Iterator[Log]:
    """An empty log."""
    app = create_app(Settings(database_url=another_database, pool_size=4))
    api = Api(app)
    players = player_factory(api)
    with psycopg.connect(another_database, autocommit=True) as db:
        yield Log(app, api, players, game_factory(players), db, another_database)
    app.extensions["database"].close()
