"""The database: one pool, in autocommit for the log's single statements, in transactions where a caller asks."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final, cast

import orjson
import psycopg
from flask import Flask, current_app, g
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass, Session
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from service.patience import PatientConnection

__all__ = [
    "Model",
    "PoolerUnannounced",
    "connection",
    "engine_of",
    "engine_options",
    "init_app",
    "refuse_pooler",
    "session",
    "transaction",
]

Connection = psycopg.Connection[tuple[Any, ...]]

_POOL: Final = "hanabi-pool"

_TRUSTED_FOR_S: Final = 5.0
"""A connection used so recently is lent without a look whether it still stands: that look is a round trip."""


class PoolerUnannounced(psycopg.OperationalError):
    """DATABASE_URL leads to a pooler, which the settings do not say: it would answer with other requests' results."""

    def __init__(self) -> None:
        super().__init__("DATABASE_URL leads to a connection pooler such as pgbouncer. Set PGBOUNCER=1, or go past it.")


class Model(MappedAsDataclass, DeclarativeBase):
    """What every table is. Not `db.Model`: Flask-SQLAlchemy 3.1 cannot build that as a dataclass on SQLAlchemy 2.1."""


_db = SQLAlchemy()


def engine_options(*, pool_size: int, pool_timeout_s: int, pgbouncer: bool = False) -> dict[str, Any]:
    """Return how to reach Postgres: a bounded pool, and a deadline for every wait.

    A locked table or a pool without a free connection becomes an error within seconds, never a hang. Statements here
    are short: to compile one takes longer than to run it.
    """
    connect_args: dict[str, Any] = {
        "connect_timeout": 2,
        "options": "-c lock_timeout=1s -c statement_timeout=3s -c timezone=UTC -c jit=off",
    }
    if pgbouncer:
        # Sessions are lent for a transaction: a prepared statement of one would be another's, and what is set at the
        # start of one is refused. The deadlines are the database role's then (docs/operations.md).
        connect_args = {"connect_timeout": 2, "prepare_threshold": None}
    return {
        "pool_size": pool_size,
        "max_overflow": 0,
        "pool_timeout": pool_timeout_s,
        "isolation_level": "AUTOCOMMIT",
        "connect_args": connect_args,
        "json_deserializer": orjson.loads,
    }


def refuse_pooler(url: str) -> None:
    """Raise PoolerUnannounced if a connection to this database is one that a pooler lends; OperationalError for none.

    For a process that starts: with psycopg's prepared statements, a pooler in transaction mode mixes up their results.
    """
    with psycopg.connect(url, connect_timeout=2, autocommit=True, prepare_threshold=None) as bare:
        _refuse_if_lent(bare)


def _refuse_if_lent(bare: Connection, *_: object) -> None:
    # A pooler hands its clients keys of its own for cancelling, so the process that it names is none of Postgres'.
    row = bare.execute("select pg_backend_pid()", prepare=False).fetchone()
    if row is None or row[0] != bare.info.backend_pid:
        raise PoolerUnannounced


def _connect(_dialect: object, _record: object, arguments: Any, options: dict[str, Any]) -> PatientConnection:
    return PatientConnection.connect(*arguments, **options)


def init_app(app: Flask, *, pgbouncer: bool = False) -> None:
    """Give an app its pool; no connection is made before the first request."""
    _db.init_app(app)
    with app.app_context():
        if not pgbouncer:
            event.listen(_db.engine, "connect", _refuse_if_lent)
        event.listen(_db.engine, "do_connect", _connect)
        event.listen(_db.engine, "checkout", _look_after_a_rest)
        event.listen(_db.engine, "checkin", _note_the_time)
        app.extensions[_POOL] = _db.engine.pool


def engine_of(app: Flask) -> Engine:
    """Return the engine behind an app's pool."""
    with app.app_context():
        return _db.engine


def connection() -> AbstractContextManager[Connection]:
    """Lend a psycopg connection: the running transaction's, else one of the pool in autocommit."""
    running = _running()
    if running is not None:
        return nullcontext(cast(Connection, running.connection().connection.driver_connection))
    return _Lent()


class _Lent(AbstractContextManager[Connection]):
    """A connection of the pool; one on which Postgres failed to answer is not given back."""

    def __enter__(self) -> Connection:
        pool: Pool = current_app.extensions[_POOL]
        self._fairy = pool.connect()
        return cast(Connection, self._fairy.driver_connection)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, psycopg.OperationalError):
            self._fairy.invalidate()
        self._fairy.close()


@contextmanager
def transaction() -> Iterator[Session]:
    """Lend a session whose changes are kept together at the end, or not at all; within another, they join that one."""
    running = _running()
    if running is not None:
        yield running
        running.flush()
        return
    with Session(_db.engine.execution_options(isolation_level="READ COMMITTED")) as changes:
        g.transaction = changes
        try:
            yield changes
            changes.commit()
        finally:
            g.transaction = None


def _running() -> Session | None:
    return cast(Session | None, g.get("transaction"))


def session() -> Session:
    """Return a session for reading: the running transaction's, else the request's own."""
    return _running() or cast(Session, _db.session())


def _note_the_time(_: Any, entry: ConnectionPoolEntry) -> None:
    entry.info["used_at"] = time.monotonic()


def _look_after_a_rest(bare: Connection, entry: ConnectionPoolEntry, _: Any) -> None:
    if time.monotonic() - entry.info.get("used_at", time.monotonic()) < _TRUSTED_FOR_S:
        return
    try:
        bare.execute("")
    except psycopg.Error:
        raise DisconnectionError from None  # the pool makes another
