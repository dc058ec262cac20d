"""Which errors of the database are transient, and which leave a connection unusable."""

from typing import Final

import psycopg
import sqlalchemy.exc
from psycopg import errors

__all__ = ["PoolerUnannounced", "cause", "is_transient", "poisons_connection", "refuse_pooler", "require_direct"]

_TRANSIENT: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.InternalError,  # among them: read-only, because this server is no longer the primary
    psycopg.NotSupportedError,  # a plan from before a migration
    errors.UndefinedTable,  # a migration that has not run yet, or one that is newer than this code
    errors.UndefinedColumn,
    sqlalchemy.exc.TimeoutError,
    sqlalchemy.exc.InterfaceError,
    sqlalchemy.exc.PendingRollbackError,
    sqlalchemy.exc.DisconnectionError,
)
_HARMLESS: Final = ("40", "55", "57014")
"""SQL states, by prefix, that leave a connection usable: deadlocks, locks, timeouts."""


class PoolerUnannounced(psycopg.OperationalError):
    """DATABASE_URL leads to a connection pooler, but PGBOUNCER is not set.

    A pooler in transaction mode mixes up the prepared statements of its clients.
    """

    def __init__(self) -> None:
        super().__init__("DATABASE_URL leads to a connection pooler such as pgbouncer. Set PGBOUNCER=1, or go past it.")


def is_transient(error: BaseException) -> bool:
    """Return True if the database is at fault, so that the same request may succeed later."""
    return isinstance(cause(error), _TRANSIENT)


def poisons_connection(error: BaseException) -> bool:
    """Return True if the connection that raised this error must not be used again."""
    found = cause(error)
    return isinstance(found, _TRANSIENT) and not str(getattr(found, "sqlstate", None) or "").startswith(_HARMLESS)


def cause(error: BaseException) -> BaseException:
    """Return the driver's error that SQLAlchemy has wrapped, or the error itself."""
    orig = error.orig if isinstance(error, sqlalchemy.exc.DBAPIError) else None
    return orig or error


def refuse_pooler(url: str) -> None:
    """Raise PoolerUnannounced if a URL leads to a pooler; OperationalError if nothing answers there."""
    with psycopg.connect(url, connect_timeout=2, autocommit=True, prepare_threshold=None) as connected:
        require_direct(connected)


def require_direct(connected: psycopg.Connection[tuple[object, ...]]) -> None:
    """Raise PoolerUnannounced if a connection comes from a pooler."""
    # A pooler gives its clients cancellation keys of its own, so the process id in them is not the backend's.
    row = connected.execute("select pg_backend_pid()", prepare=False).fetchone()
    if row is None or row[0] != connected.info.backend_pid:
        raise PoolerUnannounced
