"""The database: a connection pool, autocommit for single statements, and transactions."""

import logging
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, cast

import orjson
import psycopg
import sqlalchemy.exc
from psycopg import pq
from psycopg.adapt import AdaptersMap
from psycopg.errors import InFailedSqlTransaction
from psycopg.types.json import set_json_loads
from psycopg_pool import ConnectionPool
from sqlalchemy import Engine, Executable, NullPool, Row, create_engine, event
from sqlalchemy.orm import Session

from service.database import deadline
from service.database.deadline import DeadlineConnection
from service.database.errors import poisons_connection, require_direct
from service.observability import metrics

__all__ = [
    "ENGINE_URL",
    "Connection",
    "Database",
    "Pool",
    "after_commit",
    "bound",
    "connection",
    "engine_options",
    "fetch",
    "session",
    "transaction",
    "wait_for_replication",
]

Connection = psycopg.Connection[tuple[Any, ...]]

ENGINE_URL: Final = "postgresql+psycopg://"
"""For a SQLAlchemy engine; the pool knows the address."""

_AFTER_COMMIT: Final = "after_commit"
_TRUSTED_FOR_S: Final = 5.0
"""A connection used so recently is lent without the round trip that would prove it alive."""

_adapters: Final = AdaptersMap(psycopg.adapters)
set_json_loads(orjson.loads, _adapters)

# Its warnings repeat an error's message, which may hold values. The errors themselves reach those who wait.
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)


class Pool(ConnectionPool[DeadlineConnection]):
    """The connections of one process, in autocommit; made when they are first needed, after any fork.

    A request waits for a connection at most `timeout_s`, and not past its deadline. `lent` connections are in use.
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
            max_size=size,
            open=False,
            configure=None if pgbouncer else require_direct,
            check=self._check_rested,
            close_returns=True,
            timeout=timeout_s,
            reconnect_timeout=0,  # the next request tries again: a delay would only add to an outage
        )
        self.lent = 0
        self._stale = False

    def getconn(self, timeout: float | None = None) -> DeadlineConnection:
        """Lend a connection that works; PoolTimeout, an OperationalError, if there is none in time."""
        if self.closed:
            self.open()
        if self._stale:  # not before: what is made right after a failover may lead to the old server
            self._stale = False
            self.drain()
        lent = super().getconn(min(timeout or self.timeout, deadline.left_s()))
        self._count(1)
        return lent

    def putconn(self, conn: DeadlineConnection) -> None:
        """Take a connection back. A closed one is replaced, and a transaction left open is rolled back."""
        super().putconn(conn)
        self._count(-1)

    def discard(self, conn: DeadlineConnection) -> None:
        """Close a connection that is still to be returned; the next request replaces all others."""
        conn.pgconn.finish()
        self._stale = True

    def _count(self, more: int) -> None:
        self.lent += more
        metrics.lent(self.lent)

    def _check_rested(self, conn: DeadlineConnection) -> None:
        rested = time.monotonic() - conn.used_at > _TRUSTED_FOR_S
        if not rested and not deadline.has_input(conn):
            return
        try:
            conn.execute("")
        except psycopg.Error:
            conn.pgconn.finish()
            self.drain()
            raise


class Database:
    """A Postgres database: its pool, and the SQLAlchemy engine on that pool.

    `deadline_s` is the budget for all that one `bind` waits for, in a gevent worker. The pool is closed when the
    object is no longer used, and at the end of the process.
    """

    def __init__(self, pool: Pool, engine: Engine | None = None, *, deadline_s: float = deadline.DEFAULT_S) -> None:
        self.pool = pool
        self.engine = engine or create_engine(ENGINE_URL, **engine_options(pool))
        self.deadline_s = deadline_s
        event.listen(self.engine, "close", partial(_return_closed, pool))
        self.close = weakref.finalize(self, _close, pool)

    @contextmanager
    def bind(self) -> Iterator[None]:
        """Make `connection`, `session` and `transaction` use this database, and start a deadline.

        For one request, or one step of a job. Binds may be nested; the inner one joins no transaction of the outer.
        """
        work = _Work(self)
        bound, started = _bound.set(work), deadline.start(self.deadline_s)
        try:
            yield
        finally:
            deadline.end(started)
            _bound.reset(bound)
            if work.reading is not None:
                work.reading.close()


class _Work:
    """What one `bind` has open."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.transaction: Session | None = None
        self.reading: Session | None = None


