"""A player who imports games."""

import pytest

from tests.service.client import Api
from tests.service.factories import Players


@pytest.fixture(scope="module")
def ada(players: Players) -> Api:
    """A player who imports games."""
    return players(1)[0].api
