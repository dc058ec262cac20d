"""Add to studies whether a moderator has hidden them.

Revision 0069, after 0068.
"""

import sqlalchemy as sa

from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Present studies, and those that an older release adds, are shown."""
    op.add_column("study", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("study", "hidden")
