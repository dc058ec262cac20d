"""Add the table of signing keys.

Revision 0021, after 0020.
"""

import sqlalchemy as sa

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. The first process that signs makes a key."""
    op.create_table(
        "signing_key",
        sa.Column("public_key", sa.LargeBinary(), primary_key=True),
        sa.Column("seed", sa.LargeBinary()),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True)),
    )
    in_use = sa.text("seed is not null")
    op.create_index("signing_key_in_use", "signing_key", [sa.text("(true)")], unique=True, postgresql_where=in_use)


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("signing_key")
