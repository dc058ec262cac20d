"""Add token scopes, private games, invitations, stored responses, and indexes for lists.

Revision 0002, after 0001.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, tables and indexes."""
    op.add_column("account", sa.Column("revision", sa.Integer, nullable=False, server_default="0"), if_not_exists=True)
    op.add_column("account", sa.Column("deleted_at", sa.DateTime(timezone=True)), if_not_exists=True)
    op.add_column("token", sa.Column("name", sa.Text, nullable=False, server_default=""), if_not_exists=True)
    op.add_column(
        "token",
        sa.Column("scopes", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{account,play,read}'")),
        if_not_exists=True,
    )
    op.add_column("token", sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id")), if_not_exists=True)
    op.add_column("token", sa.Column("expires_at", sa.DateTime(timezone=True)), if_not_exists=True)
    op.add_column("token", sa.Column("revoked_at", sa.DateTime(timezone=True)), if_not_exists=True)
    op.add_column(
        "game", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()), if_not_exists=True
    )
    op.add_column("game", sa.Column("revision", sa.Integer, nullable=False, server_default="0"), if_not_exists=True)
    op.add_column("seat", sa.Column("bot", sa.Text), if_not_exists=True)
    op.create_table(
        "invitation",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("invited_by", sa.Uuid, sa.ForeignKey("account.account_id"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id")),
        if_not_exists=True,
    )
    op.create_index(
        "invitation_account",
        "invitation",
        ["account_id", "made_at"],
        postgresql_where=sa.text("account_id is not null"),
        if_not_exists=True,
    )
    op.create_table(
        "answer",
        sa.Column("key_digest", sa.LargeBinary, primary_key=True),
        sa.Column("request_digest", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.SmallInteger, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("kept_until", sa.DateTime(timezone=True), nullable=False, index=True),
        if_not_exists=True,
    )
    listed = "not sandbox and not private"
    _make_index("game_created", "game", ["status", "created_at", "game_id"], listed)
    _make_index("game_finished", "game", ["finished_at", "game_id"], f"status = 'ended' and {listed}")
    _make_index("game_score", "game", [sa.text("coalesce(score, -1)"), "game_id"], f"status = 'ended' and {listed}")


def downgrade() -> None:
    """Remove the columns, tables and indexes; their data is lost."""
    for index in ("game_score", "game_finished", "game_created"):
        op.drop_index(index)
    op.drop_table("answer")
    op.drop_table("invitation")
    op.drop_column("seat", "bot")
    op.drop_column("game", "revision")
    op.drop_column("game", "private")
    for column in ("revoked_at", "expires_at", "game_id", "scopes", "name"):
        op.drop_column("token", column)
    for column in ("deleted_at", "revision"):
        op.drop_column("account", column)


def _make_index(name: str, table: str, columns: list[Any], where: str) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=sa.text(where), postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
