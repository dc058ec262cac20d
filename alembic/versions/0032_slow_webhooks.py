"""Mark webhooks whose receivers are slow.

Revision 0032, after 0031.
"""

import sqlalchemy as sa

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column. Its constant default rewrites no row."""
    op.add_column("webhook", sa.Column("slow", sa.Boolean, nullable=False, server_default=sa.text("false")))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("webhook", "slow")
