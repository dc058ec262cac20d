"""Add the time at which the pause of a game began.

Revision 0062, after 0061.
"""

import sqlalchemy as sa

from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. A pause that is going on counts from its last event, as it did before."""
    op.add_column("game", sa.Column("paused_at", sa.DateTime(timezone=True)))
    op.execute(
        "update game set paused_at = moved_at where status = 'running' and pace is not null and deadline is null"
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game", "paused_at")
