"""Add suspended accounts, moderators, hidden content, the log of moderation, and reports.

Revision 0018, after 0017.
"""

from typing import Final

import sqlalchemy as sa

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_HIDEABLE: Final = ("game", "comment", "branch")


def upgrade() -> None:
    """Add the columns and the tables. The previous release ignores them."""
    op.add_column("account", sa.Column("suspended_until", sa.DateTime(timezone=True)))
    op.add_column("account", sa.Column("moderator", sa.Boolean, nullable=False, server_default=sa.false()))
    for table in _HIDEABLE:
        op.add_column(table, sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "moderation_action",
        sa.Column("action_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("moderation_action_at", "moderation_action", ["at", "action_id"])
    op.create_index("moderation_action_target", "moderation_action", ["target", "at", "action_id"])
    op.create_table(
        "report",
        sa.Column("report_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("closed_at", sa.DateTime(timezone=True)),
    )
    is_open = sa.text("closed_at is null")
    op.create_index("report_at", "report", ["at", "report_id"], postgresql_where=is_open)
    op.create_index("report_account", "report", ["account_id", "at"])
    op.create_index("report_open", "report", ["account_id", "about"], unique=True, postgresql_where=is_open)
    for table in ("moderation_action", "report"):
        _place_on_every_node(table)
        op.create_foreign_key(f"{table}_account_id_fkey", table, "account", ["account_id"], ["account_id"])


def downgrade() -> None:
    """Drop them. Suspensions end, hidden games stay private, and the log and the reports are lost."""
    op.drop_table("report")
    op.drop_table("moderation_action")
    for table in _HIDEABLE:
        op.drop_column(table, "hidden")
    op.drop_column("account", "moderator")
    op.drop_column("account", "suspended_until")


def _place_on_every_node(table: str) -> None:
    """Copy a new table to every node, like the table `account`, if the database is distributed."""
    if op.get_context().as_sql:
        return  # offline: it is unknown whether the database is distributed
    database = op.get_bind()
    if database.scalar(sa.text("select to_regclass('pg_dist_partition')")) is None:
        return
    if database.scalar(sa.text("select 1 from pg_dist_partition where logicalrelid = 'account'::regclass")):
        database.execute(sa.text("select create_reference_table(:table)"), {"table": table})
