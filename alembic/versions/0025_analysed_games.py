"""Add what the analysis found out to the sums over games, and the highest score to solutions.

Revision 0025, after 0024. Results that are there already are counted by `hanabi db recount`.
"""

import sqlalchemy as sa

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. The defaults are constants, so that no row is written."""
    op.add_column("solution", sa.Column("highest", sa.SmallInteger), if_not_exists=True)
    for name in ("solved", "decided", "winnable", "looked_back"):
        op.add_column("rollup", sa.Column(name, sa.Integer, nullable=False, server_default="0"), if_not_exists=True)
    for name in ("lost_by_deal", "lost_by_draws", "lost_by_choice"):
        op.add_column("rollup", sa.Column(name, sa.Float, nullable=False, server_default="0"), if_not_exists=True)


def downgrade() -> None:
    """Drop them."""
    for name in ("lost_by_choice", "lost_by_draws", "lost_by_deal", "looked_back", "winnable", "decided", "solved"):
        op.drop_column("rollup", name)
    op.drop_column("solution", "highest")
