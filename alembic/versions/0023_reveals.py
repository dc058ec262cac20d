"""Add commitments of seats to secret entropy, and the time to reveal it.

Revision 0023, after 0022. The previous release ignores the columns: it deals at once when the last seat is taken.
"""

import sqlalchemy as sa

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, without a rewrite of the tables."""
    op.add_column("game", sa.Column("reveal_until", sa.DateTime(timezone=True)), if_not_exists=True)
    op.add_column("seat", sa.Column("entropy_commitment", sa.LargeBinary), if_not_exists=True)
    op.add_column("seat", sa.Column("reveal", sa.LargeBinary), if_not_exists=True)


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("seat", "reveal")
    op.drop_column("seat", "entropy_commitment")
    op.drop_column("game", "reveal_until")
