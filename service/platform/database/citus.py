"""Distribution of the tables over several nodes by Citus. A game is on one node."""

import contextlib
import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any, Final, LiteralString, NamedTuple

import psycopg
from psycopg import errors, sql

from service.platform.database.distribution_plan import CannotDistribute, DistributionPlan, plan
from service.platform.database.online_ddl import ATTEMPTS, SCHEMA_LOCK
from service.platform.database.table_class import Model

_CITUS: Final = "create_distributed_table"
_SCHEMA_LOCK_TIMEOUT: Final = "5s"
_LOCK_TIMEOUTS_MS: Final = (50, 100, 50, 200, 50, 400)
_PAUSE_S: Final = (0.02, 0.2)

Connection = psycopg.Connection[tuple[Any, ...]]


def is_distributed(url: str) -> bool:
    """Return True if a database has a distributed table `game`."""
    with psycopg.connect(url, connect_timeout=2, prepare_threshold=None, autocommit=True) as db:
        return _has_citus(db) and "game" in _distributed(db)


def distribute(url: str, report: Callable[[str], None] = lambda _: None) -> list[str]:
    """Distribute the tables of a migrated database; return the newly distributed ones.

    `url` leads to the coordinator. One transaction copies the rows, so all tables are distributed or none. During the
    copy, reads continue and writes wait. Foreign keys are dropped before the copy and added after it, without blocking.
    After an interruption, another call continues. `report` is called with progress messages.

    Raises CannotDistribute, and psycopg.OperationalError if the database does not answer.
    """
    with psycopg.connect(url, connect_timeout=2, prepare_threshold=None, autocommit=True) as db, _errors_explained():
        target = plan()
        db.execute("set statement_timeout = 0")
        with contextlib.suppress(errors.InvalidParameterValue):  # not supported by every operating system
            # If this process is killed, the server must not continue to copy with all tables locked.
            db.execute("set client_connection_check_interval = '1s'")
        if not _has_citus(db):
            raise CannotDistribute(
                "This database has no Citus. Install it on every machine, put it into shared_preload_libraries, "
                "restart, and run CREATE EXTENSION citus in this database (docs/scale.md)."
            )
        if db.execute("select 1 from pg_dist_node").fetchone() is None:  # Citus would otherwise use only this machine
            raise CannotDistribute(
                "Citus knows of no machines yet: SELECT citus_set_coordinator_host(…), and citus_add_node(…) for each "
                "of the others (docs/scale.md)."
            )
        _take_schema_lock(db)
        missing = [table for table in target.tables if _scalar(db, "select to_regclass(%s)", table) is None]
        if missing:
            raise CannotDistribute(f"The schema is not whole: {', '.join(missing)} is missing. Run `hanabi migrate`.")
        done = _distributed(db)
        to_do = [table for table in target.tables if table not in done]
        if to_do:
            _drop_keys(db, to_do)
            try:
                _copy(db, target, to_do, report)
            except psycopg.Error:
                with contextlib.suppress(psycopg.Error):  # if this fails too, the next attempt adds them
                    _add_keys(db, report)
                raise
        _truncate_local_rows(db, target)
        _add_keys(db, report)
        if to_do:  # until autovacuum runs, the planner does not know the number of rows
            db.execute(sql.SQL("analyze {}").format(_listed(to_do)))
        return to_do


@contextlib.contextmanager
def _errors_explained() -> Iterator[None]:
    try:
        yield
    except psycopg.OperationalError:
        raise
    except psycopg.Error as error:
        raise CannotDistribute(f"Citus refused: {error.diag.message_primary}") from None


def _has_citus(db: Connection) -> bool:
    return _scalar(db, "select 1 from pg_proc where proname = %s and pg_function_is_visible(oid)", _CITUS) is not None


def _take_schema_lock(db: Connection) -> None:
    """Exclude migrations and other distributions until the connection closes. Raises CannotDistribute."""
    db.execute("select set_config('lock_timeout', %s, false)", (_SCHEMA_LOCK_TIMEOUT,))
    try:
        db.execute("select pg_advisory_lock(%s)", (SCHEMA_LOCK,))
    except errors.LockNotAvailable:
        raise CannotDistribute("A migration or another distribution of this database is running.") from None


def _distributed(db: Connection) -> set[str]:
    """Return the names of distributed tables, including those copied to every node."""
    rows = db.execute(
        "select logicalrelid::regclass::text from pg_dist_partition where partmethod = 'h' or repmodel = 't'"
    )
    return {name for (name,) in rows}


def _with_retries(db: Connection, function: Callable[[], object]) -> None:
    """Retry a function until it gets its locks before a timeout. Raises CannotDistribute after many attempts.

    Requests lock the same tables in any order, so a request and this function may each wait for a table that the other
    has locked. This function gives up then, usually after a short timeout and sometimes after a longer one.
    """
    for attempt in range(2 * ATTEMPTS):
        try:
            db.execute(
                "select set_config('lock_timeout', %s, false)",
                (f"{_LOCK_TIMEOUTS_MS[attempt % len(_LOCK_TIMEOUTS_MS)]}ms",),
            )
            function()
            return
        except (errors.LockNotAvailable, errors.DeadlockDetected):
            time.sleep(random.uniform(*_PAUSE_S))
    raise CannotDistribute("The tables are in use: stop the service, or try again.")


