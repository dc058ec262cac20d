"""Add the beats of the service, which show short outages.

Revision 0059, after 0058.
"""

import sqlalchemy as sa

from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None

COLUMNS = ("beat_at", "beating_since")


def upgrade() -> None:
    """Add the columns. They are null until a worker has beaten."""
    for column in COLUMNS:
        op.add_column("clock", sa.Column(column, sa.DateTime(timezone=True)))


def downgrade() -> None:
    """Drop them."""
    for column in COLUMNS:
        op.drop_column("clock", column)
