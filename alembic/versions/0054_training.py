"""Add whether the seats of a game may read what turns mean by conventions.

Revision 0054, after 0053.
"""

import sqlalchemy as sa

from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. No game so far allows it."""
    op.add_column("game", sa.Column("training", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game", "training")
