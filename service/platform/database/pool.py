"""Connection pool, sessions and transactions of the Postgres database."""

import logging
import select
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from datetime import date, datetime
from functools import partial
from typing import Any, Final, cast

import orjson
import psycopg
import sqlalchemy.exc
from psycopg import pq
from psycopg.abc import AdaptContext, Buffer, Params, QueryNoTemplate
from psycopg.adapt import AdaptersMap, Loader
from psycopg.errors import InFailedSqlTransaction
from psycopg.types.json import set_json_loads
from psycopg_pool import ConnectionPool
from sqlalchemy import Engine, Executable, NullPool, Row, Select, create_engine, event
from sqlalchemy.orm import ORMExecuteState, Session

from service.platform.database import deadline
from service.platform.database.deadline import DeadlineConnection, Waits
from service.platform.database.errors import poisons_connection
from service.platform.database.pooler import require_direct
from service.platform.timestamps import UNREADABLE, UNREADABLE_DAY

Connection = psycopg.Connection[tuple[Any, ...]]

ENGINE_URL: Final = "postgresql+psycopg://"
"""URL for a SQLAlchemy engine. It has no host, because the engine gets its connections from the pool."""

_AFTER_COMMIT: Final = "after_commit"
_TRUSTED_FOR_S: Final = 5.0
"""A connection used within this time is lent without a check, which would cost a round trip."""

_IDLE_S: Final = 60.0
"""A connection that nobody has needed for so long is closed, since each takes memory of Postgres."""

_adapters: Final = AdaptersMap(psycopg.adapters)
set_json_loads(orjson.loads, _adapters)

_INSTEAD: Final[Mapping[int, datetime | date]] = {
    psycopg.adapters.types["timestamptz"].oid: UNREADABLE,
    psycopg.adapters.types["date"].oid: UNREADABLE_DAY,
}


class _TimeLoader(Loader):
    """psycopg's loader, but one time that it cannot read does not end the whole query."""

    def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
        super().__init__(oid, context)
        loader = cast(type[Loader], psycopg.adapters.get_loader(oid, self.format))
        self._load, self._instead = loader(oid, context).load, _INSTEAD[oid]

    def load(self, data: Buffer) -> object:
        """Return a time or a day. One that Python cannot express is UNREADABLE or UNREADABLE_DAY."""
        try:
            return self._load(data)
        except psycopg.DataError:
            return self._instead


class _BinaryTimeLoader(_TimeLoader):
    """The same for cursors that read binary values."""

    format = pq.Format.BINARY


for oid in _INSTEAD:
    _adapters.register_loader(oid, _TimeLoader)
    _adapters.register_loader(oid, _BinaryTimeLoader)

# Its warnings repeat the message of an error, which may contain values. The error itself is raised in the caller.
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)


class Pool(ConnectionPool[DeadlineConnection]):
    """A pool of autocommit connections for one process.

    It opens at the first use, so after any fork. A request waits at most `timeout_s` for a connection, and not past its
    deadline.
    """

    def __init__(
        self,
        url: str,
        *,
        size: int = 8,
        timeout_s: float = 1,
        deadline_s: float = deadline.DEFAULT_S,
        pgbouncer: bool = False,
    ) -> None:
        options = deadline.session_options(deadline_s, pgbouncer=pgbouncer)
        super().__init__(
            url,
            connection_class=DeadlineConnection,
            kwargs={"autocommit": True, "context": _adapters, **options},
            min_size=0,
            max_idle=_IDLE_S,
            max_size=size,
            open=False,
            configure=None if pgbouncer else require_direct,
            check=self._check_idle,
            close_returns=True,
            timeout=timeout_s,
            reconnect_timeout=0,  # the next request tries again; a delay would only prolong an outage
        )
        self._stale = False
        self._fresh_since = 0.0

    def getconn(self, timeout: float | None = None) -> DeadlineConnection:
        """Return a working connection. Raises PoolTimeout, an OperationalError, if there is none in time."""
        if self.closed:
            self.open()
        if self._stale:  # not earlier: a connection made right after a failover may lead to the old server
            self._stale, self._fresh_since = False, time.monotonic()
            self.drain()  # misses a connection that is just being made, which `_check_idle` refuses
        with deadline.waiting("connection") as left_s:
            return super().getconn(min(timeout or self.timeout, left_s))

    def discard(self, conn: DeadlineConnection) -> None:
        """Close a broken connection before its return. The next `getconn` replaces all others."""
        conn.pgconn.finish()
        self._stale = True

    def _check_idle(self, conn: DeadlineConnection) -> None:
        if conn.began_at < self._fresh_since:
            conn.pgconn.finish()
            raise psycopg.OperationalError("The connection is older than the error of another one")
        trusted = time.monotonic() - conn.used_at <= _TRUSTED_FOR_S
        if trusted and not _has_input(conn):
            return
        try:
            conn.execute("")
        except psycopg.Error:
            conn.pgconn.finish()
            self.drain()
            raise


