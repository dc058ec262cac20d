"""A service whose charges are noted."""

from typing import NamedTuple

import pytest
from flask import Flask

from service.app import create_app
from service.platform.limits.rate_limit import RateLimiter
from service.platform.settings import Settings
from tests.service.conftest import POOL_SIZE


class Charging(NamedTuple):
    """A service, and the units that it has charged besides the prices of operations."""

    app: Flask
    units: list[int]


@pytest.fixture
def charging(database_url: str) -> Charging:
    """A service with rate limits, which charges nothing and notes what it would."""
    app = create_app(Settings(database_url=database_url, pool_size=POOL_SIZE, rate_limits=True))
    noted = Charging(app, [])
    limiter: RateLimiter = app.extensions["exchange"].rate_limiter
    limiter.charge_units = lambda _, units: noted.units.append(units)  # type: ignore[method-assign,assignment]
    return noted
