"""Store the counts of finished games in fewer rows.

Revision 0010, after 0009. The next `hanabi chores`, or requests for statistics, count all games again.
"""

import sqlalchemy as sa

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Replace the table with an empty one."""
    op.drop_table("tally")
    op.create_table(
        "tally",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("since", sa.Date, primary_key=True),
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("multicolor", sa.Text, primary_key=True),
        sa.Column("seats", sa.SmallInteger, primary_key=True),
        sa.Column("results", sa.LargeBinary, nullable=False),
    )
    op.execute("update game set counted_as = null where counted_as is not null")


def downgrade() -> None:
    """Restore the earlier table, empty."""
    op.drop_table("tally")
    op.create_table(
        "tally",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("since", sa.Date, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("seats", sa.SmallInteger, primary_key=True),
        sa.Column("edition", sa.Text, primary_key=True),
        sa.Column("multicolor", sa.Text, primary_key=True),
        sa.Column("outcome", sa.Text, primary_key=True),
        sa.Column("reason", sa.Text, primary_key=True),
        sa.Column("score", sa.SmallInteger, primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.execute("update game set counted_as = null where counted_as is not null")
