"""${message}

Revision ${up_revision}, after ${down_revision}.
"""

from typing import Any

import sqlalchemy as sa

from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}

# A migration imports nothing from the service or the engine, because their code changes later. Delete the functions
# below that it does not need.


def upgrade() -> None:
    """${message}."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Revert the migration."""
    ${downgrades if downgrades else "pass"}


def _make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    condition = None if where is None else sa.text(where)
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=condition, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")


def _place_with_games(table: str) -> None:
    """Distribute a new table by `game_id`, like the table `game`, if the database is distributed.

    Call it before adding foreign keys to tables of games; Citus refuses to distribute the table afterwards.
    """
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'game'::regclass")):
        database.execute(
            sa.text("select create_distributed_table(:table, 'game_id', colocate_with => 'game')"), {"table": table}
        )
