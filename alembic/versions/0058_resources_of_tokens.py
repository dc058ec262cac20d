"""Add the parts of the service for which apps get tokens.

Revision 0058, after 0057.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None

TABLES = ("token", "authorization_code", "device_code")


def upgrade() -> None:
    """Add the columns. All tokens so far are for the whole service."""
    for table in TABLES:
        op.add_column(table, sa.Column("resources", ARRAY(sa.Text)))


def downgrade() -> None:
    """Drop them."""
    for table in TABLES:
        op.drop_column(table, "resources")
