"""Add to recovery codes the day on which one of the account was last used.

Revision 0068, after 0067.
"""

import sqlalchemy as sa

from alembic import op

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. It was not recorded before."""
    op.add_column("recovery_code", sa.Column("used_on", sa.Date))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("recovery_code", "used_on")
