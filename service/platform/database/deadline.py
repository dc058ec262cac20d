"""Deadlines for waiting on Postgres, with one budget of time per request.

A crashed server refuses or closes connections immediately. A frozen or unreachable server never answers, and neither
its own timeouts nor those of TCP end a wait for it soon enough. Only waits take from the budget, not the time for which
a request computes.
"""

import select
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar, Token
from functools import cache
from typing import Any, Final, Self, TypeVar

import psycopg
from psycopg import pq
from psycopg.abc import PQGen

from service.platform.database import host_order
from service.platform.observability import timing

DEFAULT_S: Final = 5.0
"""The default of `Settings.database_deadline_s`, and the timeout in seconds of each wait outside a request."""

_LEAST_S: Final = 0.01
_PLAIN_WARNING: Final = "01000"

RV = TypeVar("RV")


class Unanswered(psycopg.OperationalError):
    """Postgres did not answer in time. It may have executed the statement."""


class _Deadline:
    """The seconds for which a request may still wait for Postgres."""

    __slots__ = ("budget_s", "left_s")

    def __init__(self, budget_s: float) -> None:
        self.budget_s = self.left_s = budget_s


_current: ContextVar[_Deadline | None] = ContextVar("deadline", default=None)


def start(budget_s: float) -> Token[_Deadline | None]:
    """Start the deadline of a request. Outside a gevent worker, start none.

    No client waits for a command, so it needs no deadline. Pass the returned token to `end` after the request.
    """
    return _current.set(_Deadline(budget_s) if _in_gevent() else None)


def end(token: Token[_Deadline | None]) -> None:
    """End a deadline. `token` is the result of `start`."""
    _current.reset(token)


def restart() -> None:
    """Restart the deadline with the whole budget. Call it between the steps of a long request."""
    current = _current.get()
    if current is not None:
        current.left_s = current.budget_s


@contextmanager
def waiting() -> Iterator[float]:
    """Yield the seconds left for waits, at least 0.01, and count those that pass. Nested waits count once."""
    current = _current.get()
    if current is None:
        yield DEFAULT_S
        return
    left_s, began_at = current.left_s, time.monotonic()
    try:
        yield max(_LEAST_S, left_s)
    finally:
        current.left_s = left_s - (time.monotonic() - began_at)


@contextmanager
def holding(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock. Raises Unanswered if it is not free before the deadline."""
    with waiting() as left_s:
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
            with waiting() as left_s, timing.spent_on("database"):
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
