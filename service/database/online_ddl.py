"""What migrations do to tables that are in use: nothing that stops a move for longer than it takes to notice.

A migration is a transaction that gives up after `LOCK_TIMEOUT` when it does not get a lock, since whoever comes after
it in the queue waits as well, and is begun again. What takes long stands outside of it, at the migration's end, and
can be done twice: so what comes before says `if_not_exists`.
"""

import random
from typing import Any, Final

import sqlalchemy as sa

from alembic import op

__all__ = [
    "ATTEMPTS",
    "LOCK_TIMEOUT",
    "ONE_AT_A_TIME",
    "drop_index",
    "make_index",
    "moment_to_wait_s",
    "put_with_games",
]

LOCK_TIMEOUT: Final = "200ms"
ATTEMPTS: Final = 150
"""Somebody holds a lock for as long as it takes to answer a request. Who waits for a table locked here may hold another
that is wanted next, which ends only by giving up: so soon, and often."""
ONE_AT_A_TIME: Final = 724362214
"""The advisory lock of whoever changes the schema."""


def moment_to_wait_s() -> float:
    """Return how long to wait before the next attempt."""
    return random.uniform(0.1, 0.6)


def make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Make an index while the table is written to; one that was left unfinished is made anew."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # it waits for others, and nobody for it
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(
            name,
            table,
            columns,
            postgresql_where=None if where is None else sa.text(where),
            postgresql_concurrently=True,
        )
        op.execute(f"set lock_timeout = '{LOCK_TIMEOUT}'")


def drop_index(name: str, table: str) -> None:
    """Drop an index, if it is there, while the table is used."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.execute(f"set lock_timeout = '{LOCK_TIMEOUT}'")


def put_with_games(table: str) -> None:
    """Have a new table lie by `game_id` where the games lie, if those are spread over machines.

    For a table with foreign keys to tables of games, before these keys are made: it would be refused after.
    """
    if op.get_context().as_sql:
        return  # it is not known for which database
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'game'::regclass")):
        database.execute(
            sa.text("select create_distributed_table(:table, 'game_id', colocate_with => 'game')"), {"table": table}
        )
