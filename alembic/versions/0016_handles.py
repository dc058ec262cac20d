"""Add unique handles of accounts, and the revision up to which changes of an account are complete.

Revision 0016, after 0015. `hanabi migrate` and each `hanabi chores` claim the handles of accounts without one, since
the previous release writes names without handles.
"""

from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("account", sa.Column("applied_revision", sa.Integer), if_not_exists=True)
    op.create_table(
        "handle",
        sa.Column("handle", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("released_at", sa.DateTime(timezone=True)),
        if_not_exists=True,
    )
    _make_index("handle_account", "handle", ["account_id"])
    _make_index("account_unapplied", "account", ["account_id"], "applied_revision is distinct from revision")


def downgrade() -> None:
    """Drop the column and the table. Names stay as they are."""
    op.drop_table("handle")
    op.drop_column("account", "applied_revision")


def _make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    condition = None if where is None else sa.text(where)
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=condition, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
