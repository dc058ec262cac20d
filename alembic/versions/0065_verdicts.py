"""Add the verdicts of turns.

Revision 0065, after 0064.
"""

import sqlalchemy as sa

from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, placed with the games."""
    op.create_table(
        "verdict",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("version", sa.SmallInteger, primary_key=True),
        sa.Column("solver", sa.SmallInteger, nullable=False),
        sa.Column("attempts", sa.SmallInteger, nullable=False),
        sa.Column("packed", sa.LargeBinary),
        sa.Column("seconds", sa.Float),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    _place_with_games("verdict")
    op.create_foreign_key("verdict_game_id_fkey", "verdict", "game", ["game_id"], ["game_id"])


def downgrade() -> None:
    """Drop the table. Jobs can compute its rows again."""
    op.drop_table("verdict")


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
