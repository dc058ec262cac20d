"""The database: one pool, in autocommit for the log's single statements, in transactions where a caller asks."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final, cast

import orjson
import psycopg
import sqlalchemy.exc
from flask import Flask, current_app, g
from flask_sqlalchemy import SQLAlchemy
from psycopg import errors, pq
from sqlalchemy import Engine, Executable, QueuePool, Row, event
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass, Session
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.pool.base import _ConnectionRecord
from sqlalchemy.util.queue import Empty, QueueCommon

from service.database import deadline
from service.database.deadline import PatientConnection
from service.database.fair_pool import Stock
from service.observability import metrics

__all__ = [
    "Model",
    "PoolerUnannounced",
    "connection",
    "engine_of",
    "engine_options",
    "fetch",
    "init_app",
    "once_kept",
    "refuse_pooler",
    "secure",
    "session",
    "transaction",
    "will_pass",
]

Connection = psycopg.Connection[tuple[Any, ...]]

_POOL: Final = "hanabi-pool"
_AFTERWARDS: Final = "afterwards"

_TRUSTED_FOR_S: Final = 5.0
"""A connection used so recently is lent without being asked whether it still stands: that is a round trip."""

_MAY_PASS: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.InternalError,  # among them: read-only, because this server is no longer the primary
    psycopg.NotSupportedError,  # a plan of before a migration
    errors.UndefinedTable,  # a schema that has not come to this code yet, or to which this code has not come
    errors.UndefinedColumn,
    sqlalchemy.exc.TimeoutError,
    sqlalchemy.exc.InterfaceError,
    sqlalchemy.exc.PendingRollbackError,
    sqlalchemy.exc.DisconnectionError,
)
_SPARES: Final = ("40", "55", "57014")
"""SQL states, by their beginnings, after which a connection is as good as before: deadlocks, locks, timeouts."""


class PoolerUnannounced(psycopg.OperationalError):
    """DATABASE_URL leads to a pooler, which the settings do not say: it would answer with other requests' results."""

    def __init__(self) -> None:
        super().__init__("DATABASE_URL leads to a connection pooler such as pgbouncer. Set PGBOUNCER=1, or go past it.")


class Model(MappedAsDataclass, DeclarativeBase):
    """What every table is. Not `db.Model`: Flask-SQLAlchemy 3.1 cannot build that as a dataclass on SQLAlchemy 2.1."""


_db = SQLAlchemy()


def engine_options(*, pool_size: int, pool_timeout_s: float, pgbouncer: bool = False) -> dict[str, Any]:
    """Return how to reach Postgres: a bounded pool, and a deadline for every wait.

    A locked table or a pool without a free connection becomes an error within two seconds, never a hang. The server
    is to give up before the worker does, so that nothing is done for somebody who has gone.
    """
    connect_args: dict[str, Any] = {
        "connect_timeout": 2,
        "options": "-c lock_timeout=1s -c statement_timeout=1200ms -c timezone=UTC"
        # What a worker that is stopped, or cut off, has locked in the middle of a transaction is free again then.
        " -c idle_in_transaction_session_timeout=3s",
    }
    if pgbouncer:
        # Sessions are lent for a transaction: a prepared statement of one would be another's, and what is set at the
        # start of one is refused. The deadlines are the database role's then (docs/operations.md).
        connect_args = {"connect_timeout": 2, "prepare_threshold": None}
    return {
        "poolclass": _Pool,
        "pool_size": pool_size,
        "max_overflow": 0,
        "pool_timeout": pool_timeout_s,
        "isolation_level": "AUTOCOMMIT",
        "connect_args": connect_args,
        "json_deserializer": orjson.loads,
    }


class _Shelf(QueueCommon[ConnectionPoolEntry]):
    """What SQLAlchemy takes for the queue of its pool."""

    def __init__(self, maxsize: int = 0, use_lifo: bool = True) -> None:
        self.maxsize, self.use_lifo = maxsize, use_lifo
        self.stock = Stock[ConnectionPoolEntry]()

    def get(self, block: bool = True, timeout: float | None = None) -> ConnectionPoolEntry:
        entry = self.stock.take(timeout if block else 0)
        if entry is None:
            raise Empty
        return entry

    def put(self, item: ConnectionPoolEntry, block: bool = True, timeout: float | None = None) -> None:
        self.stock.give_back(item)  # never more than were taken: nothing overflows here

    def qsize(self) -> int:
        return len(self.stock)


class _Pool(QueuePool):
    """A pool in whose queue nobody waits longer than their request has time.

    `lend` and `take_back` are its short way for a single statement in autocommit: no transaction has to be undone
    behind one, and nobody forgets to give back.
    """

    _queue_class = _Shelf
    _pool: _Shelf

    doubted_at = 0.0

    def doubt(self) -> None:
        """Have each connection asked whether it still stands before it is lent again: one of them has been lost."""
        self.doubted_at = time.monotonic()

    def lend(self) -> ConnectionPoolEntry:
        """Lend a connection that stands, for `take_back` to get it again."""
        entry = cast(_ConnectionRecord, self._pool.stock.take(0) or self._do_get())
        try:
            if not self.trusts(cast(Connection, entry.get_connection()), entry.info):
                self.doubt()
                entry.invalidate()
                entry.get_connection()
        except BaseException:
            entry.invalidate()
            self._do_return_conn(entry)
            raise
        metrics.lent(self.checkedout())
        return entry

    def take_back(self, entry: ConnectionPoolEntry) -> None:
        """Take back what was lent; what is in a transaction is closed, since another would find itself in it."""
        bare = cast(Connection | None, entry.dbapi_connection)
        if bare is not None and bare.pgconn.transaction_status != pq.TransactionStatus.IDLE:
            entry.invalidate()
        entry.info["used_at"] = time.monotonic()
        self._do_return_conn(entry)
        metrics.lent(self.checkedout())

    def trusts(self, bare: Connection, info: Mapping[Any, Any]) -> bool:
        """Say whether a connection still stands: as a rule what it was last used for tells, without a round trip."""
        used_at = info.get("used_at")
        if used_at is None:
            return True  # it has just been made
        rested = time.monotonic() - used_at > _TRUSTED_FOR_S or used_at <= self.doubted_at
        try:
            if deadline.speaks_unasked(bare) or rested:
                bare.execute("")
        except psycopg.Error:
            return False
        return True

    @property
    def _timeout(self) -> float:
        return min(self._longest_s, deadline.left_s())

    @_timeout.setter
    def _timeout(self, longest_s: float) -> None:
        self._longest_s = longest_s


