"""What the tests of generated clients share: the service on a port."""

from collections.abc import Iterator

import pytest

from tests.served import serving


@pytest.fixture(scope="session")
def server(database_url: str) -> Iterator[str]:
    """The address of a running service."""
    with serving(database_url) as base:
        yield base
