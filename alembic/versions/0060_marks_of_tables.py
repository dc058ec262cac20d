"""Add the marks of tables: what is agreed about them and no statement asks about.

Revision 0060, after 0059.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. All tables so far have no marks."""
    op.add_column("game", sa.Column("marks", JSONB, nullable=False, server_default="{}"))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game", "marks")
