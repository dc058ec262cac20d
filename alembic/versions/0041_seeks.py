"""Create the table of seeks.

Revision 0041, after 0040.
"""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, on every node of a distributed database."""
    op.create_table(
        "seek",
        sa.Column("seek_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("rules", postgresql.JSONB, nullable=False),
        sa.Column("bot", sa.Text),
        sa.Column("bots_at", sa.DateTime(timezone=True)),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("entropy", sa.Text),
        sa.Column("entropy_commitment", sa.LargeBinary),
        sa.Column("held_by", sa.Uuid),
        sa.Column("game_id", sa.Uuid),
        sa.Column("matched_at", sa.DateTime(timezone=True)),
    )
    waiting, matched = sa.text("game_id is null"), sa.text("game_id is not null")
    op.create_index("seek_of_account", "seek", ["account_id"], unique=True, postgresql_where=waiting)
    op.create_index("seek_waiting", "seek", ["seats", "created_at"], postgresql_where=waiting)
    op.create_index("seek_matched", "seek", ["account_id", "matched_at"], postgresql_where=matched)
    op.create_index("seek_game", "seek", ["game_id"], postgresql_where=matched)
    _copy_to_every_node("seek")
    op.create_foreign_key("seek_account_id_fkey", "seek", "account", ["account_id"], ["account_id"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("seek")


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
