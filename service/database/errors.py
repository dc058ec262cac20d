"""Classification of database errors, for retries and for broken connections."""

from typing import Final

import psycopg
import sqlalchemy.exc
from psycopg import errors

__all__ = ["PoolerUnannounced", "cause", "is_transient", "poisons_connection", "refuse_pooler", "require_direct"]

_TRANSIENT: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.InternalError,  # including a server that is read-only because it is no longer the primary
    psycopg.NotSupportedError,  # a query plan that a migration has invalidated
    errors.UndefinedTable,  # the schema is older or newer than this code
    errors.UndefinedColumn,
    sqlalchemy.exc.TimeoutError,
    sqlalchemy.exc.InterfaceError,
    sqlalchemy.exc.PendingRollbackError,
    sqlalchemy.exc.DisconnectionError,
)
_HARMLESS: Final = ("40", "55", "57014")
"""Prefixes of the SQL states that leave a connection usable: deadlocks, locks and timeouts."""


class PoolerUnannounced(psycopg.OperationalError):
    """DATABASE_URL leads to a connection pooler, but PGBOUNCER is not set.

    A pooler in transaction mode runs the prepared statements of several clients in the same session.
    """

    def __init__(self) -> None:
        super().__init__(
            "DATABASE_URL leads to a connection pooler such as pgbouncer. Set PGBOUNCER=1, or connect directly."
        )


def is_transient(error: BaseException) -> bool:
    """Return True if the same request may succeed later."""
    return isinstance(cause(error), _TRANSIENT)


def poisons_connection(error: BaseException) -> bool:
    """Return True if this error makes its connection unusable."""
    found = cause(error)
    return isinstance(found, _TRANSIENT) and not str(getattr(found, "sqlstate", None) or "").startswith(_HARMLESS)


def cause(error: BaseException) -> BaseException:
    """Return the psycopg error that SQLAlchemy has wrapped, or the error itself."""
    orig = error.orig if isinstance(error, sqlalchemy.exc.DBAPIError) else None
    return orig or error


def refuse_pooler(url: str) -> None:
    """Raise PoolerUnannounced if a URL leads to a connection pooler.

    Raises psycopg.OperationalError if no server answers.
    """
    with psycopg.connect(url, connect_timeout=2, autocommit=True, prepare_threshold=None) as connection:
        require_direct(connection)


def require_direct(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """Raise PoolerUnannounced if a connection goes through a connection pooler."""
    # A pooler sends its clients its own cancellation keys, so the process id in them is not the backend's.
    row = connection.execute("select pg_backend_pid()", prepare=False).fetchone()
    if row is None or row[0] != connection.info.backend_pid:
        raise PoolerUnannounced
