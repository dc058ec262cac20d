"""Add the tables of the log of commitments.

Revision 0024, after 0023.
"""

import sqlalchemy as sa

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. The log has the games that are opened from now on."""
    op.create_table(
        "log_entry",
        sa.Column("game_id", sa.Uuid(), primary_key=True),
        sa.Column("kind", sa.SmallInteger(), primary_key=True),
        sa.Column("secret_commitment", sa.LargeBinary(), nullable=False),
        sa.Column("head", sa.LargeBinary()),
        sa.Column("secret", sa.LargeBinary()),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("position", sa.BigInteger()),
    )
    placed = sa.text("position is not null")
    op.create_index("log_entry_position", "log_entry", ["position"], postgresql_where=placed)
    op.create_index("log_entry_waiting", "log_entry", ["kind"], postgresql_where=sa.text("position is null"))
    op.create_table(
        "log_hash",
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("level", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "log_head",
        sa.Column("id", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("root", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    """Drop the tables, and with them the log."""
    for table in ("log_head", "log_hash", "log_entry"):
        op.drop_table(table)
