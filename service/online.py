"""What migrations do to tables that are in use: nothing that stops a move for longer than it takes to notice.

A migration is a transaction that gives up after `LOCK_TIMEOUT` when it does not get a lock, since whoever comes after
it in the queue waits as well, and is begun again. What takes long stands outside of it, at the migration's end, and
can be done twice: so what comes before says `if_not_exists`.
"""

from typing import Any, Final

import sqlalchemy as sa

from alembic import op

__all__ = ["LOCK_TIMEOUT", "make_index"]

LOCK_TIMEOUT: Final = "500ms"


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