def will_pass(error: Exception) -> bool:
    """Say whether an error of the database is none of the request's doing, so that it may be sent again later."""
    return isinstance(_cause(error), _MAY_PASS)


def _cause(error: BaseException) -> BaseException:
    orig = error.orig if isinstance(error, sqlalchemy.exc.DBAPIError) else None
    return orig or error


def _spoils(error: BaseException) -> bool:
    """Say whether the connection of an error is to be given up."""
    cause = _cause(error)
    return isinstance(cause, _MAY_PASS) and not str(getattr(cause, "sqlstate", None) or "").startswith(_SPARES)


def refuse_pooler(url: str) -> None:
    """Raise PoolerUnannounced if a connection to this database is one that a pooler lends; OperationalError for none.

    For a process that starts: with psycopg's prepared statements, a pooler in transaction mode mixes up their results.
    """
    with deadline.connect(url, connect_timeout=2, autocommit=True, prepare_threshold=None) as bare:
        _refuse_if_lent(bare)


def _refuse_if_lent(bare: Connection, *_: object) -> None:
    # A pooler hands its clients keys of its own for cancelling, so the process that it names is none of Postgres'.
    row = bare.execute("select pg_backend_pid()", prepare=False).fetchone()
    if row is None or row[0] != bare.info.backend_pid:
        raise PoolerUnannounced


def _connect(_dialect: object, _record: object, arguments: Any, options: dict[str, Any]) -> PatientConnection:
    return deadline.connect(*arguments, **options)


def init_app(app: Flask, *, pgbouncer: bool = False) -> None:
    """Give an app its pool; no connection is made before the first request."""
    _db.init_app(app)
    with app.app_context():
        if not pgbouncer:
            event.listen(_db.engine, "connect", _refuse_if_lent)
        event.listen(_db.engine, "do_connect", _connect)
        event.listen(_db.engine, "checkout", _look_before_lending)
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
        self._lender = _pool()
        self._entry = self._lender.lend()
        return cast(Connection, self._entry.dbapi_connection)

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, psycopg.Error) and _spoils(error):
            self._lender.doubt()
            self._entry.invalidate()
        self._lender.take_back(self._entry)


def _pool() -> _Pool:
    return cast(_Pool, current_app.extensions[_POOL])


def secure() -> None:
    """Wait until all that could be read here is where what is acknowledged has to be: on the standby too, if any.

    For answers that acknowledge what an earlier request wrote. If that one was cut off while it waited for the standby,
    its writing shows, and may still be lost. Any commit waits for all before it; this one writes nothing else.
    """
    with connection() as db:
        db.execute("select pg_logical_emit_message(true, 'hanabi', '')")


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
            _refuse_if_failed(changes)
            changes.commit()
            afterwards: list[Callable[[], None]] = changes.info.get(_AFTERWARDS, [])
        except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
            if _spoils(error):
                _pool().doubt()
                changes.invalidate()
            raise
        finally:
            g.transaction = None
        for do in afterwards:
            do()


def once_kept(do: Callable[[], None]) -> None:
    """Do something as soon as the running transaction has been committed, or at once where there is none."""
    running = _running()
    if running is None:
        do()
    else:
        running.info.setdefault(_AFTERWARDS, []).append(do)


def _refuse_if_failed(changes: Session) -> None:
    """Raise if a statement has failed whose error nobody passed on: Postgres would answer a commit with a rollback."""
    bare = cast(Connection, changes.connection().connection.driver_connection)
    if bare.info.transaction_status == pq.TransactionStatus.INERROR:
        raise errors.InFailedSqlTransaction


def _running() -> Session | None:
    return cast(Session | None, g.get("transaction"))


def session() -> Session:
    """Return a session for reading: the running transaction's, else the request's own."""
    return _running() or cast(Session, _db.session())


def fetch(statement: Executable) -> Sequence[Row[Any]]:
    """Run one statement, in the running transaction if there is one, and return its rows.

    Unlike `session`, it holds no connection afterwards.
    """
    running = _running()
    if running is not None:
        return running.execute(statement).all()
    with _db.engine.connect() as lent:
        return lent.execute(statement).all()


def _note_the_time(_: Any, entry: ConnectionPoolEntry) -> None:
    entry.info["used_at"] = time.monotonic()
    metrics.lent(_pool().checkedout() - 1)  # it is still counted


def _look_before_lending(bare: Connection, entry: ConnectionPoolEntry, fairy: Any) -> None:
    if not _pool().trusts(bare, entry.info):
        raise sqlalchemy.exc.InvalidatePoolError  # the pool makes another, and others for its like
    metrics.lent(_pool().checkedout())
