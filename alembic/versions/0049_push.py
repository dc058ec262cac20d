"""Add what sends messages to browsers: their keys, quiet hours, and the key of the service.

Revision 0049, after 0048.
"""

import sqlalchemy as sa

from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns of webhooks that are browsers, and the table of the key, on every node."""
    op.add_column("webhook", sa.Column("browser_key", sa.LargeBinary))
    op.add_column("webhook", sa.Column("browser_secret", sa.LargeBinary))
    op.add_column("webhook", sa.Column("quiet_from", sa.SmallInteger))
    op.add_column("webhook", sa.Column("quiet_until", sa.SmallInteger))
    op.add_column("webhook", sa.Column("time_zone", sa.Text))
    op.create_table(
        "push_key",
        sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("private_key", sa.LargeBinary, nullable=False),
    )
    _copy_to_every_node("push_key")


def downgrade() -> None:
    """Drop them, with the webhooks that are browsers."""
    op.drop_table("push_key")
    browsers = "select webhook_id from webhook where browser_key is not null"
    op.execute(f"delete from webhook_delivery where webhook_id in ({browsers})")
    op.execute("delete from webhook where browser_key is not null")
    for column in ("time_zone", "quiet_until", "quiet_from", "browser_secret", "browser_key"):
        op.drop_column("webhook", column)


def _copy_to_every_node(table: str) -> None:
    """Make a new table a reference table, like `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
