"""Fixtures of the tests over HTTP: the application on a real database, players and games."""

from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import all_tables  # noqa: F401
from service.app import create_app
from service.core import feature
from service.features import FEATURES
from service.platform.database.pool import execute
from service.platform.settings import Settings
from tests.service.browser import Browser, guest_browser
from tests.service.client import Api, Game, stacked
from tests.service.factories import NewGame, Players, game_factory, player_factory, sandbox_factory

feature.install(FEATURES)  # for tests that need no application

# Connections of one worker's app. Two racing threads hold one each; eight workers stay far below Postgres' limit.
POOL_SIZE: Final = 4

# A busy machine may stop this process for seconds within a transaction, which Postgres ends after 60 % of the deadline.
DEADLINE_S: Final = 60


TOP = "r1 g1 w4 y4 b4 y1 g3 b1 w1 r2"
"""The first cards of its deck."""


@pytest.fixture(scope="session")
def app(database_url: str) -> Flask:
    """The service on this worker's database."""
    return create_app(
        Settings(
            database_url=database_url, pool_size=POOL_SIZE, pool_timeout_s=DEADLINE_S, database_deadline_s=DEADLINE_S
        )
    )


@pytest.fixture(autouse=True)
def steady(request: pytest.FixtureRequest) -> None:
    """Read the clock before each test, as workers do. Otherwise ten minutes of other tests would look like a jump."""
    if {"app", "database_url"} <= set(request.fixturenames):
        with request.getfixturevalue("app").extensions["database"].bind():
            execute("update clock set seen_at = now()")


@pytest.fixture(scope="session")
def api(app: Flask) -> Api:
    """A client without a token."""
    return Api(app)


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    """Flask's client, without a token and without cookies."""
    return app.test_client(use_cookies=False)


@pytest.fixture
def browser(app: Flask) -> Browser:
    """A browser that is signed in as a guest."""
    return guest_browser(app)


@pytest.fixture(scope="session")
def players(api: Api) -> Players:
    """A factory of new players."""
    return player_factory(api)


@pytest.fixture(scope="session")
def new_game(players: Players) -> NewGame:
    """A factory of games with a full table; keywords are members of the request."""
    return game_factory(players)


@pytest.fixture(scope="session")
def sandbox(new_game: NewGame) -> NewGame:
    """A factory of games with a given deck, in which seat 0 starts."""
    return sandbox_factory(new_game)


@pytest.fixture(scope="session")
def aborted(sandbox: NewGame) -> Game:
    """An ended game with a given deck, without a move, which no test changes."""
    game = sandbox(stacked("r1"))
    game.abort()
    return game


@pytest.fixture
def running(sandbox: NewGame) -> Game:
    """A game of two players with a given deck, without a move. The rows of `in_one_test` share it."""
    return sandbox(stacked(""))


@pytest.fixture(scope="module")
def game(sandbox: NewGame) -> Game:
    """An aborted game of five moves."""
    game = sandbox(stacked(TOP))
    game.play("play 0", "clue 0 4", "clue 1 1", "play 5", "discard 3")
    game.abort()
    return game
