"""Create the tables of accounts, games and event logs.

Revision 0001.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "account",
        sa.Column("account_id", sa.Uuid, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "token",
        sa.Column("token_id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id"), nullable=False, index=True),
        sa.Column("digest", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "game",
        sa.Column("game_id", sa.Uuid, primary_key=True),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("rules", JSONB, nullable=False),
        sa.Column("created_by", sa.Uuid, sa.ForeignKey("account.account_id"), nullable=False),
        sa.Column("sandbox", sa.Boolean, nullable=False),
        sa.Column("source", JSONB),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("turn", sa.SmallInteger, nullable=False),
        sa.Column("to_move", sa.SmallInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("score", sa.SmallInteger),
        sa.Column("idle_limit_s", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("moved_at", sa.DateTime(timezone=True)),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("status in ('open', 'running', 'ended')", name="game_status"),
    )
    op.create_index("game_running", "game", ["moved_at"], postgresql_where=sa.text("status = 'running'"))
    op.create_table(
        "seat",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("account_id", sa.Uuid, sa.ForeignKey("account.account_id")),
        sa.Column("name", sa.Text),
        sa.UniqueConstraint("game_id", "account_id"),
        sa.CheckConstraint("(account_id is null) <> (name is null)", name="seat_holder"),
    )
    op.create_index("seat_account", "seat", ["account_id", "game_id"])
    op.create_table(
        "event",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("target", sa.SmallInteger),
        sa.Column("value", sa.SmallInteger),
        sa.Column("data", JSONB),
        sa.Column("at", sa.DateTime(timezone=True)),
        sa.Column("command_id", sa.Uuid),
        sa.UniqueConstraint("game_id", "command_id"),
    )
    op.create_table(
        "deal",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("deck", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "message",
        sa.Column("game_id", sa.Uuid, sa.ForeignKey("game.game_id"), primary_key=True),
        sa.Column("message_id", sa.Uuid, primary_key=True),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("remark", sa.Text),
        sa.Column("text", sa.Text),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("message", "deal", "event", "seat", "game", "token", "account"):
        op.drop_table(table)
