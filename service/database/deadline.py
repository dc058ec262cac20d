"""Deadlines for waiting on Postgres: one budget for each request.

A server that has crashed refuses or closes connections at once. One that is frozen or unreachable never answers,
and no timeout of its own or of TCP would end a request's wait.
"""

import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar, Token
from functools import cache
from typing import Any, Final, Self, TypeVar

import psycopg
from psycopg import pq
from psycopg.abc import PQGen

from service.database import hosts

__all__ = [
    "DEFAULT_S",
    "DeadlineConnection",
    "Unanswered",
    "end",
    "has_input",
    "left_s",
    "restart",
    "session_options",
    "start",
]

DEFAULT_S: Final = 5.0
"""The budget in seconds where `DATABASE_DEADLINE_S` sets no other, and of each wait outside a request."""

_LEAST_S: Final = 0.01
_PLAIN_WARNING: Final = "01000"

RV = TypeVar("RV")


class Unanswered(psycopg.OperationalError):
    """Postgres did not answer in time. Whether it has carried out the statement is unknown."""


class _Deadline:
    """When a request has waited long enough for Postgres."""

    def __init__(self, budget_s: float) -> None:
        self.budget_s = budget_s
        self.restart()

    def restart(self) -> None:
        """Grant the whole budget again, from now."""
        self.at = time.monotonic() + self.budget_s


_current: ContextVar[_Deadline | None] = ContextVar("deadline", default=None)


def start(budget_s: float) -> Token[_Deadline | None]:
    """Start the deadline of a request; only a gevent worker has one.

    Commands have nobody waiting for them. Pass the token to `end` when the request is over.
    """
    return _current.set(_Deadline(budget_s) if _in_gevent() else None)


def end(token: Token[_Deadline | None]) -> None:
    """End the deadline that `start` began."""
    _current.reset(token)


def restart() -> None:
    """Grant the request its whole budget again, after it has waited for something else."""
    current = _current.get()
    if current is not None:
        current.restart()


def left_s() -> float:
    """Return the seconds that may still be spent waiting for Postgres, at least 0.01."""
    current = _current.get()
    return DEFAULT_S if current is None else max(_LEAST_S, current.at - time.monotonic())


class DeadlineConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed when an answer is late, or may not be durable.

    A late answer would be taken for that of the next statement.
    """

    used_at = 0.0
    """When the last answer came, by `time.monotonic()`."""

    _in_doubt = False

    @classmethod
    def connect(cls, conninfo: str = "", **options: Any) -> Self:
        """Connect to the first host that accepts, each within `connect_timeout`; OperationalError."""
        made = super().connect(hosts.last_first(conninfo), **options)
        hosts.remember(made.info.host, made.info.port)
        made.used_at = time.monotonic()
        made.add_notice_handler(made._note_warning)
        return made

    def add_notice_handler(self, callback: Callable[[psycopg.errors.Diagnostic], None]) -> None:
        """Add a handler of notices once; SQLAlchemy adds its own each time that it borrows the connection."""
        with suppress(ValueError):
            self.remove_notice_handler(callback)
        super().add_notice_handler(callback)

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Run a dialogue with the server; in a gevent worker, Unanswered after the deadline."""
        limit_s = left_s() if timeout is None and _in_gevent() else timeout
        try:
            result = super().wait(gen, interval, limit_s)
        except BaseException as error:
            if self.pgconn.transaction_status == pq.TransactionStatus.ACTIVE and timeout is None:
                self.pgconn.finish()
                if isinstance(error, psycopg.OperationalError):
                    raise Unanswered("Postgres did not answer in time") from None
            raise
        if self._in_doubt:
            self.pgconn.finish()
            raise Unanswered("What was written did not reach the standby")
        self.used_at = time.monotonic()
        return result

    def _note_warning(self, notice: psycopg.errors.Diagnostic) -> None:
        # Postgres reports a cancelled wait for a synchronous standby as a plain warning, not as an error: the
        # transaction is committed, but a failover may lose it.
        self._in_doubt |= notice.severity_nonlocalized == "WARNING" and notice.sqlstate == _PLAIN_WARNING


def session_options(deadline_s: float, *, pgbouncer: bool) -> dict[str, Any]:
    """Return connection parameters by which Postgres gives up before the deadline of a request."""
    if pgbouncer:
        # A session is another client's after each transaction, so nothing can be prepared or set in it. The database
        # role has the timeouts instead (docs/operations.md).
        return {"connect_timeout": 2, "prepare_threshold": None}
    timeouts_ms = {
        # The shortest: locks of a worker that was stopped in a transaction are free before others give up.
        "idle_in_transaction_session_timeout": deadline_s * 600,
        "lock_timeout": deadline_s * 750,
        "statement_timeout": deadline_s * 900,
    }
    options = " ".join(f"-c {name}={ms:.0f}" for name, ms in timeouts_ms.items())
    return {"connect_timeout": 2, "options": f"{options} -c timezone=UTC"}


def has_input(connection: psycopg.Connection[Any]) -> bool:
    """Return True if the idle connection has unread input, usually because the server closed it."""
    if connection.closed:
        return True
    watch = _system_poll()()
    watch.register(connection.pgconn.socket, select.POLLIN)
    return bool(watch.poll(0))


@cache
def _system_poll() -> Callable[[], Any]:
    # In a worker `select.poll` is gevent's, which runs other requests before it answers.
    if not _in_gevent():
        return select.poll
    from gevent import monkey

    original: Callable[[], Any] = monkey.get_original("select", "poll")
    return original


@cache
def _in_gevent() -> bool:
    # A worker is patched before its first connection, or never.
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("select"))
