"""Add a cache of rendered responses about finished games.

Revision 0003, after 0002.
"""

import sqlalchemy as sa

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "rendition",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.execute("alter table rendition alter column packed set storage external")  # it is already compressed


def downgrade() -> None:
    """Drop the table; responses are rendered again on demand."""
    op.drop_table("rendition")
