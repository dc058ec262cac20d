"""Add what says that an account is a program, and whose.

Revision 0042, after 0041.
"""

import sqlalchemy as sa

from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. The owner is no foreign key, since a table on every node cannot get one later."""
    op.add_column("account", sa.Column("is_program", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("account", sa.Column("owner_id", sa.Uuid))
    op.create_index("account_owner", "account", ["owner_id"], postgresql_where=sa.text("owner_id is not null"))


def downgrade() -> None:
    """Drop the columns. The bots become accounts like others."""
    op.drop_index("account_owner", "account")
    op.drop_column("account", "owner_id")
    op.drop_column("account", "is_program")
