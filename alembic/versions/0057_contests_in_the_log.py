"""Add the entries of contests to the log of commitments, and whether the games of a round may pause.

Revision 0057, after 0056.
"""

import sqlalchemy as sa

from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both columns, and the index that finds the entries of a contest. No round so far allows pauses."""
    op.add_column("contest_round", sa.Column("pauses", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("log_entry", sa.Column("contest_id", sa.Uuid))
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index("log_entry_contest", "log_entry", if_exists=True, postgresql_concurrently=True)
        op.create_index(
            "log_entry_contest",
            "log_entry",
            ["contest_id"],
            postgresql_where=sa.text("contest_id is not null"),
            postgresql_concurrently=True,
        )
        op.execute("set lock_timeout = '200ms'")


def downgrade() -> None:
    """Drop them. Entries of contests that wait for the end of a seal are lost, others stay in the log."""
    op.execute("delete from log_entry where position = -1")
    op.drop_index("log_entry_contest", "log_entry")
    op.drop_column("log_entry", "contest_id")
    op.drop_column("contest_round", "pauses")
