"""Settings of the service, as the tests of tables have them."""

from tests.service.tables.conftest import settings

__all__ = ["settings"]
