"""What tokens may do, private games and invitations, answers kept for retries, and the indexes of the lists.

Revision 0002, after 0001.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.add_column("account", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("account", sa.Column("deleted_at", sa.DateTime(timezone=True)))
    op.add_column("token", sa.Column("name", sa.Text, nullable=False, server_default=""))
    op.add_column(
        "token",
        sa.Column("scopes", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{account,play,read}'")),
    )
    op.add_column("token", sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id")))
    op.add_column("token", sa.Column("expires_at", sa.DateTime(timezone=True)))
    op.add_column("token", sa.Column("revoked_at", sa.DateTime(timezone=True)))
    op.add_column("game", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("bot", sa.Text))
    op.create_table(
        "invitation",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("invited_by", sa.Uuid, sa.ForeignKey("account.account_id"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id")),
    )
    op.create_index(
        "invitation_account",
        "invitation",
        ["account_id", "made_at"],
        postgresql_where=sa.text("account_id is not null"),
    )
    op.create_table(
        "answer",
        sa.Column("key_digest", sa.LargeBinary, primary_key=True),
        sa.Column("request_digest", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.SmallInteger, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("kept_until", sa.DateTime(timezone=True), nullable=False, index=True),
    )
    listed = sa.text("not sandbox and not private")
    op.create_index("game_created", "game", ["status", "created_at", "game_id"], postgresql_where=listed)
    op.create_index(
        "game_finished",
        "game",
        ["finished_at", "game_id"],
        postgresql_where=sa.text("status = 'ended' and not sandbox and not private"),
    )
    op.create_index(
        "game_score",
        "game",
        [sa.text("coalesce(score, -1)"), "game_id"],
        postgresql_where=sa.text("status = 'ended' and not sandbox and not private"),
    )


def downgrade() -> None:
    """Take them away; what only they held is lost."""
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
