"""What the tests of both clients share."""

from collections.abc import Iterator

import pytest
from hanabi_client import Client

from tests.clients.proxy import Proxy, proxied


@pytest.fixture
def proxy(server: str) -> Iterator[Proxy]:
    """A proxy before the service."""
    with proxied(server) as found:
        yield found


@pytest.fixture
def client(server: str) -> Iterator[Client]:
    """A client for Python with an account. It also prepares what the client for TypeScript finds."""
    with Client(server) as found:
        found.create_account()
        yield found
