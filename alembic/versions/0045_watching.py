"""Add who may watch a game, which seats show their hands, and how many watch.

Revision 0045, after 0044.
"""

import sqlalchemy as sa

from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, and the table of counts, which is distributed like `game`."""
    op.add_column("game", sa.Column("watching", sa.Text, nullable=False, server_default="table"))
    op.add_column("game", sa.Column("hands_delay", sa.SmallInteger))
    op.add_column("seat", sa.Column("shows_hands", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "watch_count",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("process_id", sa.Uuid, primary_key=True),
        sa.Column("watchers", sa.Integer, nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    _distribute_with_games("watch_count")


def downgrade() -> None:
    """Drop them. All games can be watched without hands again."""
    op.drop_table("watch_count")
    op.drop_column("seat", "shows_hands")
    op.drop_column("game", "hands_delay")
    op.drop_column("game", "watching")


def _distribute_with_games(table: str) -> None:
    """Put the rows of a new table on the node of their game, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'game'::regclass")):
        statement = sa.text("select create_distributed_table(:table, 'game_id', colocate_with => 'game')")
        database.execute(statement, {"table": table})
