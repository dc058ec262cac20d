"""Fixture of a service with an empty log."""

from collections.abc import Iterator
from typing import Any, Final

import psycopg
import pytest

from service.app import create_app
from service.platform.settings import Settings
from tests.service.client import Api
from tests.service.commitment_log.logs import Log
from tests.service.factories import game_factory, player_factory

SEEDED: Final = {"alembic_version", "clock"}
"""The tables with rows in an empty database."""


@pytest.fixture
def log(empty_database_url: str) -> Iterator[Log]:
    """An empty log, in a database that is emptied for each test: a new one takes five times as long."""
    app = create_app(Settings(database_url=empty_database_url, pool_size=4))
    api = Api(app)
    players = player_factory(api)
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        yield Log(app, api, players, game_factory(players), db, empty_database_url)
        app.extensions["database"].close()
        _empty(db)


def _empty(db: psycopg.Connection[Any]) -> None:
    tables = {name for (name,) in db.execute("select tablename from pg_tables where schemaname = 'public'")}
    filled = [name for name in tables - SEEDED if db.execute(f"select from {name} limit 1".encode()).rowcount]
    if filled:
        db.execute(f"truncate {', '.join(filled)} restart identity cascade".encode())
