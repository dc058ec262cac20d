"""Tests behind PgBouncer in transaction mode: refused without the setting, safe with it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.clusters import Cluster
from tests.faults.test_storm import cluster, folder, running, weather  # noqa: F401  (fixtures)
from tests.pooled import DEADLINES, announced, pooler, tracks_statements
from tests.served import free_port


@pytest.fixture
def pooled_url(cluster: Cluster) -> Iterator[str]:  # noqa: F811
    """Where the database is, through a pgbouncer."""
    with pooler(cluster.url, free_port()) as url:
        yield url


@pytest.mark.parametrize("statements", [0, 200])
def test_an_unannounced_pooler_is_refused(folder: Path, cluster: Cluster, statements: int) -> None:  # noqa: F811
    """The service does not start, and says what to set; not even where the pooler could keep statements apart."""
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


def test_why_it_is_refused(cluster: Cluster) -> None:  # noqa: F811
    """With psycopg's own settings a client gets what another one has asked for, without any error."""
    apart = {"max_prepared_statements": 0} if tracks_statements() else {}
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(pooler(cluster.url, free_port(), default_pool_size=2, **apart))
        clients = [
            stack.enter_context(psycopg.connect(url, autocommit=True, prepare_threshold=0)) for _ in ("Ada", "Béla")
        ]
        asked = [b"select 'Ada'", b"select 'Bela'"]
        with clients[0].transaction(), clients[1].transaction():  # at once: on two connections to Postgres
            told = [client.execute(query).fetchone() for client, query in zip(clients, asked, strict=True)]
        assert told == [("Ada",), ("Bela",)]
        stack.enter_context(psycopg.connect(url, prepare_threshold=None)).execute("select 1")  # keeps one of the two
        told = [client.execute(query).fetchone() for client, query in zip(clients, asked, strict=True)]
        assert told in ([("Ada",), ("Ada",)], [("Bela",), ("Bela",)])


@pytest.mark.faults
def test_a_storm_behind_a_pooler(folder: Path, cluster: Cluster, pooled_url: str) -> None:  # noqa: F811
    """Everything that holds without one; the deadlines are the role's."""
    for deadline in DEADLINES:
        cluster.execute(f"alter role hanabi set {deadline}")
    told = announced(pooled_url, cluster.url)
    with running(folder, told.pop("DATABASE_URL"), **told) as service:
        faults = ["backends terminated", "statements cancelled", "tables locked", "Postgres frozen", "Postgres killed"]
        weather(service, cluster, faults, 40)