def _has_input(connection: psycopg.Connection[Any]) -> bool:
    """Return True if an idle connection has unread input. Usually the server has closed it."""
    if connection.closed:
        return True
    watch = deadline.system_poll()()
    watch.register(connection.pgconn.socket, select.POLLIN)
    return bool(watch.poll(0))


class Database:
    """A Postgres database, with a connection pool and a SQLAlchemy engine.

    In a gevent worker, `deadline_s` is the budget for all waits on Postgres in one `bind`. The pool is closed when the
    object is garbage-collected, and at the end of the process.
    """

    def __init__(self, pool: Pool, engine: Engine | None = None, *, deadline_s: float = deadline.DEFAULT_S) -> None:
        self.pool = pool
        self.engine = engine or create_engine(ENGINE_URL, **engine_options(pool))
        self.deadline_s = deadline_s
        event.listen(self.engine, "close", partial(_return_closed, pool))
        self.close = weakref.finalize(self, _close, pool)

    @contextmanager
    def bind(self) -> Iterator[Waits]:
        """Use this database in `connection`, `session` and `transaction`, start a deadline, and yield the waits.

        A bind lasts for one request, or for one step of a job. Binds can be nested. An inner bind does not join a
        transaction of the outer one.
        """
        work, waits = _Work(self), Waits(self.deadline_s)
        bound, started = _bound.set(work), deadline.current.set(waits)
        try:
            yield waits
        finally:
            deadline.current.reset(started)
            _bound.reset(bound)
            if work.reading is not None:
                work.reading.close()


class _Work:
    """The open sessions of one `bind`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.transaction: Session | None = None
        self.reading: Session | None = None


_bound: ContextVar[_Work] = ContextVar("database")


def engine_options(pool: Pool) -> dict[str, Any]:
    """Return the options of a SQLAlchemy engine that uses a pool's connections."""
    return {
        "poolclass": NullPool,
        "creator": pool.getconn,
        "json_deserializer": orjson.loads,
    }


def _return_closed(pool: Pool, conn: DeadlineConnection, _record: object) -> None:
    # close() returns a connection to its pool, but does nothing for a connection that is already closed.
    if conn.closed:
        pool.putconn(conn)


def _close(pool: Pool) -> None:
    with suppress(RuntimeError):  # garbage collection may run in one of the pool's threads, which cannot join itself
        pool.close(timeout=0)


def bound() -> Database:
    """Return the database of the current `bind`."""
    return _bound.get().database


def connection() -> AbstractContextManager[Connection]:
    """Return the connection of the current transaction, or lend one in autocommit."""
    work = _bound.get()
    if work.transaction is not None:
        return nullcontext(_driver_connection(work.transaction))
    return _pooled(work.database.pool)


@contextmanager
def _pooled(pool: Pool) -> Iterator[Connection]:
    conn = pool.getconn()
    try:
        yield conn
    except psycopg.Error as error:
        if poisons_connection(error):
            pool.discard(conn)
        raise
    finally:
        pool.putconn(conn)


