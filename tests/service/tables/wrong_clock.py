"""A service whose database has a clock that tests can set.

`now()` is a function of the test's own database that adds a shift to the real time, or to a time that stands still.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta

import psycopg
import pytest
from flask import Flask
from sqlalchemy.engine import make_url

from service.app import create_app
from service.platform.database import clock_jumps
from service.platform.settings import Settings
from tests.service.client import Api
from tests.service.factories import NewGame, game_factory, player_factory

Shift = Callable[..., None]

_CLOCK = """
    create schema wrong;
    create table wrong.skew (shift interval, frozen timestamptz);
    insert into wrong.skew values ('0', null);
    create function wrong.now() returns timestamptz language sql stable
        as 'select coalesce(frozen, pg_catalog.now()) + shift from wrong.skew';
    update clock set seen_at = now();
"""


@pytest.fixture(scope="module")
def app(empty_database_url: str) -> Iterator[Flask]:
    """The service on a database whose clock can be set."""
    name = make_url(empty_database_url).database
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        db.execute(_CLOCK.encode())
        db.execute(f'alter database "{name}" set search_path = wrong, public, pg_catalog'.encode())
    app = create_app(Settings(database_url=empty_database_url, pool_size=2))
    yield app
    app.extensions["database"].close()


@pytest.fixture
def new_game(app: Flask) -> NewGame:
    """A factory of games on this database."""
    return game_factory(player_factory(Api(app)))


@pytest.fixture
def shift(app: Flask, empty_database_url: str) -> Iterator[Shift]:
    """A function that sets the clock. With `steady`, the service reads it as if all that time had passed."""

    def shift(by: timedelta, *, steady: bool = False) -> None:
        with psycopg.connect(empty_database_url, autocommit=True) as db:
            db.execute("update wrong.skew set shift = %s", (by,))
            if steady:
                db.execute("update clock set seen_at = now()")

    yield shift
    shift(timedelta(0))
    observe(app)


def observe(app: Flask) -> None:
    """Read the clock, as a worker does each minute."""
    with app.extensions["database"].bind():
        clock_jumps.observe()
