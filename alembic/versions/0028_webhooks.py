"""Add webhooks.

Revision 0028, after 0027.
"""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_PLACES = (
    ("webhook", "select create_reference_table('webhook')"),
    (
        "webhook_game",
        "select create_distributed_table('webhook_game', 'game_id', colocate_with => 'game')",
    ),
    (
        "webhook_delivery",
        "select create_distributed_table('webhook_delivery', 'webhook_id', colocate_with => 'none')",
    ),
)
_KEYS = (
    ("webhook", "account_id", "account"),
    ("webhook_game", "game_id", "game"),
    ("webhook_game", "account_id", "account"),
    ("webhook_delivery", "webhook_id", "webhook"),
)


def upgrade() -> None:
    """Create the tables, and place them if the database is distributed."""
    op.create_table(
        "webhook",
        sa.Column("webhook_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("events", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("description", sa.Text),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("disabled_reason", sa.Text),
        sa.Column("disabled_at", sa.DateTime(timezone=True)),
        sa.Column("failing_since", sa.DateTime(timezone=True)),
        sa.Column("unreachable", sa.SmallInteger, nullable=False),
        sa.Column("paused_until", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_webhook_account_id", "webhook", ["account_id"])
    op.create_table(
        "webhook_game",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("looked_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("has_message", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
    op.create_index("webhook_game_account", "webhook_game", ["account_id"])
    running, message = sa.text("ended_at is null"), sa.text("has_message")
    op.create_index("webhook_game_running", "webhook_game", ["game_id"], postgresql_where=running)
    op.create_index("webhook_game_message", "webhook_game", ["game_id"], postgresql_where=message)
    op.create_table(
        "webhook_delivery",
        sa.Column("webhook_id", sa.Uuid, primary_key=True),
        sa.Column("delivery_id", sa.Uuid, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.clock_timestamp()),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("attempts", sa.SmallInteger, nullable=False),
        sa.Column("attempted_at", sa.DateTime(timezone=True)),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), server_default=sa.func.now()),
        sa.Column("response_status", sa.SmallInteger),
        sa.Column("error", sa.Text),
    )
    op.create_index("webhook_delivery_listed", "webhook_delivery", ["webhook_id", "created_at", "delivery_id"])
    waiting = sa.text("status = 'waiting'")
    op.create_index(
        "webhook_delivery_waiting", "webhook_delivery", ["webhook_id", "created_at"], postgresql_where=waiting
    )
    op.create_index("webhook_delivery_old", "webhook_delivery", ["created_at"])
    for table, place in _PLACES:
        _place(table, place)
    for table, column, other in _KEYS:
        op.create_foreign_key(f"{table}_{column}_fkey", table, other, [column], [column])


def downgrade() -> None:
    """Drop the tables. All webhooks are lost."""
    for table in ("webhook_delivery", "webhook_game", "webhook"):
        op.drop_table(table)


def _place(table: str, place: str) -> None:
    """Distribute a new table, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'game'::regclass")):
        database.execute(sa.text(place))
