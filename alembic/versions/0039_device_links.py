"""Create the table of links to other devices.

Revision 0039, after 0038.
"""

import sqlalchemy as sa

from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, on every node of a distributed database."""
    op.create_table(
        "device_link",
        sa.Column("link_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.Uuid),
        sa.Column("allowed", sa.Boolean, nullable=False),
        sa.Column("claim_digest", sa.LargeBinary, unique=True),
        sa.Column("device", sa.Text),
        sa.Column("address", sa.Text),
    )
    op.create_index("ix_device_link_account_id", "device_link", ["account_id"])
    op.create_index("device_link_expires_at", "device_link", ["expires_at"])
    _copy_to_every_node("device_link")
    op.create_foreign_key("device_link_account_id_fkey", "device_link", "account", ["account_id"], ["account_id"])
    op.create_foreign_key(
        "device_link_made_by_fkey", "device_link", "token", ["made_by"], ["token_id"], ondelete="CASCADE"
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("device_link")


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