class _ForeignKey(NamedTuple):
    """A foreign key in the database."""

    table: str
    name: str
    definition: str
    validated: bool


def _keys(db: Connection) -> list[_ForeignKey]:
    found = db.execute(
        """select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
            where contype = 'f' and (conrelid = any(%(tables)s::regclass[]) or confrelid = any(%(tables)s::regclass[]))
            order by 1, 2""",
        {"tables": list(plan().tables)},
    )
    return [_ForeignKey(*row) for row in found.fetchall()]


def _schema_keys() -> dict[tuple[str, str], str]:
    """Return the names of the schema's foreign keys, by table and definition."""
    keys = {}
    for table in Model.metadata.sorted_tables:
        for key in table.foreign_key_constraints:
            columns = ", ".join(key.column_keys)
            referenced = ", ".join(element.column.name for element in key.elements)
            definition = f"FOREIGN KEY ({columns}) REFERENCES {key.referred_table.name}({referenced})"
            definition += f" ON DELETE {key.ondelete}" if key.ondelete else ""
            keys[table.name, definition] = f"{table.name}_{'_'.join(key.column_keys)}_fkey"
    return keys


def _drop_keys(db: Connection, to_do: list[str]) -> None:
    """Drop the foreign keys from and to these tables.

    Citus allows foreign keys only between distributed tables. Raises CannotDistribute for a key outside the schema.
    """
    schema_keys = _schema_keys()
    drops, locked = [], set()
    for key in _keys(db):
        definition = key.definition.removesuffix(" NOT VALID")
        if (key.table, definition) not in schema_keys:
            description = f"The foreign key {key.name} of {key.table}"
            raise CannotDistribute(f"{description} is not part of the schema: drop it first.")
        other = definition.partition(" REFERENCES ")[2].partition("(")[0]
        if key.table in to_do or other in to_do:
            drops.append(_alter_table(key.table, "drop constraint {}", sql.Identifier(key.name)))
            locked |= {key.table, other}

    def drop() -> None:
        with db.transaction():
            _lock(db, locked, "access exclusive")
            for statement in drops:
                db.execute(statement)

    if drops:
        _with_retries(db, drop)


def _lock(db: Connection, names: Collection[str], mode: LiteralString) -> None:
    """Lock several tables with one statement. The order is that of most requests: `game` first."""
    on_every_node = plan().on_every_node
    in_order = sorted(names, key=lambda name: (name in on_every_node, name != "game", name))
    db.execute(sql.SQL("lock table {} in {} mode").format(_listed(in_order), sql.SQL(mode)))


def _listed(names: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))


def _copy(db: Connection, target: DistributionPlan, to_do: list[str], report: Callable[[str], None]) -> None:
    began = 0.0

    def copy_rows() -> None:
        nonlocal began
        with db.transaction():
            # Each node checks foreign keys to accounts on its own copy. Citus requires one connection per node then.
            db.execute("set local citus.multi_shard_modify_mode = 'sequential'")
            _lock(db, to_do, "exclusive")
            db.execute("set local lock_timeout = 0")
            began = time.monotonic()
            report("copying the rows: reads continue, writes are answered with 503 until the copy is done")
            for table in target.on_every_node:
                if table in to_do:
                    db.execute("select create_reference_table(%s)", (table,))
            for table, column in target.by_column:
                if table in to_do:
                    colocate_with = "none" if column != "game_id" or table == "game" else "game"
                    db.execute(
                        "select create_distributed_table(%s, %s, colocate_with => %s)", (table, column, colocate_with)
                    )

    _with_retries(db, copy_rows)
    report(f"copied in {time.monotonic() - began:.1f} s; writes continue")


def _truncate_local_rows(db: Connection, target: DistributionPlan) -> None:
    """Delete the coordinator's rows that were copied to the nodes. They include secret decks."""
    for table in target.tables:
        if _scalar(db, "select 1 where pg_relation_size(%s::regclass) > 0", table) is not None:
            _with_retries(db, partial(db.execute, "select truncate_local_data_after_distributing_table(%s)", (table,)))


def _add_keys(db: Connection, report: Callable[[str], None]) -> None:
    """Add the schema's missing foreign keys, and validate existing rows without blocking."""
    existing = {(key.table, key.definition.removesuffix(" NOT VALID")) for key in _keys(db)}
    for (table, definition), name in _schema_keys().items():
        if (table, definition) not in existing:
            add = _alter_table(table, "add constraint {} {} not valid", sql.Identifier(name), sql.SQL(definition))
            _with_retries(db, partial(db.execute, add))
    to_check = [key for key in _keys(db) if not key.validated]
    if to_check:
        report("checking the foreign keys")
    for key in to_check:
        _with_retries(
            db, partial(db.execute, _alter_table(key.table, "validate constraint {}", sql.Identifier(key.name)))
        )


def _alter_table(table: str, action: LiteralString, *parts: sql.Composable) -> sql.Composed:
    return sql.SQL("alter table {} {}").format(sql.Identifier(table), sql.SQL(action).format(*parts))


def _scalar(db: Connection, statement: str, value: str) -> object:
    row = db.execute(statement.encode(), (value,)).fetchone()
    return row[0] if row else None
