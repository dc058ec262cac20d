"""Add puzzles by convention, and how often a job searched a game for them.

Revision 0052, after 0051.
"""

import sqlalchemy as sa

from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, placed with the games."""
    op.create_table(
        "convention_search",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("solver", sa.SmallInteger, nullable=False),
        sa.Column("attempts", sa.SmallInteger, nullable=False),
        sa.Column("packed", sa.LargeBinary),
        sa.Column("seconds", sa.Float),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "convention_puzzle",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("version", sa.SmallInteger, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("puzzle_id", sa.Uuid, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("level", sa.SmallInteger, nullable=False),
        sa.Column("difficulty", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("convention_puzzle_by_id", "convention_puzzle", ["puzzle_id"])
    op.create_index("convention_puzzle_listed", "convention_puzzle", ["finished_at", "puzzle_id"])
    for table in ("convention_search", "convention_puzzle"):
        _place_with_games(table)
        op.create_foreign_key(f"{table}_game_id_fkey", table, "game", ["game_id"], ["game_id"])


def downgrade() -> None:
    """Drop the tables. A job can find their rows again."""
    op.drop_table("convention_puzzle")
    op.drop_table("convention_search")


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
