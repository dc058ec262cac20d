"""Classification of database errors, for retries and for broken connections."""

from typing import Final

import psycopg
import sqlalchemy.exc
from psycopg import errors
from psycopg_pool import PoolTimeout

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


def is_transient(error: BaseException) -> bool:
    """Return True if the same request may succeed later."""
    return isinstance(cause(error), _TRANSIENT)


def poisons_connection(error: BaseException) -> bool:
    """Return True if this error makes its connection unusable."""
    found = cause(error)
    return isinstance(found, _TRANSIENT) and not str(getattr(found, "sqlstate", None) or "").startswith(_HARMLESS)


def reason(error: BaseException) -> str:
    """Return why the database has not served a request, in the word of the log and the metrics."""
    found = cause(error)
    if isinstance(found, PoolTimeout):
        return "connection"
    return "lock" if isinstance(found, errors.LockNotAvailable) else "database"


def cause(error: BaseException) -> BaseException:
    """Return the psycopg error that SQLAlchemy has wrapped, or the error itself."""
    orig = error.orig if isinstance(error, sqlalchemy.exc.DBAPIError) else None
    return orig or error
