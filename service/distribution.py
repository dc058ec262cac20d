"""The tables of a database spread over machines by Citus: each game's rows on one of them, accounts on all."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import psycopg
from psycopg import sql

from service import tables

__all__ = ["BY_ANOTHER_COLUMN", "ON_EVERY_NODE", "CannotDistribute", "Plan", "distribute", "plan"]

ON_EVERY_NODE: Final = ("account", "token")
"""Reference tables, small beside the logs: every request asks them, together with a game."""

BY_ANOTHER_COLUMN: Final = {"answer": "key_digest", "tally": "account_id"}
"""Tables that belong to no game, spread by what each of their statements names."""

_CITUS: Final = "create_distributed_table"
_LOCK_TIMEOUT: Final = "10s"


class CannotDistribute(Exception):
    """The database cannot be distributed; the message says why, and nothing has changed."""


class Plan(NamedTuple):
    """Where each table goes: those on every node first, then `game`, then all others by name of table and column."""

    on_every_node: tuple[str, ...]
    by_column: tuple[tuple[str, str], ...]


def plan() -> Plan:
    """Return where the tables of the schema go; whatever belongs to a game is spread by the game."""
    by_column = dict(BY_ANOTHER_COLUMN)
    for table in tables.Game.metadata.sorted_tables:
        if table.name not in ON_EVERY_NODE and table.name not in by_column:
            first = next(iter(table.primary_key.columns)).name
            if first != "game_id":
                raise CannotDistribute(f"The table {table.name} belongs to no game, and nothing says where it goes.")
            by_column[table.name] = first
    return Plan(ON_EVERY_NODE, tuple(sorted(by_column.items(), key=lambda pair: (pair[0] != "game", pair[0]))))


def distribute(url: str) -> list[str]:
    """Turn the tables of a database into distributed ones, all or none; return the names of those that were not yet.

    The database is a coordinator's, migrated to this schema. While it works, who uses the tables waits. Raises
    CannotDistribute, and OperationalError for no database.
    """
    with psycopg.connect(url, connect_timeout=2, prepare_threshold=None) as db:
        wanted = plan()
        db.execute("select set_config('lock_timeout', %s, true)", (_LOCK_TIMEOUT,))
        db.execute("set local statement_timeout = 0")
        _require_citus(db)
        done = _distributed(db)
        whole = [*wanted.on_every_node, *(table for table, _ in wanted.by_column)]
        missing = [table for table in whole if _one(db, "select to_regclass(%s)", table) is None]
        if missing:
            raise CannotDistribute(f"The schema is not whole: {', '.join(missing)} is missing. Run `hanabi migrate`.")
        to_do = [table for table in whole if table not in done]
        if not to_do:
            return []
        # Keys to accounts make each node check on its own copy, for which Citus wants one connection a node.
        db.execute("select set_config('citus.multi_shard_modify_mode', 'sequential', true)")
        try:
            keys = _take_keys(db, to_do)
            _spread(db, wanted, to_do)
            for key in keys:
                db.execute(key.again)
        except psycopg.errors.LockNotAvailable:
            raise CannotDistribute("The tables are in use: stop the service, or try again.") from None
        except (psycopg.errors.FeatureNotSupported, psycopg.errors.InvalidTableDefinition) as error:
            raise CannotDistribute(f"Citus refused: {error.diag.message_primary}") from None
        return to_do


class _Key(NamedTuple):
    """A foreign key that was taken away, and the statement that brings it back."""

    again: sql.Composed


def _require_citus(db: psycopg.Connection[Any]) -> None:
    if _one(db, "select 1 from pg_proc where proname = %s and pg_function_is_visible(oid)", _CITUS) is None:
        raise CannotDistribute(
            "This database has no Citus. Install it on every machine, put it into shared_preload_libraries, restart, "
            "and run CREATE EXTENSION citus in this database (docs/scale.md)."
        )


def _distributed(db: psycopg.Connection[Any]) -> set[str]:
    """The tables that are spread already: by a column, or on every node (`t`: changed in two phases)."""
    rows = db.execute(
        "select logicalrelid::regclass::text from pg_dist_partition where partmethod = 'h' or repmodel = 't'"
    )
    return {name for (name,) in rows}


def _take_keys(db: psycopg.Connection[Any], tables: Iterable[str]) -> list[_Key]:
    """Take the foreign keys of and to these tables away: they can be only between tables that are spread."""
    found = db.execute(
        """select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
            where contype = 'f' and (conrelid = any(%(tables)s::regclass[]) or confrelid = any(%(tables)s::regclass[]))
            order by 1, 2""",
        {"tables": list(tables)},
    ).fetchall()
    keys = []
    for table, name, definition in found:
        here, key = sql.Identifier(table), sql.Identifier(name)
        db.execute(sql.SQL("alter table {} drop constraint {}").format(here, key))
        again = sql.SQL("alter table {} add constraint {} {}").format(here, key, sql.SQL(definition))
        keys.append(_Key(again))
    return keys


def _spread(db: psycopg.Connection[Any], wanted: Plan, to_do: Iterable[str]) -> None:
    for table in wanted.on_every_node:
        if table in to_do:
            db.execute("select create_reference_table(%s)", (table,))
    for table, column in wanted.by_column:
        if table in to_do:
            together = "none" if column != "game_id" or table == "game" else "game"
            db.execute("select create_distributed_table(%s, %s, colocate_with => %s)", (table, column, together))
    for table in to_do:  # what was copied to the nodes still lies here, decks among it
        db.execute("select truncate_local_data_after_distributing_table(%s)", (table,))


def _one(db: psycopg.Connection[Any], statement: str, value: str) -> object:
    row = db.execute(statement.encode(), (value,)).fetchone()
    return row[0] if row else None
