"""Add what apps of others need: their grants, authorization codes and device codes.

Revision 0040, after 0039.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the columns, and create the tables on every node of a distributed database."""
    op.add_column("token", sa.Column("client_id", sa.Text))
    op.add_column("token", sa.Column("refresh_digest", sa.LargeBinary))
    op.create_table(
        "authorization_code",
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("sign_in_id", sa.Uuid, nullable=False),
        sa.Column("client_id", sa.Text, nullable=False),
        sa.Column("client_name", sa.Text, nullable=False),
        sa.Column("scopes", ARRAY(sa.Text), nullable=False),
        sa.Column("redirect_uri", sa.Text, nullable=False),
        sa.Column("challenge", sa.Text, nullable=False),
        sa.Column("expires_at", _TIME, nullable=False),
        sa.Column("app_id", sa.Uuid),
    )
    op.create_table(
        "device_code",
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("user_code_digest", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("client_id", sa.Text, nullable=False),
        sa.Column("client_name", sa.Text, nullable=False),
        sa.Column("scopes", ARRAY(sa.Text), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("interval_s", sa.Integer, nullable=False),
        sa.Column("expires_at", _TIME, nullable=False),
        sa.Column("asked_at", _TIME),
        sa.Column("account_id", sa.Uuid),
        sa.Column("sign_in_id", sa.Uuid),
        sa.Column("allowed", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    for table in ("authorization_code", "device_code"):
        op.create_index(f"{table}_expires_at", table, ["expires_at"])
        op.create_index(f"ix_{table}_sign_in_id", table, ["sign_in_id"])
        _copy_to_every_node(table)
        op.create_foreign_key(
            f"{table}_sign_in_id_fkey", table, "token", ["sign_in_id"], ["token_id"], ondelete="CASCADE"
        )


def downgrade() -> None:
    """Drop the tables, what apps were allowed, and the columns."""
    op.drop_table("device_code")
    op.drop_table("authorization_code")
    op.execute("delete from token where client_id is not null")
    op.drop_column("token", "refresh_digest")
    op.drop_column("token", "client_id")


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
