"""Waits of a request: how long it has waited, and for how long it may still wait for Postgres.

A crashed server refuses or closes connections immediately. A frozen or unreachable server never answers, and neither
its own timeouts nor those of TCP end a wait for it soon enough. So each request has one budget of time. Only waits for
Postgres and its connections take from it, not the time for which a request computes or waits for a place.
"""

import select
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, Self, TypeVar

import psycopg
from psycopg import pq
from psycopg.abc import PQGen

from service.platform.database import host_order

DEFAULT_S: Final = 5.0
"""The default of `Settings.database_deadline_s`, and the timeout in seconds of each wait outside a request."""

_LEAST_S: Final = 0.01
_PLAIN_WARNING: Final = "01000"

Wait = Literal["place", "connection", "database"]
_NONE_YET: Final[dict[Wait, float]] = {"place": 0.0, "connection": 0.0, "database": 0.0}
RV = TypeVar("RV")


class Unanswered(psycopg.OperationalError):
    """Postgres did not answer in time. It may have executed the statement."""


@dataclass(slots=True)
class Waits:
    """The waits of a request."""

    budget_s: float
    """The seconds for which it may wait for Postgres."""
    used_s: float = 0.0
    """The part of the budget that is used."""
    spent_s: dict[Wait, float] = field(default_factory=_NONE_YET.copy)
    """The seconds for which the request has waited, by what it waited for."""
    is_waiting: bool = False

    def in_ms(self, total_s: float) -> dict[str, float]:
        """Return the waits and the rest of `total_s`, which is the request's own work, in milliseconds."""
        work = ("work", max(0.0, total_s - sum(self.spent_s.values())))
        return {name: round(seconds * 1000, 1) for name, seconds in (*self.spent_s.items(), work)}


current: Final[ContextVar[Waits | None]] = ContextVar("waits", default=None)
"""The waits of the current `Database.bind`."""


def restart() -> None:
    """Restart the deadline with the whole budget. Call it between the steps of a long request."""
    waits = current.get()
    if waits is not None:
        waits.used_s = 0.0


@contextmanager
def waiting(wait: Wait) -> Iterator[float]:
    """Count the time that passes, and yield the seconds left for Postgres, at least 0.01.

    A wait inside of another one is part of it. No client waits for a command, so outside a gevent worker no time is
    taken from the budget.
    """
    waits = current.get()
    if waits is None:
        yield DEFAULT_S
        return
    left_s = max(_LEAST_S, waits.budget_s - waits.used_s)
    if waits.is_waiting:
        yield left_s
        return
    waits.is_waiting, began_at = True, time.monotonic()
    try:
        yield left_s
    finally:
        waits.is_waiting, passed_s = False, time.monotonic() - began_at
        waits.spent_s[wait] += passed_s
        if wait != "place" and _in_gevent():
            waits.used_s += passed_s


@contextmanager
def holding(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock. Raises Unanswered if it is not free before the deadline."""
    with waiting("database") as left_s:
        is_held = lock.acquire(timeout=left_s)
    if not is_held:
        raise Unanswered("Other reads took too long")
    try:
        yield
    finally:
        lock.release()


class DeadlineConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that closes itself if an answer is late.

    Otherwise a late answer would be read as the answer to the next statement. It also closes itself if a commit was not
    replicated, and may be lost.
    """

    began_at = 0.0
    """When it began to connect, by `time.monotonic()`."""

    used_at = 0.0
    """The time of the last answer, by `time.monotonic()`."""

    _in_doubt = False

    @classmethod
    def connect(cls, conninfo: str = "", **options: Any) -> Self:
        """Connect to the first host that accepts. Raises psycopg.OperationalError if none does.

        Each host has `connect_timeout` to answer.
        """
        began_at = time.monotonic()
        connection = super().connect(host_order.last_first(conninfo), **options)
        host_order.remember(connection.info.host, connection.info.port)
        connection.began_at, connection.used_at = began_at, time.monotonic()
        connection.add_notice_handler(connection._check_notice)
        return connection

    def add_notice_handler(self, callback: Callable[[psycopg.errors.Diagnostic], None]) -> None:
        """Add a notice handler unless it is registered already.

        SQLAlchemy adds its handler every time it borrows the connection.
        """
        with suppress(ValueError):
            self.remove_notice_handler(callback)
        super().add_notice_handler(callback)

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for the server. In a gevent worker, raises Unanswered after the deadline.

        Raises Unanswered also if the transaction was committed but not replicated to the synchronous standby.
        """
        try:
            with waiting("database") as left_s:
                result = super().wait(gen, interval, left_s if timeout is None and _in_gevent() else timeout)
        except BaseException as error:
            if self.pgconn.transaction_status == pq.TransactionStatus.ACTIVE and timeout is None:
                self.pgconn.finish()
                if isinstance(error, psycopg.OperationalError):
                    raise Unanswered("Postgres did not answer in time") from None
            raise
        if self._in_doubt:
            self.pgconn.finish()
            raise Unanswered("The commit did not reach the standby")
        self.used_at = time.monotonic()
        return result

    def _check_notice(self, notice: psycopg.errors.Diagnostic) -> None:
        # Postgres reports a cancelled wait for a synchronous standby as a plain warning, not as an error: the
        # transaction is committed, but a failover may lose it.
        self._in_doubt |= notice.severity_nonlocalized == "WARNING" and notice.sqlstate == _PLAIN_WARNING


LISTENING: Final[Mapping[str, Any]] = {
    "connect_timeout": 2,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
"""Parameters of a connection that waits for long. It notices within seconds that the network is down."""


def session_options(deadline_s: float, *, pgbouncer: bool) -> dict[str, Any]:
    """Return connection parameters with timeouts shorter than the deadline of a request."""
    if pgbouncer:
        # pgbouncer gives the session to another client after each transaction, so statements cannot be prepared in it
        # and parameters cannot be set. The timeouts are set on the database role instead (docs/operations.md).
        return {"connect_timeout": 2, "prepare_threshold": None}
    timeouts_ms = {
        # The shortest, so that the locks of a worker that froze in a transaction are released before other requests
        # time out.
        "idle_in_transaction_session_timeout": deadline_s * 600,
        "lock_timeout": deadline_s * 750,
        "statement_timeout": deadline_s * 900,
        # When a request gives up and closes its connection, its locks are released at once, among them that of its
        # `Idempotency-Key`: the client may repeat it.
        "client_connection_check_interval": 500,
    }
    options = " ".join(f"-c {name}={ms:.0f}" for name, ms in timeouts_ms.items())
    return {"connect_timeout": 2, "options": f"{options} -c timezone=UTC"}


@cache
def system_poll() -> Callable[[], Any]:
    """Return `select.poll`. In a gevent worker, gevent's would run other requests before it returns."""
    if not _in_gevent():
        return select.poll
    from gevent import monkey

    original: Callable[[], Any] = monkey.get_original("select", "poll")
    return original


@cache
def _in_gevent() -> bool:
    # The result can be cached: a worker is monkey-patched before its first connection, or never.
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("select"))
