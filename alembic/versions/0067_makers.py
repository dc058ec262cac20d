"""Add to webhooks and planned moves the credential with which they end.

Revision 0067, after 0066.
"""

import sqlalchemy as sa

from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None

_TABLES = ("webhook", "move_plan")


def upgrade() -> None:
    """Add the columns. Present rows, and those that an older release adds, end with no credential."""
    for table in _TABLES:
        op.add_column(table, sa.Column("made_by", sa.Uuid))
        op.create_foreign_key(f"{table}_made_by_fkey", table, "token", ["made_by"], ["token_id"], ondelete="CASCADE")
        op.create_index(f"{table}_made_by", table, ["made_by"], postgresql_where=sa.text("made_by is not null"))
    _refer("CASCADE")


def downgrade() -> None:
    """Drop them."""
    _refer(None)
    for table in _TABLES:
        op.drop_column(table, "made_by")


def _refer(ondelete: str | None) -> None:
    """Say what the end of a webhook does to its deliveries."""
    op.drop_constraint("webhook_delivery_webhook_id_fkey", "webhook_delivery")
    op.create_foreign_key(
        "webhook_delivery_webhook_id_fkey",
        "webhook_delivery",
        "webhook",
        ["webhook_id"],
        ["webhook_id"],
        ondelete=ondelete,
    )
