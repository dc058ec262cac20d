"""Add branches of finished games.

Revision 0008, after 0007.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "branch",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("branch_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("title", sa.Text),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("deck", sa.LargeBinary),
        sa.Column("events", JSONB, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("score", sa.SmallInteger),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.CheckConstraint("(seat is null) = (deck is null)", name="branch_deal"),
    )
    op.create_index("branch_account", "branch", ["account_id", "game_id"])


def downgrade() -> None:
    """Drop the table; the branches are lost."""
    op.drop_table("branch")