_bound: ContextVar[_Work] = ContextVar("database")


def engine_options(pool: Pool) -> dict[str, Any]:
    """Return the options of a SQLAlchemy engine that borrows its connections from a pool."""
    return {
        "poolclass": NullPool,
        "creator": pool.getconn,
        "isolation_level": "AUTOCOMMIT",
        "json_deserializer": orjson.loads,
    }


def _return_closed(pool: Pool, bare: DeadlineConnection, _record: object) -> None:
    # psycopg returns a connection to its pool on close(), but not one that is closed already.
    if bare.closed:
        pool.putconn(bare)


def _close(pool: Pool) -> None:
    with suppress(RuntimeError):  # garbage may be collected in one of the pool's own threads, which cannot join itself
        pool.close(timeout=0)


def bound() -> Database:
    """Return the database that `connection`, `session` and `transaction` use here."""
    return _bound.get().database


def connection() -> AbstractContextManager[Connection]:
    """Lend a psycopg connection: that of the running transaction, else one in autocommit."""
    work = _bound.get()
    if work.transaction is not None:
        return nullcontext(_bare(work.transaction))
    return _lent(work.database.pool)


@contextmanager
def _lent(pool: Pool) -> Iterator[Connection]:
    lent = pool.getconn()
    try:
        yield lent
    except psycopg.Error as error:
        if poisons_connection(error):
            pool.discard(lent)
        raise
    finally:
        pool.putconn(lent)


@contextmanager
def transaction() -> Iterator[Session]:
    """Lend a session whose changes are committed together, or not at all; an inner one joins the outer."""
    work = _bound.get()
    if work.transaction is not None:
        yield work.transaction
        work.transaction.flush()
        return
    database = work.database
    with Session(database.engine.execution_options(isolation_level="READ COMMITTED")) as changes:
        bare = cast(DeadlineConnection, _bare(changes))
        work.transaction = changes
        try:
            yield changes
            _refuse_if_failed(bare)
            changes.commit()
        except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
            if poisons_connection(error):
                database.pool.discard(bare)
                changes.invalidate()
            raise
        finally:
            work.transaction = None
        for do in changes.info.get(_AFTER_COMMIT, []):
            do()


def after_commit(do: Callable[[], None]) -> None:
    """Call a function after the running transaction commits, or at once if there is none."""
    running = _bound.get().transaction
    if running is None:
        do()
    else:
        running.info.setdefault(_AFTER_COMMIT, []).append(do)


def session() -> Session:
    """Return a session for reading: the running transaction's, else one of this request."""
    work = _bound.get()
    if work.transaction is not None:
        return work.transaction
    if work.reading is None:
        work.reading = Session(work.database.engine)
    return work.reading


def fetch(statement: Executable) -> Sequence[Row[Any]]:
    """Run one statement, in the running transaction if there is one, and return its rows.

    Unlike `session`, it holds no connection afterwards.
    """
    work = _bound.get()
    if work.transaction is not None:
        return work.transaction.execute(statement).all()
    with work.database.engine.connect() as lent:
        return lent.execute(statement).all()


def wait_for_replication() -> None:
    """Block until every commit visible here is durable, including on a synchronous standby.

    For answers that acknowledge what an earlier request wrote. If that request was cut off while it waited for the
    standby, its change is visible, but a failover may still lose it. A commit waits for all commits before it; this
    one writes nothing else.
    """
    with connection() as db:
        db.execute("select pg_logical_emit_message(true, 'hanabi', '')")


def _bare(changes: Session) -> Connection:
    return cast(Connection, changes.connection().connection.driver_connection)


def _refuse_if_failed(bare: Connection) -> None:
    # After a failed statement, Postgres answers a commit with a rollback and no error.
    if bare.info.transaction_status == pq.TransactionStatus.INERROR:
        raise InFailedSqlTransaction
