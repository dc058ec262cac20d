"""Tests of `/readyz` on older and newer schemas."""

from collections.abc import Iterator

import psycopg
import pytest

from service.app import create_app
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Api
from tests.waiting import await_until


@pytest.fixture(scope="module")
def api(empty_database_url: str) -> Iterator[Api]:
    """A service whose schema may be changed."""
    app = create_app(Settings(database_url=empty_database_url, pool_size=1))
    service = Api(app)
    await_until(lambda: service.get("/readyz").status == 200, "the first connection was there")
    yield service
    app.extensions["database"].close()


@in_one_test(
    ("revision", "oldest", "status"),
    [
        (None, None, 200),
        ("9999", None, 200),
        ("9999", "0001", 200),
        ("9999", "9998", 503),
        ("0001", None, 503),
        ("", None, 503),
    ],
)
def test_a_server_is_ready_on_its_own_schema_and_on_compatible_newer_ones(
    api: Api, empty_database_url: str, revision: str | None, oldest: str | None, status: int
) -> None:
    """A migration takes no server out, unless it says so in the comment of `alembic_version`."""
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        row = db.execute("select version_num from alembic_version").fetchone()
        assert row is not None
        db.execute("update alembic_version set version_num = coalesce(%s, version_num)", (revision,))
        db.execute(f"comment on table alembic_version is {'null' if oldest is None else repr(oldest)}".encode())
        try:
            assert api.get("/readyz").status == status
        finally:
            db.execute("update alembic_version set version_num = %s", row)
            db.execute("comment on table alembic_version is null")
