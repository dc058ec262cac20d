"""Create the table of merges of accounts, and add what says into which account one was merged.

Revision 0046, after 0045.
"""

import sqlalchemy as sa

from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, on every node of a distributed database, and add the column to accounts."""
    op.add_column("account", sa.Column("merged_into", sa.Uuid))
    op.create_index("account_merged", "account", ["merged_into"], postgresql_where=sa.text("merged_into is not null"))
    op.create_table(
        "account_merge",
        sa.Column("merge_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.Uuid, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("allowed", sa.Boolean, nullable=False),
        sa.Column("other_id", sa.Uuid),
        sa.Column("other_made_by", sa.Uuid),
        sa.Column("other_device", sa.Text),
        sa.Column("other_address", sa.Text),
        sa.Column("other_allowed", sa.Boolean, nullable=False),
        sa.Column("merged", sa.Boolean, nullable=False),
    )
    op.create_index("account_merge_expires_at", "account_merge", ["expires_at"])
    _copy_to_every_node("account_merge")
    for column in ("account_id", "other_id"):
        op.create_index(f"ix_account_merge_{column}", "account_merge", [column])
        op.create_foreign_key(f"account_merge_{column}_fkey", "account_merge", "account", [column], ["account_id"])
    for column in ("made_by", "other_made_by"):
        op.create_foreign_key(
            f"account_merge_{column}_fkey", "account_merge", "token", [column], ["token_id"], ondelete="CASCADE"
        )


def downgrade() -> None:
    """Drop the table and the column. Accounts that were merged stay so."""
    op.drop_table("account_merge")
    op.drop_index("account_merged", "account")
    op.drop_column("account", "merged_into")


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
