"""Add the seeds of the decks of branches.

Revision 0031, after 0030.
"""

import sqlalchemy as sa

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column, which is null for branches of a previous release."""
    op.add_column("branch", sa.Column("seed", sa.Integer))


def downgrade() -> None:
    """Drop the column. The decks stay, but no line can be played on them."""
    op.drop_column("branch", "seed")
