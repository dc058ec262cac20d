"""Add the limit of pauses on which a table has agreed.

Revision 0061, after 0060.
"""

import sqlalchemy as sa

from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. The tables so far have agreed on no limit."""
    op.add_column("game", sa.Column("pause_limit_s", sa.Integer))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game", "pause_limit_s")
