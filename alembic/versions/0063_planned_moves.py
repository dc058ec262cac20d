"""Add the table of planned moves.

Revision 0063, after 0062.
"""

import sqlalchemy as sa

from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, placed with the games. An older release plays without it."""
    op.create_table(
        "move_plan",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("wait_s", sa.SmallInteger, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("move_plan_account", "move_plan", ["account_id"])
    op.create_index("move_plan_waiting", "move_plan", ["game_id"], postgresql_where=sa.text("not settled"))
    _place_with_games("move_plan")
    op.create_foreign_key("move_plan_game_id_fkey", "move_plan", "game", ["game_id"], ["game_id"])
    op.create_foreign_key("move_plan_account_id_fkey", "move_plan", "account", ["account_id"], ["account_id"])


def downgrade() -> None:
    """Drop the table. Plans that wait are lost, and their owners move themselves."""
    op.drop_table("move_plan")


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
