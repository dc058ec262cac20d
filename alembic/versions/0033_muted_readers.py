"""Add the accounts that are muted in reviews together.

Revision 0033, after 0032.
"""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column. Its constant default rewrites no row."""
    op.add_column(
        "review_session", sa.Column("muted", postgresql.JSONB, nullable=False, server_default=sa.text("'[]'"))
    )


def downgrade() -> None:
    """Drop the column. All may write again."""
    op.drop_column("review_session", "muted")
