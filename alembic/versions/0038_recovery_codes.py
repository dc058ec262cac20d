"""Create the table of recovery codes.

Revision 0038, after 0037.
"""

import sqlalchemy as sa

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, on every node of a distributed database."""
    op.create_table(
        "recovery_code",
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_recovery_code_account_id", "recovery_code", ["account_id"])
    _copy_to_every_node("recovery_code")
    op.create_foreign_key("recovery_code_account_id_fkey", "recovery_code", "account", ["account_id"], ["account_id"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("recovery_code")


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
