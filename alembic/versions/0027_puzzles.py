"""Add the puzzles of finished games.

Revision 0027, after 0026.
"""

import sqlalchemy as sa

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and the indexes of the list and of the puzzle of the day."""
    op.create_table(
        "puzzle_search",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("solver", sa.SmallInteger, nullable=False),
        sa.Column("attempts", sa.SmallInteger, nullable=False),
        sa.Column("packed", sa.LargeBinary),
        sa.Column("seconds", sa.Float),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "puzzle",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("version", sa.SmallInteger, primary_key=True),
        sa.Column("puzzle_id", sa.Uuid, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("theme", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("difficulty", sa.SmallInteger, nullable=False),
        sa.Column("score", sa.SmallInteger, nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("found_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("puzzle_by_id", "puzzle", ["puzzle_id"])
    op.create_index("puzzle_listed", "puzzle", ["finished_at", "puzzle_id"])
    op.create_index("puzzle_listed_seats", "puzzle", ["seats", "finished_at", "puzzle_id"])
    for table in ("puzzle_search", "puzzle"):
        _place(table)
        op.create_foreign_key(f"{table}_game_id_fkey", table, "game", ["game_id"], ["game_id"])


def downgrade() -> None:
    """Drop them. All puzzles are lost until they are found again."""
    for table in ("puzzle", "puzzle_search"):
        op.drop_table(table)


def _place(table: str) -> None:
    """Distribute a new table, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'game'::regclass")):
        place = sa.text("select create_distributed_table(:table, 'game_id', colocate_with => 'game')")
        database.execute(place, {"table": table})
