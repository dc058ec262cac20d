"""Add the table `clock`, which shows jumps of the database's clock.

Revision 0019, after 0018.
"""

import sqlalchemy as sa

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table with its only row."""
    clock = op.create_table(
        "clock",
        sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("steady_since", sa.DateTime(timezone=True), nullable=False),
    )
    op.execute(sa.insert(clock).values(id=1, seen_at=sa.func.now(), steady_since=sa.text("'-infinity'")))


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("clock")
