"""Tests behind PgBouncer in transaction mode: refused without the setting, safe with it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.clusters import Cluster
from tests.faults.installation import running
from tests.faults.storm import weather
from tests.pooled import DEADLINES, announced, pooler, tracks_statements
from tests.served import free_port

pytestmark = pytest.mark.faults


@pytest.fixture
def pooled_url(cluster: Cluster) -> Iterator[str]:
    """The URL of the database through pgbouncer."""
    with pooler(cluster.url, free_port()) as url:
        yield url


@pytest.mark.parametrize("statements", [0, 200])
def test_a_pooler_is_refused_without_the_setting(folder: Path, cluster: Cluster, statements: int) -> None:
    """The service does not start, and names the setting, even if the pooler supports prepared statements."""
    if statements and not tracks_statements():
        pytest.skip("This pgbouncer keeps no client's statements apart.")
    settings = {"max_prepared_statements": statements} if tracks_statements() else {}
    with (
        pooler(cluster.url, free_port(), **settings) as url,
        pytest.raises(RuntimeError, match="did not start"),
        running(folder, url),
    ):
        pass
    assert "DATABASE_URL leads to a connection pooler such as pgbouncer. Set PGBOUNCER=1" in (
        (folder / "service.log").read_text()
    )


def test_a_pooler_mixes_up_statements_without_the_setting(cluster: Cluster) -> None:
    """With psycopg's defaults a client gets the result of another client's statement, without an error."""
    apart = {"max_prepared_statements": 0} if tracks_statements() else {}
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(pooler(cluster.url, free_port(), default_pool_size=2, **apart))
        clients = [
            stack.enter_context(psycopg.connect(url, autocommit=True, prepare_threshold=0)) for _ in ("Ada", "Béla")
        ]
        queries = [b"select 'Ada'", b"select 'Bela'"]
        with clients[0].transaction(), clients[1].transaction():  # concurrently: on two connections to Postgres
            results = [client.execute(query).fetchone() for client, query in zip(clients, queries, strict=True)]
        assert results == [("Ada",), ("Bela",)]
        stack.enter_context(psycopg.connect(url, prepare_threshold=None)).execute("select 1")  # occupies one of the two
        results = [client.execute(query).fetchone() for client, query in zip(clients, queries, strict=True)]
        assert results in ([("Ada",), ("Ada",)], [("Bela",), ("Bela",)])


def test_a_storm_through_pgbouncer(folder: Path, cluster: Cluster, pooled_url: str) -> None:
    """All promises hold behind pgbouncer. The deadlines are settings of the role."""
    for deadline in DEADLINES:
        cluster.execute(f"alter role hanabi set {deadline}")
    environ = announced(pooled_url, cluster.url)
    with running(folder, environ.pop("DATABASE_URL"), **environ) as service:
        faults = ["backends terminated", "statements cancelled", "tables locked", "Postgres frozen", "Postgres killed"]
        weather(service, cluster, faults, 40)