class _Changes(Session):
    """The session of a transaction. A lock reads its rows again, also those that the session has loaded before."""


@event.listens_for(_Changes, "do_orm_execute")
def _read_again(state: ORMExecuteState) -> None:
    # Without this, SQLAlchemy keeps the values from before the lock, which others may have changed while it waited.
    if isinstance(state.statement, Select) and state.statement._for_update_arg is not None:
        state.update_execution_options(populate_existing=True)


@contextmanager
def transaction() -> Iterator[Session]:
    """Yield a session that commits all its changes or none. A nested transaction joins the outer one."""
    work = _bound.get()
    if work.transaction is not None:
        yield work.transaction
        work.transaction.flush()
        return
    if work.reading is not None:
        work.reading.close()  # returns its connection: a request that held two could wait for itself
    database = work.database
    with _Changes(database.engine, expire_on_commit=False) as changes:  # a response shows the rows as committed
        driver_connection = cast(DeadlineConnection, _driver_connection(changes))
        work.transaction = changes
        try:
            driver_connection.execute("begin isolation level read committed")  # it is in autocommit otherwise
            yield changes
            _require_no_failed_statement(driver_connection)
            changes.commit()
        except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
            if poisons_connection(error):
                database.pool.discard(driver_connection)
                changes.invalidate()
            raise
        finally:
            work.transaction = None
        for callback in changes.info.get(_AFTER_COMMIT, []):
            callback()


def after_commit(callback: Callable[[], None]) -> None:
    """Call a function after the current transaction commits. Without a transaction, call it immediately."""
    current = _bound.get().transaction
    if current is None:
        callback()
    else:
        current.info.setdefault(_AFTER_COMMIT, []).append(callback)


def session() -> Session:
    """Return a session for reading: that of the current transaction, or one for the whole `bind`."""
    work = _bound.get()
    if work.transaction is not None:
        return work.transaction
    if work.reading is None:
        work.reading = Session(work.database.engine)
    return work.reading


def fetch(statement: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
    """Execute one statement and return its rows.

    It joins the current transaction if there is one. Unlike `session`, it keeps no connection afterwards.
    """
    work = _bound.get()
    if work.transaction is not None:
        return work.transaction.execute(statement).all()
    with work.database.engine.connect() as conn:
        return conn.execute(statement).all()


def apply(statement: Executable) -> int:
    """Execute one statement that changes rows, in a transaction, and return their number."""
    with transaction() as changes:
        return changes.connection().execute(statement).rowcount


def fetch_all(statement: QueryNoTemplate, values: Params | None = None) -> list[tuple[Any, ...]]:
    """Execute a statement in SQL by `connection`, and return its rows."""
    with connection() as db:
        return db.execute(statement, values).fetchall()


def fetch_one(
    statement: QueryNoTemplate, values: Params | None = None, *, binary: bool = False
) -> tuple[Any, ...] | None:
    """Execute a statement in SQL by `connection`, and return its first row; None without one."""
    with connection() as db:
        return db.execute(statement, values, binary=binary).fetchone()


def execute(statement: QueryNoTemplate, values: Params | None = None) -> None:
    """Execute a statement in SQL by `connection`."""
    with connection() as db:
        db.execute(statement, values)


def wait_for_replication() -> None:
    """Block until every commit visible here is durable, including on a synchronous standby.

    Call it before a response acknowledges a change of an earlier request. If that request was interrupted while it
    waited for the standby, its change is visible, but a failover may still lose it. This function commits an empty
    message, since a commit waits for all earlier commits.
    """
    execute("select pg_logical_emit_message(true, 'hanabi', '')")


def _driver_connection(changes: Session) -> Connection:
    return cast(Connection, changes.connection().connection.driver_connection)


def _require_no_failed_statement(conn: Connection) -> None:
    # If a statement failed, Postgres answers a commit with a rollback and reports no error.
    if conn.info.transaction_status == pq.TransactionStatus.INERROR:
        raise InFailedSqlTransaction
