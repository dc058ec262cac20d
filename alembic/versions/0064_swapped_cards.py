"""Add the cards that a saved line swaps.

Revision 0064, after 0063.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. No line so far swaps cards."""
    op.add_column("branch", sa.Column("swap", JSONB))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("branch", "swap")
