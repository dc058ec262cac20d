"""Create the tables of passkeys and of the challenges that they answer.

Revision 0037, after 0036.
"""

import sqlalchemy as sa

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, on every node of a distributed database."""
    op.create_table(
        "passkey",
        sa.Column("passkey_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("credential_id", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("used_on", sa.Date),
    )
    op.create_index("ix_passkey_account_id", "passkey", ["account_id"])
    op.create_table(
        "challenge",
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.Uuid),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("challenge_expires_at", "challenge", ["expires_at"])
    for table in ("passkey", "challenge"):
        _copy_to_every_node(table)
    op.create_foreign_key("passkey_account_id_fkey", "passkey", "account", ["account_id"], ["account_id"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("challenge")
    op.drop_table("passkey")


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
