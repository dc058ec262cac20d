"""Add suspended accounts, moderators, hidden content, the log of moderation, and reports.

Revision 0018, after 0013.
"""

from typing import Final

import sqlalchemy as sa

from alembic import op

revision = "0018"
down_revision = "0013"
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
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id")),
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
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id"), nullable=False),
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


def downgrade() -> None:
    """Drop them. Suspensions end, hidden games stay private, and the log and the reports are lost."""
    op.drop_table("report")
    op.drop_table("moderation_action")
    for table in _HIDEABLE:
        op.drop_column(table, "hidden")
    op.drop_column("account", "moderator")
    op.drop_column("account", "suspended_until")
