"""Store how a team was connected, and its result once it has ended all decks of an arena.

Revision 0053, after 0052.
"""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, and the index that finds the tables of a team."""
    op.add_column("contest_entry", sa.Column("via", sa.Text, nullable=False, server_default="http"))
    op.add_column("contest_entry", sa.Column("scores", postgresql.ARRAY(sa.SmallInteger)))
    op.add_column("contest_entry", sa.Column("won", sa.SmallInteger))
    op.add_column("contest_entry", sa.Column("ended_at", sa.DateTime(timezone=True)))
    op.create_index("contest_table_entry", "contest_table", ["contest_id", "entry_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("contest_table_entry", "contest_table")
    for column in ("ended_at", "won", "scores", "via"):
        op.drop_column("contest_entry", column)
