"""Tests of database failures: locks, a failover, lost connections."""

import os
import subprocess
import sys
from contextlib import suppress

import psycopg
import pytest
from flask import Flask

from service.app import create_app
from service.platform.database import deadline, pool
from service.platform.database.deadline import DeadlineConnection
from service.platform.settings import Settings
from tests import pooled
from tests.read_only import set_read_only
from tests.service.client import Api
from tests.service.factories import Players


def test_a_locked_table_is_503_within_seconds(database_url: str, players: Players) -> None:
    """A request that waits for a lock is refused after a deadline."""
    app = create_app(Settings(database_url=database_url, pool_size=1, database_deadline_s=2))
    api = Api(app, token=players(1)[0].token)
    with psycopg.connect(database_url) as connected:
        connected.execute("set idle_in_transaction_session_timeout = 0")  # the role's deadline, behind pgbouncer
        connected.execute("lock table token in access exclusive mode")
        assert api.post("/v1/games", {"seats": 2}).code == "service-unavailable"


def test_own_time_is_no_outage_of_the_database(database_url: str) -> None:
    """The deadline counts only waits. A transaction that its request leaves open for long ends, and is no outage."""
    program = "from gevent import monkey; monkey.patch_all(); import sys; "
    program += "from tests.service.platform.long_requests import answers; print(answers(sys.argv[1]))"
    run = subprocess.run(
        [sys.executable, "-c", program, database_url], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.stdout.strip() == repr(
        [
            ("computes_first", 200, False),
            ("computes_with_a_connection", 200, False),
            ("computes_in_a_transaction", 503, False),
            ("waits_twice", 503, True),
            ("waits_between_waits_for_news", 503, True),
        ]
    ), run.stderr


DIRECT = pytest.mark.skipif(pooled.PORT in os.environ, reason="about the connections to Postgres itself")


@DIRECT
def test_a_connection_that_is_given_up_releases_its_locks(database_url: str) -> None:
    """A request that was answered with 503 can be repeated with its `Idempotency-Key`."""
    options = deadline.session_options(60, pgbouncer=False)
    with psycopg.connect(database_url, autocommit=True) as other:
        given_up = DeadlineConnection.connect(database_url, **options)
        given_up.execute("select pg_advisory_xact_lock(471)")
        given_up.pgconn.send_query(b"select pg_sleep(50)")
        given_up.pgconn.finish()
        other.execute("set lock_timeout = '20s'")
        other.execute("select pg_advisory_lock(471)")  # fails after 20 s


@DIRECT
def test_a_read_only_server_is_503_and_its_connection_is_closed(database_url: str) -> None:
    """After a failover, the next request connects to a server that accepts writes."""
    api = Api(create_app(Settings(database_url=database_url, pool_size=1)))
    set_read_only(database_url, on=True)
    try:
        for _ in range(2):
            refused = api.post("/v1/accounts", {})
            assert (refused.code, refused.headers["Retry-After"]) == ("service-unavailable", "2")
    finally:
        set_read_only(database_url, on=False)
    assert api.post("/v1/accounts", {}).status == 201


@DIRECT
def test_a_connection_closed_by_the_server_fails_no_request(database_url: str) -> None:
    """The pool notices a closed connection before a request gets it."""
    app = create_app(Settings(database_url=database_url, pool_size=2))
    api = Api(app)
    assert api.get("/readyz").status == 200
    with psycopg.connect(database_url, autocommit=True) as operator, app.extensions["database"].bind():
        for _ in range(5):
            with pool.connection() as lent:
                pid = lent.info.backend_pid
            assert operator.execute("select pg_terminate_backend(%s::int, 5000::bigint)", (pid,)).fetchone() == (True,)
            assert api.get("/readyz").status == 200


def test_a_transaction_with_a_failed_statement_is_never_committed(app: Flask) -> None:
    """Postgres answers such a commit with a rollback and no error, so the service raises one."""
    with (
        app.extensions["database"].bind(),
        pytest.raises(psycopg.errors.InFailedSqlTransaction),
        pool.transaction(),
        suppress(psycopg.DataError),
        pool.connection() as lent,
    ):
        lent.execute("select 1 / 0")
