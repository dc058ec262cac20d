"""Add the newest answer to a refresh token, which is given again if it was lost.

Revision 0055, after 0054.
"""

import sqlalchemy as sa

from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("token", sa.Column("renewed_at", sa.DateTime(timezone=True)))
    op.add_column("token", sa.Column("renewal", sa.LargeBinary))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("token", "renewal")
    op.drop_column("token", "renewed_at")
