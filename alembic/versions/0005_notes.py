"""Add players' notes, and comments on replays.

Revision 0005, after 0004.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "note",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id"), primary_key=True),
        sa.Column("anchor", sa.Text, primary_key=True),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("history", JSONB, nullable=False),
    )
    op.create_index("note_account", "note", ["account_id"])
    op.create_table(
        "comment",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("comment_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id"), nullable=False),
        sa.Column("anchor", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("comment_at", "comment", ["game_id", "at", "comment_id"])
    op.create_index("comment_account", "comment", ["account_id"])


def downgrade() -> None:
    """Drop the tables; all notes and comments are lost."""
    op.drop_table("comment")
    op.drop_table("note")
