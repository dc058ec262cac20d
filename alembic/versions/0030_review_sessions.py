"""Add reviews together.

Revision 0030, after 0029.
"""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_PLACE = "select create_distributed_table('review_session', 'game_id', colocate_with => 'game')"
_KEYS = (("game_id", "game"), ("made_by", "account"), ("leader", "account"))


def upgrade() -> None:
    """Create the table, and place it if the database is distributed."""
    now = sa.func.now()
    op.create_table(
        "review_session",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("session_id", sa.Uuid, primary_key=True),
        sa.Column("made_by", sa.Uuid, nullable=False),
        sa.Column("leader", sa.Uuid),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("card", sa.SmallInteger),
        sa.Column("messages", postgresql.JSONB, nullable=False, server_default=sa.text("'[]'")),
        sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
        sa.Column("led_at", sa.DateTime(timezone=True), nullable=False, server_default=now),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False, server_default=now),
    )
    op.create_index("review_session_made", "review_session", ["made_by"])
    if _is_distributed():
        op.execute(_PLACE)
    for column, other in _KEYS:
        target = f"{other}_id"
        op.create_foreign_key(f"review_session_{column}_fkey", "review_session", other, [column], [target])


def downgrade() -> None:
    """Drop the table. All sessions are lost."""
    op.drop_table("review_session")


def _is_distributed() -> bool:
    if op.get_context().as_sql:
        return False  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return False
    game = sa.text("select 1 from pg_dist_partition where logicalrelid = 'game'::regclass")
    return database.scalar(game) is not None
