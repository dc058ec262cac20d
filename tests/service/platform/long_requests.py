"""Requests that take longer than the deadline for Postgres, by themselves or since they wait for it."""

import time
from collections.abc import Callable
from uuid import UUID

from service.app import create_app
from service.core.requests import waiting
from service.platform.database import pool
from service.platform.settings import Settings

DEADLINE_S = 1


def answers(database_url: str) -> list[tuple[str, int, bool]]:
    """Return the status of each request, and whether the service takes it for an outage of Postgres."""
    app = create_app(Settings(database_url=database_url, database_deadline_s=DEADLINE_S))
    for route in ROUTES:
        app.add_url_rule(f"/{route.__name__}", view_func=route)
    client, found = app.test_client(), []
    app.extensions["exchange"].concurrency.note_outage = lambda: outages.append(None)
    for route in ROUTES:
        outages: list[None] = []
        found.append((route.__name__, client.get(f"/{route.__name__}").status_code, bool(outages)))
    return found


def computes_first() -> str:
    """Execute a statement after the deadline."""
    _compute()
    return _ask(0.1)


def computes_with_a_connection() -> str:
    """Compute for long between two statements."""
    with pool.connection():
        _compute()
        return _ask(0.1)


def computes_in_a_transaction() -> str:
    """Compute for longer than Postgres keeps a transaction open."""
    with pool.transaction():
        _ask(0)
        _compute()
        return _ask(0)


def waits_twice() -> str:
    """Wait for Postgres for longer than the deadline, in two statements."""
    _ask(0.6)
    return _ask(0.6)


def waits_between_waits_for_news() -> str:
    """Wait for Postgres for as long, with a wait for news between the statements."""
    with waiting.subscribed(None, UUID(int=1)) as subscription:
        return waiting.until(subscription, 1, lambda: _ask(0.6), lambda _: False)


ROUTES: tuple[Callable[[], str], ...] = (
    computes_first,
    computes_with_a_connection,
    computes_in_a_transaction,
    waits_twice,
    waits_between_waits_for_news,
)


def _compute() -> None:
    time.sleep(DEADLINE_S * 1.2)  # like a computation that gives way, without its CPU time


def _ask(seconds: float) -> str:
    with pool.connection() as lent:
        lent.execute("select pg_sleep(%s)", (seconds,))
    return "answered"
