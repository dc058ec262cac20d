"""Add who has read which replay, and tables that play the deck of an earlier game.

Revision 0048, after 0047.
"""

from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, placed with the games, and add the columns."""
    op.create_table(
        "sight",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("sight_account", "sight", ["account_id"])
    _place_with_games("sight")
    op.create_foreign_key("sight_game_id_fkey", "sight", "game", ["game_id"], ["game_id"])
    op.create_foreign_key("sight_account_id_fkey", "sight", "account", ["account_id"], ["account_id"])
    op.add_column("game", sa.Column("replayed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("knew_deck", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("deal", sa.Column("replayed_key", sa.LargeBinary))
    _make_index("deal_replayed", "deal", ["replayed_key"], "replayed_key is not null")


def downgrade() -> None:
    """Drop the table and the columns. The tables remain as games with a given deck."""
    op.drop_column("deal", "replayed_key")
    op.drop_column("seat", "knew_deck")
    op.drop_column("game", "replayed")
    op.drop_table("sight")


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
