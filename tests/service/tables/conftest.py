"""Two applications on one database, as two processes have them."""

import pytest
from flask import Flask

from service.app import create_app
from service.platform.settings import Settings
from tests.service.conftest import DEADLINE_S, POOL_SIZE
from tests.service.tables.event_client import KEEP_ALIVE_S, polling


@pytest.fixture(scope="module")
def settings(database_url: str) -> Settings:
    """Settings with a short keep-alive interval for streams."""
    return Settings(
        database_url=database_url,
        pool_size=POOL_SIZE,
        database_deadline_s=DEADLINE_S,
        stream_keep_alive_s=KEEP_ALIVE_S,
    )


@pytest.fixture(scope="module")
def other(settings: Settings) -> Flask:
    """A second application: it learns of a move through the database only."""
    return create_app(settings)


@pytest.fixture
def notified(settings: Settings) -> Flask:
    """A second application that polls so rarely that only notifications tell it in time."""
    return polling(create_app(settings), 60.0)
